import { twMerge } from 'tailwind-merge';
import { expect, test } from 'vitest';
import { cn } from './cn.ts';

test.each([
  ['h-auto w-full bg-muted', 'size-full object-cover'],
  ['px-5 py-2 text-base', 'p-0'],
  ['text-sm text-foreground', 'text-lg text-paper'],
  ['rounded-sm border border-input', 'rounded-full border-transparent'],
  ['flex items-center gap-2', 'grid gap-4 lg:flex'],
  ['hover:bg-muted bg-card', 'bg-primary hover:bg-primary-hover'],
  ['-top-0.5 right-0', 'inset-0'],
  ['min-h-11 max-w-md', 'h-12 min-h-13'],
  ['[&_svg]:size-5', '[&_svg]:size-4'],
  ['sm:max-w-md', 'max-w-2xl'],
  ['font-semibold font-display', 'font-bold'],
  ['border-l-4 border-l-warning', 'border-l-danger'],
])('of two classes for one property the later applies: %s, then %s', (first, later) => {
  expect(cn(first, later)).toBe(twMerge(first, later));
});

test('unknown classes stay, and falsy parts are left out', () => {
  expect(cn('selvedge', undefined, false, 'data-map', '[--a:1px]')).toBe('selvedge data-map [--a:1px]');
});
