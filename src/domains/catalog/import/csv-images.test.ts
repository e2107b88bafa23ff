import { expect, test } from 'vitest';
import { createImageReader } from './csv-images.ts';
import { guessMapping } from './csv-mapping.ts';
import { parseProducts } from './csv-products.ts';
import { readSheet, type Sheet } from './csv-records.ts';
import { imageSources, planDownloads } from './image-sources.ts';
import { noComparedRows, planRows } from './import-plan.ts';

const urlsOf = (header: string[], ...rows: string[][]) =>
  createImageReader(header)(rows.map((cells, row) => ({ row, cells })));

test('IMP-06 the image columns of exports are found by their names', () => {
  const a = 'https://cdn.test/a.jpg';
  const columns = [
    ...['Image Src', 'Images', 'Hosted Image URLs', 'IMAGE1', 'IMAGE10', 'Product Image 1 Url', 'base_image'],
    ...[
      'additional_images',
      'Image',
      'Photo',
      'picture url',
      'Product image URL',
      'Variant Image',
      'Product Thumbnail',
    ],
  ];
  for (const column of columns) expect([column, urlsOf([column], [a])]).toEqual([column, [a]]);
  const others = [
    ...[
      'Image Alt Text',
      'Image Position',
      'Image Width',
      'base_image_label',
      'Title',
      'Product URL',
      'Imagery',
    ],
    ...['Body (HTML)', 'Image ID'],
  ];
  for (const column of others) expect([column, urlsOf([column], [a])]).toEqual([column, []]);
});

test('IMP-06 several addresses in a cell are told apart, each is used once, and other texts are no addresses', () => {
  const cell =
    'https://a.test/1.jpg, https://a.test/w_200,h_300/2.jpg\nhttp://a.test/My photo.jpg | //a.test/4.jpg';
  expect(urlsOf(['Images', 'Thumbnail'], [cell, 'https://a.test/small.jpg'])).toEqual([
    'https://a.test/1.jpg',
    'https://a.test/w_200,h_300/2.jpg',
    'http://a.test/My photo.jpg',
    'https://a.test/4.jpg',
  ]);
  expect(urlsOf(['Image Src'], ['https://a.test/1'], ['https://a.test/1'], [''], ['/m/y/local.jpg'])).toEqual(
    ['https://a.test/1'],
  );
  expect(urlsOf(['Image', 'Thumbnail'], ['', 'https://a.test/small.jpg'])).toEqual([
    'https://a.test/small.jpg',
  ]);
  expect(
    urlsOf(
      ['Image'],
      ['javascript:alert(1)'],
      ['file:///etc/passwd'],
      ['https://'],
      [`https://a/${'x'.repeat(2_000)}`],
    ),
  ).toEqual([]);
});

test('IMP-06 images without an address are counted by product, with the first of them', () => {
  const sheet = readSheet(`Handle,Title,Body,Price,Type,Published,Image Src,Image Alt Text
a,A,x,1,c,true,front.jpg,A
a,,,,,,back.jpg,A
b,B,x,1,c,true,"b.jpg, https://a.test/b.jpg",B
c,C,x,1,c,true,https://a.test/c.jpg,C
d,D,x,1,c,true,,D
e,E,x,1,c,false,e.jpg,E
`) as Sheet;
  const { rows, imageNames } = parseProducts(sheet, guessMapping(sheet));
  expect(imageNames).toEqual({ count: 2, first: 'front.jpg' });
  expect(rows.map(({ images }) => images.length)).toEqual([0, 1, 1, 0]);
});

const FILE = `Handle,Title,Body (HTML),Variant Price,Type,Option1 Value,Image Src,Variant Image
kaftan,Kaftan,Sewn,100,Men,S,https://a.test/1.jpg,https://a.test/s.jpg
kaftan,,,100,,M,https://a.test/2.jpg,
kaftan,,,,,,https://a.test/3.jpg,
fila,Fila,Cap,50,Men,,https://a.test/f.jpg,
plain,Plain,Cap,50,Men,,,
`;

test('IMP-06 a product has the images of all of its rows; a variant of its own has its own image', () => {
  const sheet = readSheet(FILE) as Sheet;
  const parse = (variants: 'one' | 'each') =>
    parseProducts(sheet, guessMapping(sheet), { variants }).rows.map(({ product, images }) => [
      product.name,
      images.map((url) => url.slice(15)),
    ]);
  expect(parse('one')).toEqual([
    ['Kaftan', ['1.jpg', '2.jpg', '3.jpg', 's.jpg']],
    ['Fila', ['f.jpg']],
    ['Plain', []],
  ]);
  expect(parse('each').slice(0, 2)).toEqual([
    ['Kaftan – S', ['s.jpg']],
    ['Kaftan – M', ['1.jpg', '2.jpg', '3.jpg', 's.jpg']],
  ]);
});

test('IMP-06 downloads are planned for products of the shop, within the images a product may have', () => {
  const sheet = readSheet(FILE) as Sheet;
  const { rows } = parseProducts(sheet, guessMapping(sheet));
  const plan = planRows(rows, noComparedRows(), { mode: 'create', key: 'sku', includesExisting: false });
  const sources = imageSources(rows, plan);
  expect(sources).toMatchObject([
    { name: 'Kaftan', keys: { sku: 'kaftan', name: 'Kaftan' } },
    { name: 'Fila', keys: { sku: 'fila', name: 'Fila' } },
  ]);
  const many = Array.from({ length: 23 }, (_, n) => `https://a.test/${n}`);
  const named = (name: string, urls: string[]) => ({ name, keys: { name }, urls });
  const planned = planDownloads(
    [sources[1]!, named('Twin', many), named('Gone', many), named('Many', many)],
    {
      matches: [
        { at: 0, id: 'one' },
        { at: 3, id: 'two' },
      ],
      several: [1],
    },
  );
  expect([planned.downloads.length, planned.products]).toEqual([21, 2]);
  expect(planned.downloads[0]).toEqual({ productId: 'one', product: 'Fila', url: 'https://a.test/f.jpg' });
  expect(planned.rest).toEqual([
    { label: 'Twin', reason: 'Several products have this name' },
    { label: 'Gone', reason: 'It is not in the shop' },
    { label: 'Many', reason: 'A product has at most 20 images: 3 images left out' },
  ]);
});
