import { connect, type TLSSocket } from 'node:tls';
import { CHECK_MS } from './examine.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const WHAT = 'Certificate';
const DAY = 24 * 60 * 60_000;
/** Days left from which somebody should look: clients renew at a third of the lifetime, which is 30 days of 90. */
const LOOK_DAYS = 14;
const ACT_DAYS = 4;

interface Presented {
  validTo: Date;
  lifetimeDays: number;
  /** Why browsers refuse it. */
  refusal: string | undefined;
}

/**
 * Reads the certificate that the shop's own URL presents, whether browsers accept it, and how long it is valid. Only
 * connects to the host of `publicUrl`.
 */
export async function certificateCheck(publicUrl: string): Promise<Finding> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return ok(WHAT, `none: ${publicUrl} is without https`);
  const host = hostname.replace(/^\[|\]$/g, '');
  try {
    return certificateFinding(await presentedBy(host, Number(port || 443)), new Date());
  } catch (error) {
    const fix = 'start the proxy in front of the shop, or correct PUBLIC_URL';
    return warning(WHAT, `${host} cannot be reached from here: ${(error as Error).message}`, fix);
  }
}

export function certificateFinding({ validTo, lifetimeDays, refusal }: Presented, now: Date): Finding {
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY);
  const until = validTo.toISOString().slice(0, 10);
  const fix = 'the log of the proxy says why it was not renewed';
  if (days < 0) return problem(WHAT, `expired on ${until}`, fix, { since: validTo });
  if (refusal) return problem(WHAT, `browsers refuse it: ${refusal}`, fix);
  const found = `valid for ${days} days, until ${until}`;
  // A certificate of a few days is renewed in its last third.
  const look = Math.min(LOOK_DAYS, lifetimeDays / 6);
  if (days < Math.min(ACT_DAYS, look / 2)) return problem(WHAT, found, fix);
  return days < look ? warning(WHAT, found, fix) : ok(WHAT, found);
}

function presentedBy(host: string, port: number): Promise<Presented> {
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({
      host,
      port,
      // An IP address is no server name.
      ...(/[a-z]/i.test(host) && !host.includes(':') && { servername: host }),
      // The certificate is read also where it is refused; nothing is sent.
      rejectUnauthorized: false,
      timeout: CHECK_MS - 500,
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const { valid_from, valid_to } = socket.getPeerCertificate();
      const [from, to] = [new Date(valid_from), new Date(valid_to)];
      const refusal = socket.authorized ? undefined : String(socket.authorizationError);
      resolve({ validTo: to, lifetimeDays: (to.getTime() - from.getTime()) / DAY, refusal });
      socket.destroy();
    });
  });
}
