import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guessMapping, type Mapping, missingColumns } from './csv-mapping.ts';
import { parseProducts } from './csv-products.ts';
import { readSheet, type Sheet } from './csv-records.ts';
import { decodeFile, type FileText } from './csv-text.ts';
import { splitRows } from './test-parsed.ts';

// Published exports of other shops. They are not part of the repository; the tests are skipped without them.

const FOLDER = new URL('../../../../../shared/data/', import.meta.url);

interface Expected {
  /** The values that the column mapping asks for. */
  fill?: Mapping['fill'];
  products: number;
  variants: number;
  /** The number of products with errors. */
  bad?: number;
  hidden?: number;
}

const FILES: Record<string, Expected> = {
  'shops/shopify-SnowDevil.csv': { products: 277, variants: 355, hidden: 1 },
  'shops/shopify-jewelry.csv': { products: 19, variants: 11 },
  'shops/woo-sample_products.csv': { products: 13, variants: 9, bad: 1, hidden: 1 },
  'shops/medusa-v1.csv': { products: 2, variants: 3 },
  'shops/medusa-v2.csv': { products: 2, variants: 3 },
  'shops/magento-configurable.csv': {
    fill: { description: 'To follow' },
    products: 1,
    variants: 2,
    hidden: 1,
  },
  'shopify-apparel.csv': { products: 20, variants: 2 },
};

for (const [name, { fill = {}, products, variants, bad = 0, hidden = 0 }] of Object.entries(FILES)) {
  test(`IMP-02 IMP-05 ${name} is parsed with the expected products and missing columns`, (context) => {
    const file = new URL(name, FOLDER);
    context.skip(!existsSync(file), `${file.pathname} is not there`);
    const sheet = readSheet((decodeFile(readFileSync(file)) as FileText).text) as Sheet;
    const guess = guessMapping(sheet);
    // Exports of other shops are mapped without a question.
    expect(missingColumns(guess)).toEqual(Object.keys(fill));
    const found = splitRows(parseProducts(sheet, { ...guess, fill: { ...guess.fill, ...fill } }));
    expect(found.products).toHaveLength(products);
    expect(found.variants).toBe(variants);
    expect(found.badRows).toHaveLength(bad);
    expect(found.unpublished).toEqual({ draft: 0, archived: 0, hidden });
    for (const { name, description, category } of found.products) {
      expect(`${name} ${description} ${category}`).not.toMatch(/[\u0080-\u009f]|&[a-z]+;|<\/?[a-z]/i);
    }
  });
}
