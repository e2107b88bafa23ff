import { expect, test } from 'vitest';
import { orderSearchOf } from './search.ts';

const ID = '0193b3a4-1111-7000-8000-00000000000a';

test('nothing typed is no search', () => {
  for (const text of ['', '   ', ' # ', '-']) expect(orderSearchOf(text), text).toBeNull();
});

test('ADM-ORD-03 an order number begins a word, with or without its #', () => {
  expect(orderSearchOf('0042')).toEqual({ patterns: ['% 0042%'], ids: null });
  expect(orderSearchOf(' #0042 ')).toEqual({ patterns: ['% 0042%'], ids: null });
  expect(orderSearchOf('#7')).toEqual({ patterns: ['% 7%'], ids: null });
});

test('ADM-ORD-03 an id is found whole, in its address, and by its beginning', () => {
  const whole = { patterns: [], ids: { from: ID, to: ID } };
  expect(orderSearchOf(ID)).toEqual(whole);
  expect(orderSearchOf(ID.toUpperCase())).toEqual(whole);
  expect(orderSearchOf(`https://shop.example/orders/${ID}`)).toEqual(whole);
  expect(orderSearchOf('0193b3a4-11')?.ids).toEqual({
    from: '0193b3a4-1100-0000-0000-000000000000',
    to: '0193b3a4-11ff-ffff-ffff-ffffffffffff',
  });
  // Eight digits may begin an id, and may be a telephone or an order number as well.
  expect(orderSearchOf('01234567')).toEqual({
    patterns: ['%1234567%'],
    ids: { from: '01234567-0000-0000-0000-000000000000', to: '01234567-ffff-ffff-ffff-ffffffffffff' },
  });
  expect(orderSearchOf('0193b3a')?.ids).toBeNull();
});

test('a phone number is found however it is written down', () => {
  for (const text of ['08031234567', '0803 123 4567', '(0803) 123-4567']) {
    expect(orderSearchOf(text)?.patterns, text).toEqual(['%8031234567%']);
  }
  for (const text of ['+2348031234567', '+234 803 123 4567', '002348031234567']) {
    expect(orderSearchOf(text)?.patterns, text).toEqual(['%2348031234567%']);
  }
});

test('words of a name all have to match, folded; one or two letters begin a word', () => {
  expect(orderSearchOf('Adé Ọ')?.patterns).toEqual(['%ade%', '% o%']);
  expect(orderSearchOf('ada-obi@mail.example')?.patterns).toEqual(['%ada obi@mail.example%']);
});

test('what PostgreSQL takes for a wildcard is a letter', () => {
  expect(orderSearchOf('50%_\\off')?.patterns).toEqual(['%50\\%\\_\\\\off%']);
});
