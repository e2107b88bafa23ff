import { isIP } from 'node:net';

/**
 * The network of an IP address, as counted against an account: for IPv4 the 24 bits that are the smallest
 * block routed on the Internet, so that a rented block is one guesser; for IPv6 the 48 bits that one customer
 * of a provider has at most, which would otherwise count as 65,536 networks of 64 bits.
 */
export function networkOf(ipAddress: string): string {
  if (isIP(ipAddress) === 4) return ipAddress.replace(/\.\d+$/, '.0/24');
  if (isIP(ipAddress) !== 6) return ipAddress;
  const groups = ipAddress.split('::')[0]!.split(':').filter(Boolean);
  const first = [0, 1, 2].map((at) => Number.parseInt(groups[at] ?? '0', 16).toString(16));
  return `${first.join(':')}::/48`;
}
