import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RelativeTime } from './relative-time.tsx';

test('the server renders the exact time in the time zone of the shop', () => {
  const html = renderToStaticMarkup(<RelativeTime iso="2026-11-20T18:05:00Z" timeZone="Africa/Lagos" />);
  expect(html).toContain('dateTime="2026-11-20T18:05:00Z"');
  expect(html).toMatch(/>20 November 2026 at 19:05</);
});
