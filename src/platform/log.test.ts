import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('a failed statement is logged without its values', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const refusal = Object.assign(new Error('canceling statement due to statement timeout'), {
    code: '57014',
    detail: 'Failing row contains (ada@shop.example, secret-hash).',
  });
  const failed = new DrizzleQueryError('select enqueue_job($1, $2)', ['mail', 'Your code:\n123456'], refusal);
  log.warn({ err: failed }, 'busy');
  const [line = ''] = lines;
  expect(line).not.toMatch(/123456|secret-hash/);
  expect(JSON.parse(line).err).toMatchObject({
    type: 'DrizzleQueryError',
    message: 'Failed query: select enqueue_job($1, $2)',
    stack: expect.stringContaining('log.test.ts'),
    cause: { code: '57014', message: refusal.message },
  });
});
