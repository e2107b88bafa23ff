import { BlockList, isIP } from 'node:net';

/** Networks of IPv4 that are not the public internet: private, local, shared, reserved, documentation, multicast. */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * The same of IPv6. Only 2000::/3 is public; the first three are all others: unspecified, loopback, IPv4-mapped, NAT64,
 * unique local, link-local and multicast among them. Those below are in it: Teredo and 6to4 contain IPv4 addresses.
 */
const NOT_PUBLIC_6 = ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function blockListOf(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network, bits] = subnet.split('/') as [string, string];
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

// One for each family: a list compares an IPv4 address with the networks of IPv6 too, as ::ffff:…, which is in ::/3.
const LISTS = {
  ipv4: blockListOf(NOT_PUBLIC_4, 'ipv4'),
  ipv6: blockListOf(NOT_PUBLIC_6, 'ipv6'),
};

/** Whether an IP address belongs to the public internet. False for anything else, such as a name. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return !LISTS[family].check(address, family);
}
