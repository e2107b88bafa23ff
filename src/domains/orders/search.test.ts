import { expect, test } from 'vitest';
import { customerSearchOf, orderSearchOf } from './search.ts';

const ID = '0193b3a4-1111-7000-8000-00000000000a';

test('empty input is no search', () => {
  for (const text of ['', '   ', ' # ']) expect(orderSearchOf(text), text).toBeNull();
});

test('a hyphen alone finds nothing, not everything', () => {
  expect(orderSearchOf('-')).toEqual({ patterns: ['% -%'], ids: null });
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

test('SEARCH-07 other forms of a word stand beside its pattern, and only what the pattern does not find', () => {
  const also = (text: string, known: readonly string[] = []) =>
    orderSearchOf(text, (word) => known.includes(word))?.others?.map((one) => one?.also ?? null);
  expect(also('asooke', ['aso', 'oke'])).toEqual([['%aso oke%', '%aso and oke%']]);
  expect(also('asooke')).toEqual([null]);
  // In one word they contain each of both.
  for (const text of ['aso oke', 'aso-oke']) {
    expect(orderSearchOf(text), text).toEqual({ patterns: ['%aso%', '%oke%'], ids: null });
  }
  // 'ke' is found where a word begins so.
  expect(also('aso ke')).toEqual([null, ['%asoke%']]);
  expect(also('caps agbada')).toEqual([['%cap%'], null]);
  for (const text of ['0042', '0803 123 4567', 'ada@mail.example']) expect(also(text), text).toBeUndefined();
});

test('SEARCH-07 each word is also sought as a name in two', () => {
  expect(orderSearchOf('ade caps')?.others).toEqual([
    null,
    { also: ['%cap%'], whole: expect.any(String), names: ['% c aps%', '% ca ps%'] },
  ]);
  for (const text of ['ade', '0042', '0803 123 4567', 'ada@mail.example', ID])
    expect(orderSearchOf(text)?.others, text).toBeUndefined();
});

test('SEARCH-07 the name of a customer is found in one word, in two, and with a hyphen', () => {
  expect(customerSearchOf('Adé-Ojo')).toEqual([['%ade%'], ['%ojo%']]);
  expect(customerSearchOf("O'Brien")).toEqual([
    ['%obrien%', '% o brien%', '% ob rien%', '% obr ien%', '% obri en%'],
  ]);
  expect(customerSearchOf('ada ng')).toEqual([['%ada%'], ['% ng%']]);
  expect(customerSearchOf('0803 123 4567')).toEqual([['%8031234567%']]);
  expect(customerSearchOf('ada@mail.example')).toEqual([['%ada@mail.example%']]);
  for (const text of ['', ' # ', ID]) expect(customerSearchOf(text), text).toEqual([]);
});
