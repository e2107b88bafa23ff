const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const OWN_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a write comes from a page of another site. Browsers send the origin of a write; a client without that
 * header (curl, a script) is accepted only without a cookie, because then no session can be abused. `publicUrl` is
 * the origin of the shop; the names of localhost count as one.
 */
export function isForeignWrite(request: Request, publicUrl: string): boolean {
  if (READS.has(request.method)) return false;
  const origin = request.headers.get('origin');
  if (origin !== null) return !isOwn(origin, publicUrl);
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin';
  return request.headers.has('cookie');
}

function isOwn(origin: string, publicUrl: string): boolean {
  if (origin === publicUrl) return true;
  if (!URL.canParse(origin)) return false;
  const [theirs, ours] = [new URL(origin), new URL(publicUrl)];
  return (
    OWN_MACHINE.has(theirs.hostname) &&
    OWN_MACHINE.has(ours.hostname) &&
    theirs.port === ours.port &&
    theirs.protocol === ours.protocol
  );
}
