const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const OWN_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a write comes from another site's page. Browsers say where a write comes from; a client that
 * says nothing (curl, a script) is let through only without a cookie, because nobody's session can be
 * abused then. `publicUrl` is the shop's origin; on one's own machine its names are one.
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
