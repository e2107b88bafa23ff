import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['203.0.113.250', '203.0.113.0/24'],
  ['2001:db8:0:7::', '2001:db8:0::/48'],
  ['2001:0DB8:0000:ffff::1', '2001:db8:0::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['', ''],
])('the network of %s is %s', (ipAddress, network) => {
  expect(networkOf(ipAddress)).toBe(network);
});
