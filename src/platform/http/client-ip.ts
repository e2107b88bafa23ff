import { BlockList, isIP } from 'node:net';

/** Built once per configuration. */
const lists = new WeakMap<readonly string[], BlockList>();

/**
 * The IP address of the client: the peer of the socket, or, if that is a trusted proxy, the rightmost address of
 * X-Forwarded-For that is not one. Addresses further left are written by the client and ignored. `trustedProxies`:
 * addresses or subnets such as 10.0.0.0/8; throws on anything else.
 */
export function clientIpAddress(
  peerIpAddress: string,
  headers: Headers,
  trustedProxies: readonly string[],
): string {
  let address = plain(peerIpAddress) ?? peerIpAddress;
  if (trustedProxies.length === 0) return address;
  const list = listFor(trustedProxies);
  const hops = (headers.get('x-forwarded-for') ?? '').split(',');
  for (let at = hops.length - 1; at >= 0 && isTrusted(address, list); at--) {
    const hop = plain(hops[at]!);
    // The trusted proxy did not know the address: entries further left are not trustworthy.
    if (hop === null) break;
    address = hop;
  }
  return address;
}

/** Whether the socket's peer is a trusted proxy: then its headers come from it, not from a client. */
export const isTrustedPeer = (peerIpAddress: string, trustedProxies: readonly string[]): boolean =>
  trustedProxies.length > 0 && isTrusted(plain(peerIpAddress) ?? '', listFor(trustedProxies));

function listFor(proxies: readonly string[]): BlockList {
  const list = lists.get(proxies) ?? listOf(proxies);
  lists.set(proxies, list);
  return list;
}

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [, address = '', bits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(proxy) ?? [];
    const family = isIP(address);
    if (family === 0 || Number(bits ?? 0) > (family === 4 ? 32 : 128)) {
      throw new Error(`TRUSTED_PROXIES should be addresses or networks, not '${proxy}'`);
    }
    if (bits === undefined) list.addAddress(address, nameOf(family));
    else list.addSubnet(address, Number(bits), nameOf(family));
  }
  return list;
}

const nameOf = (family: number) => (family === 6 ? 'ipv6' : 'ipv4');

const isTrusted = (address: string, list: BlockList) =>
  isIP(address) !== 0 && list.check(address, nameOf(isIP(address)));

/** An IP address without port, brackets, zone or the prefix of IPv4 on an IPv6 socket; null if invalid. */
function plain(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  return isIP(bare) === 0 ? null : bare.toLowerCase();
}

/**
 * The unit that rate limits count: an IPv4 address, or for IPv6 its /64 network, because every household has at least
 * one of those.
 */
export function countedNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before = '', after = ''] = address.split('::');
  const [left, right] = [before, after].map((part) => part.split(':').filter((group) => group !== ''));
  // A trailing IPv4 address takes two groups.
  const written = left!.length + right!.length + (address.includes('.') ? 1 : 0);
  const groups = [...left!, ...Array<string>(8 - written).fill('0'), ...right!];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::`;
}
