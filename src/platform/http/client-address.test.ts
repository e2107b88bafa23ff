import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

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
  ['rubbish is passed over', '10.0.0.1', 'unknown, 203.0.113.9, <script>', ['10.0.0.1'], '203.0.113.9'],
  ['an IPv4 address on an IPv6 socket', '::ffff:10.0.0.1', '203.0.113.9', ['10.0.0.1'], '203.0.113.9'],
  ['IPv6', 'fd00::1', '2001:db8::7', ['fd00::/8'], '2001:db8::7'],
  ['a proxy that says nothing', '10.0.0.1', null, ['10.0.0.1'], '10.0.0.1'],
];

test.each(scenarios)('%s', (_, socket, forwarded, proxies, expected) => {
  const headers = new Headers(forwarded === null ? {} : { 'x-forwarded-for': forwarded });
  expect(clientAddress(socket, headers, proxies)).toBe(expected);
});
