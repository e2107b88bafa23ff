import { expect, test } from 'vitest';
import { orderSearchOf } from './search.ts';

const ID = '0193b3a4-1111-7000-8000-00000000000a';

test('empty input is no search', () => {
  for (const text of ['', '   ', ' # ', '-']) expect(orderSearchOf(text), text).toBeNull();
});

test('ADM-ORD-03 an order number matches at the start of a word, with or without its #', () => {
  expect(orderSearchOf('0042')).toEqual({ patterns: ['% 0042%'], ids: null });
  expect(orderSearchOf(' #0042 ')).toEqual({ patterns: ['% 0042%'], ids: null });
  expect(orderSearchOf('#7')).toEqual({ patterns: ['% 7%'], ids: null });
});

test('ADM-ORD-03 an id is found in full, in its URL, and by its prefix', () => {
  const whole = { patterns: [], ids: { from: ID, to: ID } };
  expect(orderSearchOf(ID)).toEqual(whole);
  expect(orderSearchOf(ID.toUpperCase())).toEqual(whole);
  expect(orderSearchOf(`https://shop.example/orders/${ID}`)).toEqual(whole);
  expect(orderSearchOf('0193b3a4-11')?.ids).toEqual({
    from: '0193b3a4-1100-0000-0000-000000000000',
    to: '0193b3a4-11ff-ffff-ffff-ffffffffffff',
  });
  // Eight digits may be the prefix of an id, a phone number or an order number.
  expect(orderSearchOf('01234567')).toEqual({
    patterns: ['%1234567%'],
    ids: { from: '01234567-0000-0000-0000-000000000000', to: '01234567-ffff-ffff-ffff-ffffffffffff' },
  });
  expect(orderSearchOf('0193b3a')?.ids).toBeNull();
});

test('a phone number is found in every common notation', () => {
  for (const text of ['08031234567', '0803 123 4567', '(0803) 123-4567']) {
    expect(orderSearchOf(text)?.patterns, text).toEqual(['%8031234567%']);
  }
  for (const text of ['+2348031234567', '+234 803 123 4567', '002348031234567']) {
    expect(orderSearchOf(text)?.patterns, text).toEqual(['%2348031234567%']);
  }
});

test('all words of a name must match, folded; one or two letters match at the start of a word', () => {
  expect(orderSearchOf('Adé Ọ')?.patterns).toEqual(['%ade%', '% o%']);
  expect(orderSearchOf('ada-obi@mail.example')?.patterns).toEqual(['%ada obi@mail.example%']);
});

test("PostgreSQL's wildcards are literal characters", () => {
  expect(orderSearchOf('50%_\\off')?.patterns).toEqual(['%50\\%\\_\\\\off%']);
});
