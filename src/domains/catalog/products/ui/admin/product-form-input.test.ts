import { expect, test } from 'vitest';
import { fieldNames, fieldsOf, type ProductFields, productForm, typedPrice } from './product-form-input.ts';

const GELE = '0193b3a4-0000-7000-8000-00000000cafe';
const typed = (more: Partial<ProductFields> = {}): ProductFields => ({
  ...fieldsOf(undefined),
  name: ' Adire boubou ',
  description: 'Indigo',
  price: '12500.50',
  category: { id: GELE, label: 'Gele', isNew: false, newName: 'ignored' },
  ...more,
});
const faultsOf = (fields: ProductFields) =>
  productForm.safeParse(fields).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

test("typed values are converted to the request's input", () => {
  expect(productForm.parse(typed())).toEqual({
    name: 'Adire boubou',
    description: 'Indigo',
    price: 12500.5,
    category: { id: GELE },
    featured: false,
    status: 'published',
    soldOut: false,
    image: null,
  });
});

test('ADM-PROD-15 a new category is sent by its name, whatever was selected before', () => {
  const category = { id: GELE, label: 'Gele', isNew: true, newName: ' Fila ' };
  expect(productForm.parse(typed({ category })).category).toEqual({ name: 'Fila' });
});

test('OPEN-15 OPEN-32 all missing values are reported at once, each at its field', () => {
  expect(faultsOf(fieldsOf(undefined))).toEqual([
    'name: Name is required',
    'description: Description is required',
    'price: Price is required',
    'category: Category is required',
  ]);
});

test.each([
  ['0', undefined],
  ['0.01', undefined],
  ['9999999999.99', undefined],
  ['-0.01', 'Price must be 0 or more'],
  ['10000000000', 'Price must be at most 9,999,999,999.99'],
  ['1.005', 'Price has at most two decimals'],
  ['twelve', 'Write it as 12500 or 12500.50'],
])('ADM-PROD-14 OPEN-63 a price of %s', (price, fault) => {
  expect(faultsOf(typed({ price }))).toEqual(fault && [`price: ${fault}`]);
});

test('a price that the field shows, but that is no number, is not missing', () => {
  const priceOf = (value: string, badInput: boolean) =>
    faultsOf(typed({ price: typedPrice(value, { validity: { badInput } as ValidityState }) }));
  // Firefox: '12,500' in a number field.
  expect(priceOf('', true)).toEqual(['price: Write it as 12500 or 12500.50']);
  expect(priceOf('', false)).toEqual(['price: Price is required']);
  expect(priceOf('12500.5', false)).toBeUndefined();
});

test('two versions are displayed as text', () => {
  const { show } = fieldNames('NGN');
  expect(show?.price?.('2500')).toBe('₦2,500.00');
  expect(show?.price?.('half')).toBe('half');
  expect(show?.category?.({ id: '', label: '', isNew: true, newName: 'Fila' })).toBe('Fila (new)');
});
