import { expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { profileInput } from '#domains/accounts/contract.ts';
import { registerInput } from '#domains/accounts/sign-in-input.ts';
import { categoryInput } from '#domains/catalog/categories/category-admin.contract.ts';
import { productInput } from '#domains/catalog/products/product-admin.contract.ts';
import { slideInput } from '#domains/content/contract.ts';
import { promotionInput } from '#domains/promotions/contract.ts';

const BLANK = '\u200b\u3164 \u2060\ufeff';

test.each<[string, ZodType, string, string]>([
  ['product', productInput, 'name', 'Name is required'],
  ['category', categoryInput, 'name', 'Name is required'],
  ['promotion', promotionInput, 'name', 'Title is required'],
  ['slide', slideInput, 'title', 'Title is required'],
  ['profile', profileInput, 'firstName', 'First name must be at least 2 characters'],
  ['registration', registerInput, 'lastName', 'Last name must be at least 2 characters'],
])('the name of a %s is empty if all its characters are invisible', (_, input, field, message) => {
  const messagesFor = (name: string) =>
    (input.safeParse({ [field]: name }).error?.issues ?? [])
      .filter(({ path }) => path[0] === field)
      .map((issue) => issue.message);
  expect(messagesFor(BLANK)).toEqual([message]);
  expect(messagesFor('Ìró')).toEqual([]);
});
