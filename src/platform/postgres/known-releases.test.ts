import { expect, test } from 'vitest';
import { outdatedNotice } from './known-releases.ts';

test('a server that lacks a known minor release gets one notice, any other none', () => {
  expect(outdatedNotice(180004)).toBe(
    'PostgreSQL 18.4 lacks the security fixes of 18.6, which was out on 2026-08-15.',
  );
  expect(outdatedNotice(150018)).toContain('15.20');
  for (const newEnough of [180006, 180011, 170011, 160015, 150020, 190000])
    expect(outdatedNotice(newEnough)).toBeNull();
});
