import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatMoney } from '#shared/money.ts';
import { guessMapping, type Mapping, missingColumns } from './csv-mapping.ts';
import { countGaps, parseProducts } from './csv-products.ts';
import { readSheet, type Sheet } from './csv-records.ts';
import { decodeFile, type FileText } from './csv-text.ts';

// Parses exports in the formats of other shops.

function opened(name: string) {
  const bytes = readFileSync(new URL(`../../../../e2e/fixtures/shops/${name}.csv`, import.meta.url));
  const sheet = readSheet((decodeFile(bytes) as FileText).text) as Sheet;
  return { sheet, guess: guessMapping(sheet) };
}

function read(name: string, fill: Mapping['fill'] = {}) {
  const { sheet, guess } = opened(name);
  const { products, badRows, ...rest } = parseProducts(sheet, { ...guess, fill });
  return {
    ...rest,
    missing: missingColumns({ ...guess, fill }),
    products: products.map(({ name, description, price, category }) => [
      name,
      description,
      formatMoney(price!),
      category,
    ]),
    bad: badRows.map(({ row, faults }) => [row, ...faults.map(({ message }) => message)]),
  };
}

test('Shopify: drafts and archived products are left out, the rows of a handle are one product', () => {
  expect(read('shopify')).toEqual({
    missing: [],
    products: [
      [
        'Emerald Agbada & Fila',
        'Three pieces of cashmere.\n\n• Hand-embroidered neck\n• Matching fila',
        '₦85,000.00',
        'Agbada',
      ],
      ['Indigo Adire Boubou', 'The dyer’s own “eleko” pattern – no two alike.', '₦32,000.00', 'Boubou'],
    ],
    bad: [
      [7, 'Description is required'],
      [11, 'Price must be positive'],
    ],
    variants: 3,
    priceRanges: [{ name: 'Emerald Agbada & Fila', lowest: 8_500_000, highest: 9_250_000 }],
    unpublished: { draft: 1, archived: 1, hidden: 0 },
    currency: undefined,
  });
});

test('a description of empty tags counts as a gap, and gets the fill value', () => {
  const { sheet, guess } = opened('shopify');
  expect(countGaps(sheet, guess)[guess.columns.description!]).toBe(1);
  const { products, bad } = read('shopify', { description: 'Ask us about it.' });
  expect(products).toContainEqual(['Coral Bead Set', 'Ask us about it.', '₦18,500.00', 'Jewellery']);
  expect(bad).toHaveLength(1);
});

test('WooCommerce: variations belong to their parent, its most precise category becomes a path', () => {
  expect(read('woocommerce')).toEqual({
    missing: [],
    products: [
      ['Senator Suit', 'Kaftan top and trousers.\nPiping at the cuffs.', '₦38,000.00', 'Men > Native Wear'],
      ['Sego Gele – Gold', 'Six yards.', '₦9,500.00', 'Women > Head Ties & Caps'],
    ],
    bad: [[8, 'Price is required']],
    variants: 2,
    priceRanges: [{ name: 'Senator Suit', lowest: 3_800_000, highest: 4_000_000 }],
    unpublished: { draft: 1, archived: 0, hidden: 1 },
    currency: undefined,
  });
});

test('Medusa: prices in minor units of another currency; the category is missing and gets the fill value', () => {
  expect(read('medusa').missing).toEqual(['category']);
  expect(read('medusa', { category: 'Ankara' })).toEqual({
    missing: [],
    products: [['Ankara Jumpsuit', 'Wax print, pockets; a belt of the same cloth.', '₦45.50', 'Ankara']],
    bad: [],
    variants: 2,
    priceRanges: [{ name: 'Ankara Jumpsuit', lowest: 4_550, highest: 5_000 }],
    unpublished: { draft: 1, archived: 0, hidden: 0 },
    currency: 'USD',
  });
});

test('Magento: a configurable product gets the prices of its simple ones', () => {
  expect(read('magento')).toEqual({
    missing: [],
    products: [['Lace Buba', 'Swiss lace, lined.', '₦21,000.00', 'Women > Buba']],
    bad: [],
    variants: 2,
    priceRanges: [{ name: 'Lace Buba', lowest: 2_100_000, highest: 2_350_000 }],
    unpublished: { draft: 0, archived: 0, hidden: 1 },
    currency: undefined,
  });
});

test('Squarespace: rows without a title are sizes of the product above', () => {
  expect(read('squarespace')).toEqual({
    missing: [],
    products: [['Kampala Kaftan', 'Tie and dye by hand.', '₦28,000.00', 'kaftans > tie-dye']],
    bad: [],
    variants: 1,
    priceRanges: [],
    unpublished: { draft: 0, archived: 0, hidden: 1 },
    currency: undefined,
  });
});

test('BigCommerce: SKU and rule rows belong to the product above', () => {
  expect(read('bigcommerce')).toEqual({
    missing: [],
    products: [['Damask Wrapper', 'Five yards of damask. Washes cold.', '₦24,000.00', 'Women > Wrappers']],
    bad: [[5, 'Description is required', 'Price must be positive']],
    variants: 2,
    priceRanges: [{ name: 'Damask Wrapper', lowest: 2_400_000, highest: 2_600_000 }],
    unpublished: { draft: 0, archived: 0, hidden: 1 },
    currency: undefined,
  });
});

test('Etsy: capital column names, character references, the currency in a column', () => {
  expect(read('etsy', { category: 'Gifts' })).toEqual({
    missing: [],
    products: [
      ["Women's Ankara Tote", "Sewn by Ronke's sister.\n\nLined & zipped.", '₦45.00', 'Gifts'],
      ['Adire Cushion, set of 2', 'Indigo.', '₦60.00', 'Gifts'],
    ],
    bad: [],
    variants: 0,
    priceRanges: [],
    unpublished: { draft: 0, archived: 0, hidden: 0 },
    currency: 'USD',
  });
});
