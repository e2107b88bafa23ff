import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatMoney } from '#shared/money.ts';
import { guessMapping, type Mapping, missingColumns } from './csv-mapping.ts';
import { countGaps, parseProducts, type VariantChoice } from './csv-products.ts';
import { readSheet, type Sheet } from './csv-records.ts';
import { decodeFile, type FileText } from './csv-text.ts';
import { detectShop } from './shop-exports.ts';
import { splitRows } from './test-parsed.ts';

// Parses exports in the formats of other shops.

function opened(name: string) {
  const bytes = readFileSync(new URL(`../../../../e2e/fixtures/shops/${name}.csv`, import.meta.url));
  const sheet = readSheet((decodeFile(bytes) as FileText).text) as Sheet;
  return { sheet, guess: guessMapping(sheet) };
}

function read(name: string, fill: Mapping['fill'] = {}) {
  const { sheet, guess } = opened(name);
  const { products, badRows, ...rest } = splitRows(
    parseProducts(sheet, { ...guess, fill: { ...guess.fill, ...fill } }),
  );
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

test('IMP-02 IMP-05 Shopify: drafts and archived products are left out, the rows of a handle are one product', () => {
  expect(read('shopify')).toMatchObject({
    missing: [],
    products: [
      [
        'Emerald Agbada & Fila',
        'Three pieces of cashmere.\n\n• Hand-embroidered neck\n• Matching fila\n\n• M: ₦85,000.00\n• L: ₦85,000.00\n• XXL: ₦92,500.00',
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

test('IMP-02 IMP-05 Shopify: a file with the newer column names needs no click either', () => {
  const text = `Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Price,Compare-at price,Product image URL,Image position,Variant image URL
Agbada,agbada,<p>Three pieces.</p>,Aso,,,"men, new",TRUE,Active,AG-M,,Size,M,85000,,https://x/1.jpg,1,
,agbada,,,,,,,,AG-L,,Size,L,92500,,https://x/2.jpg,2,
Boubou,boubou,<p>Indigo.</p>,Aso,Apparel > Boubou,,,TRUE,Draft,BB,,Title,Default Title,32000,,,,
`;
  const sheet = readSheet(text) as Sheet;
  expect(detectShop(sheet.header)).toBe('Shopify');
  expect(missingColumns(guessMapping({ ...sheet, records: sheet.records.slice(0, 2) }))).toEqual([]);
  const { rows, unpublished } = parseProducts(sheet, guessMapping(sheet));
  expect(rows).toMatchObject([
    {
      product: { name: 'Agbada', sku: 'agbada', price: 8_500_000, category: 'New products' },
      images: ['https://x/1.jpg', 'https://x/2.jpg'],
    },
  ]);
  expect(unpublished).toMatchObject({ draft: 1 });
});

test('a description of empty tags counts as a gap, and gets the fill value', () => {
  const { sheet, guess } = opened('shopify');
  expect(countGaps(sheet, guess)[guess.columns.description!]).toBe(1);
  const { products, bad } = read('shopify', { description: 'Ask us about it.' });
  expect(products).toContainEqual(['Coral Bead Set', 'Ask us about it.', '₦18,500.00', 'Jewellery']);
  expect(bad).toHaveLength(1);
});

test('IMP-02 IMP-05 WooCommerce: variations belong to their parent, its most precise category becomes a path', () => {
  expect(read('woocommerce')).toMatchObject({
    missing: [],
    products: [
      [
        'Senator Suit',
        'Kaftan top and trousers.\nPiping at the cuffs.\n\n• Wine: ₦38,000.00\n• Navy: ₦40,000.00',
        '₦38,000.00',
        'Men > Native Wear',
      ],
      ['Sego Gele – Gold', 'Six yards.', '₦9,500.00', 'Women > Head Ties & Caps'],
    ],
    bad: [[8, 'Price is required']],
    variants: 2,
    priceRanges: [{ name: 'Senator Suit', lowest: 3_800_000, highest: 4_000_000 }],
    unpublished: { draft: 1, archived: 0, hidden: 1 },
    currency: undefined,
  });
});

test('IMP-05 unpublished sizes are left out and counted: they set no price, and are no line and no product', () => {
  const header =
    'ID,Type,SKU,Name,Published,Visibility in catalog,Description,Regular price,Categories,Parent,Images';
  const file = (parent: number) => `${header},Attribute 1 value(s)
1,variable,SUIT,Suit,${parent},visible,Sewn.,,Men,,,
2,variation,SUIT-S,Suit - S,0,visible,,10,,SUIT,https://x/s.jpg,S
3,variation,SUIT-M,Suit - M,1,visible,,30,,SUIT,,M
4,variation,SUIT-L,Suit - L,,visible,,40,,SUIT,,L
5,variation,SUIT-X,Suit - X,-1,visible,,90,,SUIT,,X
`;
  expect(parseText(file(1))).toMatchObject({
    products: [{ name: 'Suit', price: 3_000, description: 'Sewn.\n\n• M: ₦30.00\n• L: ₦40.00' }],
    badRows: [],
    variants: 2,
    priceRanges: [{ lowest: 3_000, highest: 4_000 }],
    unpublished: { draft: 0, hidden: 0 },
    unpublishedVariants: 2,
  });
  expect(parseText(file(1), 'each').products.map(({ name }) => name)).toEqual(['Suit – M', 'Suit – L']);
  expect(parseText(file(0))).toMatchObject({
    products: [],
    unpublished: { hidden: 1 },
    unpublishedVariants: 0,
  });
});

test('IMP-02 IMP-05 Medusa: prices in minor units of another currency; the category is missing and gets one', () => {
  expect(read('medusa').products[0]?.[3]).toBe('New products');
  expect(read('medusa', { category: 'Ankara' })).toMatchObject({
    missing: [],
    products: [
      [
        'Ankara Jumpsuit',
        'Wax print, pockets; a belt of the same cloth.\n\n• S: ₦45.50\n• M: ₦45.50\n• XL: ₦50.00',
        '₦45.50',
        'Ankara',
      ],
    ],
    bad: [],
    variants: 2,
    priceRanges: [{ name: 'Ankara Jumpsuit', lowest: 4_550, highest: 5_000 }],
    unpublished: { draft: 1, archived: 0, hidden: 0 },
    currency: 'USD',
  });
});

test('Magento: a configurable product gets the prices of its simple ones', () => {
  expect(read('magento')).toMatchObject({
    missing: [],
    products: [['Lace Buba', 'Swiss lace, lined.', '₦21,000.00', 'Women > Buba']],
    bad: [],
    variants: 2,
    priceRanges: [{ name: 'Lace Buba', lowest: 2_100_000, highest: 2_350_000 }],
    unpublished: { draft: 0, archived: 0, hidden: 1 },
    unpublishedVariants: 0,
    currency: undefined,
  });
});

test('IMP-02 IMP-05 Squarespace: rows without a title are sizes of the product above', () => {
  expect(read('squarespace')).toMatchObject({
    missing: [],
    products: [['Kampala Kaftan', 'Tie and dye by hand.\n\n• S\n• M', '₦28,000.00', 'kaftans > tie-dye']],
    bad: [],
    variants: 1,
    priceRanges: [],
    unpublished: { draft: 0, archived: 0, hidden: 1 },
    currency: undefined,
  });
});

test('BigCommerce: SKU and rule rows belong to the product above', () => {
  expect(read('bigcommerce')).toMatchObject({
    missing: [],
    products: [['Damask Wrapper', 'Five yards of damask. Washes cold.', '₦24,000.00', 'Women > Wrappers']],
    bad: [[5, 'Description is required', 'Price must be positive']],
    variants: 2,
    priceRanges: [{ name: 'Damask Wrapper', lowest: 2_400_000, highest: 2_600_000 }],
    unpublished: { draft: 0, archived: 0, hidden: 1 },
    currency: undefined,
  });
});

test('IMP-02 Etsy: capital column names, character references, the currency in a column', () => {
  expect(read('etsy', { category: 'Gifts' })).toMatchObject({
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

test('IMP-02 an export without descriptions or prices needs no click: the preview shows the empty cells', () => {
  for (const text of [
    'Handle,Title,Body (HTML),Vendor,Type,Variant Price\ncap,Cap,,Aso,Caps,\n',
    'Token,Item Name,Variation Name,Description,Categories,Price\nA1,Cap,Regular,,Caps,\n',
  ]) {
    const sheet = readSheet(text) as Sheet;
    const guess = guessMapping(sheet);
    expect(missingColumns(guess)).toEqual([]);
    expect(parseProducts(sheet, guess).rows[0]?.faults.map(({ message }) => message)).toEqual([
      'Description is required',
      'Price is required',
    ]);
  }
  const unknown = readSheet('Title,Description,Price,Type\nCap,,5,Caps\n') as Sheet;
  expect(missingColumns(guessMapping(unknown))).toEqual(['description']);
});

const parseText = (text: string, variants: VariantChoice = 'one') => {
  const sheet = readSheet(text) as Sheet;
  return splitRows(parseProducts(sheet, guessMapping(sheet), { variants }));
};

const SQUARE = `Token,Item Name,Variation Name,SKU,Description,Categories,Price,Archived,Option Name 1,Option Value 1
A1,Aso Oke Cap,Small,AO-S,Woven by hand.,Caps,9500,N,Size,Small
A2,Aso Oke Cap,Large,AO-L,Woven by hand.,Caps,11000,N,Size,Large
B1,Old Cap,Regular,,Gone.,Caps,1,Y,,
C1,Sego,Regular,SG,Gele.,,5000,N,,
`;

test('IMP-02 IMP-05 Square: variations of one name are one product, archived items are left out', () => {
  expect(parseText(SQUARE)).toMatchObject({
    products: [
      {
        name: 'Aso Oke Cap',
        price: 950_000,
        sku: 'AO-S',
        category: 'Caps',
        description: 'Woven by hand.\n\n• Small: ₦9,500.00\n• Large: ₦11,000.00',
      },
      { name: 'Sego', price: 500_000, description: 'Gele.', category: 'New products' },
    ],
    badRows: [],
    variantProducts: { count: 1, first: [{ name: 'Aso Oke Cap', labels: ['Small', 'Large'] }] },
    unpublished: { archived: 1 },
  });
});

test('IMP-05 each variant becomes a product with its own name, price and code', () => {
  expect(parseText(SQUARE, 'each').products).toMatchObject([
    { name: 'Aso Oke Cap – Small', price: 950_000, sku: 'AO-S', description: 'Woven by hand.' },
    { name: 'Aso Oke Cap – Large', price: 1_100_000, sku: 'AO-L', description: 'Woven by hand.' },
    { name: 'Sego', price: 500_000 },
  ]);
  const shopify = `Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src
kaftan,Kaftan,<p>Long.</p>,Kaftans,Size,S,,100,https://x/1.jpg
kaftan,,,,,M / L,,120,
kaftan,,,,,,,,https://x/2.jpg
`;
  expect(parseText(shopify, 'each').products).toMatchObject([
    { name: 'Kaftan – S', price: 10_000, sku: 'kaftan-s', category: 'Kaftans' },
    { name: 'Kaftan – M / L', price: 12_000, sku: 'kaftan-m-l', description: 'Long.' },
  ]);
});

test('IMP-05 a product of a single size stays as it is, and long lists of variants end', () => {
  const header = 'Handle,Title,Body (HTML),Type,Option1 Value,Variant Price';
  expect(parseText(`${header}\na,Cap,Round.,Caps,Default Title,5\n`).products[0]?.description).toBe('Round.');
  const rows = Array.from({ length: 60 }, (_, n) => `b,${n === 0 ? 'Cap,Round.,Caps' : ',,'},Size ${n},5`);
  const { description } = parseText([header, ...rows].join('\n')).products[0]!;
  expect(description.split('\n').slice(-2)).toEqual(['• Size 49', '• and 10 more']);
});
