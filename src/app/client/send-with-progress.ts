/**
 * Like `fetch`, with upload progress, which fetch itself does not report in any browser. Throws as fetch does:
 * TypeError without a connection, AbortError when `signal` aborts.
 */
export async function sendWithProgress(
  request: Request,
  onProgress: (fraction: number) => void,
): Promise<Response> {
  const body = await request.blob();
  const { signal } = request;
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    const abort = () => sending.abort();
    sending.open(request.method, request.url);
    for (const [name, value] of request.headers) sending.setRequestHeader(name, value);
    sending.responseType = 'blob';
    sending.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    sending.onload = () => resolve(responseOf(sending));
    sending.onerror = () => reject(new TypeError('Failed to fetch'));
    sending.onabort = () => reject(signal.reason ?? new DOMException('Aborted', 'AbortError'));
    sending.onloadend = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', abort);
    sending.send(body);
  });
}

function responseOf(sending: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of sending.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  return new Response(sending.response as Blob, { status: sending.status, headers });
}
