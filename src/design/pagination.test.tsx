import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Pagination } from './pagination.tsx';

function render(page: number, pageCount: number) {
  return renderToStaticMarkup(
    <Pagination
      page={page}
      pageCount={pageCount}
      renderLink={(to, { children, activeOptions: _, ...link }) => (
        <a href={`?page=${to}`} {...link}>
          {children}
        </a>
      )}
    />,
  );
}
const numbers = (html: string) =>
  [...html.matchAll(/aria-label="Page (\d+)"/g)].map((match) => Number(match[1]));

test('a single page renders no pagination', () => {
  expect(render(1, 1)).toBe('');
});

test('ten pages show first, last and neighbours, with the current one marked', () => {
  const html = render(5, 10);
  expect(numbers(html)).toEqual([1, 4, 5, 6, 10]);
  expect(html.match(/…/g)).toHaveLength(2);
  expect(html).toMatch(/href="\?page=5"[^>]*aria-current="page"/);
  expect(html).toMatch(/href="\?page=6"[^>]*aria-label="Next page"[^>]*rel="next"/);
});

test('the first and last page have no link beyond them', () => {
  expect(render(1, 3)).not.toContain('Previous page');
  expect(render(3, 3)).not.toContain('Next page');
});
