import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ORDER_STATUSES } from '../../order.ts';
import { StatusBadge } from './status-badge.tsx';

test('ORDERS-15 completed is green, pending yellow, others blue, each with its word', () => {
  const colours = ORDER_STATUSES.map((status) => {
    const html = renderToStaticMarkup(<StatusBadge status={status} />);
    expect(html.toLowerCase()).toContain(`>${status}<`);
    return /bg-(\w+)-soft/.exec(html)?.[1];
  });
  expect(Object.fromEntries(ORDER_STATUSES.map((status, n) => [status, colours[n]]))).toEqual({
    pending: 'warning',
    processing: 'info',
    completed: 'success',
    cancelled: 'info',
  });
});

test('ORDERS-15 a cancelled order is struck through and marked, one in processing is not', () => {
  const marks = ORDER_STATUSES.filter((status) => {
    const html = renderToStaticMarkup(<StatusBadge status={status} />);
    return html.includes('line-through') && html.includes('<svg');
  });
  expect(marks).toEqual(['cancelled']);
});
