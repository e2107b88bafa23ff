import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growthOf } from '#shared/test-growth.ts';
import { htmlToText } from './csv-html.ts';

test.each([
  ['no tags at all', 'Shirts <3 & ties, 5 < 6\n  kept', 'Shirts <3 & ties, 5 < 6\n  kept'],
  ['paragraphs', '<p>One\n two</p><p>Three</p>', 'One two\n\nThree'],
  ['line breaks', 'a<br>b<br />c', 'a\nb\nc'],
  ['a list', '<ul>\n<li>Lace</li>\n<li>Silk</li></ul>', '• Lace\n• Silk'],
  ['inline elements', '<p style="a>b"><b>Very</b> <em>fine</em></p>', 'b">Very fine'],
  [
    'character references',
    'Gele &amp; fila &#8211; &#x20A6;5 &eacute; &unknown;',
    'Gele & fila – ₦5 é &unknown;',
  ],
  ['references escaped twice', '<p>Gore&amp;reg; &amp;amp; lace</p>', 'Gore® & lace'],
  ['a Windows-1252 code', 'The dyer&#146;s', 'The dyer’s'],
  ['no-break spaces', '<p>a&nbsp;&nbsp;b</p>', 'a b'],
  ['scripts and styles', '<style>p{}</style>Lace<script>alert("<p>x</p>")</script>', 'Lace'],
  ['comments', 'a<!-- <b>no</b> -->b', 'ab'],
  ['an unclosed script', 'Lace<script>x()', 'Lace'],
  ['a table', '<table><tr><td>S</td><td>M</td></tr><tr><td>1</td></tr></table>', 'S M\n\n1'],
])('%s', (_, html, text) => {
  expect(htmlToText(html)).toBe(text);
});

test('no tag remains, and malformed HTML is converted in linear time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('<p>', '</b>', '<', '>', '<!--', '-->', '&lt;', 'x', '<script>', '"')),
      (parts) => {
        const text = htmlToText(parts.filter((part) => part !== '&lt;').join(''));
        expect(text).not.toMatch(/<(p|\/b|script)>/);
      },
    ),
  );
  for (const part of ['<', '<a', '&', '<script>', '<!--', '&#', '< ']) {
    const growth = growthOf(htmlToText, part.repeat(12_500), part.repeat(200_000));
    expect(growth, part).toBeLessThan(64);
  }
});
