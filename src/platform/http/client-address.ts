import { BlockList, isIP } from 'node:net';

/** '::ffff:10.0.0.1' is 10.0.0.1 heard on a socket for both families. */
const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '');

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const lists = new WeakMap<readonly string[], BlockList>();

/**
 * Whose request it is: the socket's peer, unless that is a trusted proxy; then the rightmost address of
 * X-Forwarded-For that is none. What a client wrote further left is hearsay.
 * `trustedProxies`: addresses or subnets such as 10.0.0.0/8.
 */
export function clientAddress(
  socketAddress: string,
  headers: Headers,
  trustedProxies: readonly string[],
): string {
  const peer = plain(socketAddress);
  if (trustedProxies.length === 0) return peer;
  let list = lists.get(trustedProxies);
  if (!list) {
    list = listOf(trustedProxies);
    lists.set(trustedProxies, list);
  }
  const trusted = (address: string) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  if (!trusted(peer)) return peer;
  const hops = (headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map(plain)
    .filter((hop) => isIP(hop) > 0);
  return hops.findLast((hop) => !trusted(hop)) ?? hops[0] ?? peer;
}
