import { isIP } from 'node:net';
import { expect, test } from 'vitest';
import { clientIpAddress, countedNetwork, isTrustedPeer } from './client-ip.ts';

const scenarios: [string, string, string | null, string[], string][] = [
  ['no proxy is trusted: the header is hearsay', '203.0.113.9', '1.2.3.4', [], '203.0.113.9'],
  ['a peer that is no proxy cannot forge', '203.0.113.9', '1.2.3.4', ['10.0.0.1'], '203.0.113.9'],
  ['the proxy says who it was', '10.0.0.1', '203.0.113.9', ['10.0.0.1'], '203.0.113.9'],
  [
    'what the client wrote itself stands further left',
    '10.0.0.1',
    '1.2.3.4, 203.0.113.9',
    ['10.0.0.1'],
    '203.0.113.9',
  ],
  ['a chain of proxies', '10.0.0.1', '203.0.113.9, 10.0.0.2', ['10.0.0.0/8'], '203.0.113.9'],
  [
    'rubbish left of the client is not read',
    '10.0.0.1',
    '<script>, 203.0.113.9',
    ['10.0.0.1'],
    '203.0.113.9',
  ],
  ['a proxy that did not know vouches for nobody', '10.0.0.1', '1.2.3.4, unknown', ['10.0.0.1'], '10.0.0.1'],
  ['a proxy that adds the port', '10.0.0.1', '1.2.3.4, 203.0.113.9:5555', ['10.0.0.1'], '203.0.113.9'],
  ['IPv6 with a port', '10.0.0.1', '[2001:DB8::7]:443', ['10.0.0.1'], '2001:db8::7'],
  ['nobody but proxies', '10.0.0.1', '10.4.4.4, 10.9.9.9', ['10.0.0.0/8'], '10.4.4.4'],
  ['an address next to the network', '11.0.0.1', '1.2.3.4', ['10.0.0.0/8'], '11.0.0.1'],
  ['a socket without an address', '', '1.2.3.4', ['10.0.0.0/8'], ''],
  ['an IPv4 address on an IPv6 socket', '::ffff:10.0.0.1', '203.0.113.9', ['10.0.0.1'], '203.0.113.9'],
  ['IPv6', 'fd00::1', '2001:db8::7', ['fd00::/8'], '2001:db8::7'],
  ['a proxy that says nothing', '10.0.0.1', null, ['10.0.0.1'], '10.0.0.1'],
];

test.each(scenarios)('%s', (_, socket, forwarded, proxies, expected) => {
  const headers = new Headers(forwarded === null ? {} : { 'x-forwarded-for': forwarded });
  expect(clientIpAddress(socket, headers, proxies)).toBe(expected);
});

test.each(['proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0', '::1/129', '10.0.0.0/-1'])(
  'TRUSTED_PROXIES rejects %s',
  (entry) => {
    expect(() => clientIpAddress('10.0.0.1', new Headers(), [entry])).toThrow(
      'TRUSTED_PROXIES should be addresses or networks',
    );
  },
);

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8:1:2::9', '2001:db8:1:2::'],
  ['2001:0db8::1', '2001:db8:0:0::'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::'],
  ['::1', '0:0:0:0::'],
  ['', ''],
])('%s is counted as %s', (ipAddress, counted) => {
  expect(countedNetwork(ipAddress)).toBe(counted);
  if (counted !== '') expect(isIP(counted)).toBeGreaterThan(0);
});

test.each([
  ['10.0.0.1', ['10.0.0.0/8'], true],
  ['::ffff:10.0.0.1', ['10.0.0.1'], true],
  ['11.0.0.1', ['10.0.0.0/8'], false],
  ['10.0.0.1', [], false],
  ['', ['10.0.0.0/8'], false],
])('the peer %s of %j is ours: %s', (peer, proxies, ours) => expect(isTrustedPeer(peer, proxies)).toBe(ours));
