import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test('IMP-06 only addresses of the public internet are public', () => {
  const isPublic = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '192.0.1.1', '223.255.255.255'];
  const isPublic6 = ['2606:4700::1111', '2a00:1450:4001:82b::200e', '2001:4860:4860::8888'];
  expect([...isPublic, ...isPublic6].filter((one) => !isPublicAddress(one))).toEqual([]);
  const others = [
    ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.254'],
    ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.168.1.1', '192.0.0.170', '192.0.2.1'],
    ...['198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '192.88.99.1'],
    ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    // Unspecified, loopback, IPv4-mapped and -compatible, NAT64, discard, unique local, link-local, site-local, multicast.
    ...['::', '::1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1'],
    ...['100::1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1'],
    // Teredo, ORCHID, documentation, 6to4, reserved.
    ...['2001::1', '2001:20::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', '4000::1', '9000::1'],
    ...['localhost', '', '127.1', '8.8.8.8:80', '[::1]'],
  ];
  expect(others.filter(isPublicAddress)).toEqual([]);
});
