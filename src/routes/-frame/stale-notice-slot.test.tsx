import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { withStaleNotice } from '#shared/stale-notice.ts';
import { Place } from './stale-notice-slot.tsx';

test("the server finds the notice's element in React's output, and fills it once", () => {
  const place = renderToString(<Place />);
  expect(place).toMatch(/><\/p>$/);
  const filled = withStaleNotice(`<body>${place}<main></main>`);
  expect(filled).toMatch(
    /role="status".*>What you see may not be current: prices are checked when you order\.<\/p><main>/,
  );
  expect(withStaleNotice(filled)).toBe(filled);
});
