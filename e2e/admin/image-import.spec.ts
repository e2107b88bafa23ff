import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { createArchive } from '#domains/catalog/import/test-archive.ts';
import { open } from '../journey.ts';
import { expectToast } from '../shopper.ts';
import { bulkPanel, choose, createButton, expect, expectAccessible, openBulk, test } from './bulk.ts';
import { jpeg } from './images.ts';

// An address that the shop refuses is an error of the network to the browser.
test.use({ expectedErrors: [/422 .*downloadImage/] });

const imagesOf = async (db: import('pg').Client, name: string) =>
  (
    await db.query(
      'select i.is_primary, i.width from product_images i join products p on p.id = i.product_id where p.name = $1 order by i.display_order',
      [name],
    )
  ).rows;

test('IMP-06, IMP-08 the images of an export are downloaded by the shop, and are undone with the import', {
  tag: '@phone',
}, async ({ page, db }) => {
  const origin = process.env.SHOP_TILES_URL!.replace('localhost', '127.0.0.1');
  const file = `Handle,Title,Body (HTML),Variant Price,Image Src
web-kaftan,Web Kaftan,Sewn,100,${origin}/1.png
web-kaftan,,,,${origin}/2.png
web-fila,Web Fila,Wool,50,http://169.254.169.254/latest/meta-data/
web-plain,Web Plain,Wool,50,
`;
  await openBulk(page);
  await choose(page, file);
  await createButton(page).click();
  const panel = bulkPanel(page);
  await panel.getByRole('button', { name: 'Download 3 images for 2 products' }).click();
  await expect(panel.getByText('2 images added.')).toBeVisible();
  await expect(panel.getByRole('list', { name: '1 image could not be added' })).toContainText(
    'public addresses of the web only',
  );
  const [list] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download this list' }).click(),
  ]);
  expect(list.suggestedFilename()).toBe('images_left_out.csv');
  expect(await readFile(await list.path(), 'utf8')).toContain('Web Fila,http://169.254.169.254/');
  // The header covers no link by half.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  expect(await imagesOf(db, 'Web Kaftan')).toEqual([
    { is_primary: true, width: 1 },
    { is_primary: false, width: 1 },
  ]);
  // The file chosen again goes on where it was: nothing is added twice.
  await panel.getByRole('button', { name: 'Close' }).click();
  await panel.getByRole('button', { name: 'Upload another file' }).click();
  await choose(page, file);
  await panel.getByRole('button', { name: 'Download 3 images for 2 products' }).click();
  await expect(panel.getByText('0 images added. 2 images were there already.')).toBeVisible();
  expect(await imagesOf(db, 'Web Kaftan')).toHaveLength(2);

  // From the history, the import and its images are one change.
  await open(page, '/admin/history?search=Web+Kaftan');
  await page.getByRole('button', { name: /^Undo: Imported 3 products/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectToast(page, 'Undone');
  const { rows: left } = await db.query("select name from products where name like 'Web %'");
  expect(left).toEqual([]);
});

test('IMP-06, IMP-08 photographs of files and archives are matched, added once, and the rest is listed', {
  tag: '@phone',
}, async ({ page, db }) => {
  await db.query(
    "insert into products (id, name, description, price, sku) select gen_random_uuid(), 'Photo ' || sku, 'x', 1, sku from unnest('{PH-12,PH-13}'::text[]) sku",
  );
  const [front, back, other] = [
    await jpeg('ph-12.jpg'),
    await jpeg('PH-12 (2).jpg', { restless: true }),
    await jpeg('IMG_2041.jpg'),
  ];
  const archive = {
    name: 'photographs.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(
      createArchive([
        { name: 'all/PH-13/1.jpg', data: front.buffer },
        { name: 'all/PH-12_3.jpg', data: back.buffer },
        { name: 'all/notes.txt', data: 'Lagos' },
        { name: '__MACOSX/._PH-13.jpg', data: 'x' },
      ]),
    ),
  };
  await openBulk(page);
  const section = page.getByRole('region', { name: 'Add photographs' });
  // The file inputs behind the buttons are no buttons of their own.
  await expect(section.getByRole('button')).toHaveText(['Choose photographs or a ZIP', 'Choose a folder']);
  const chooseFiles = (...files: (typeof archive)[]) =>
    section.locator('input[type=file][multiple]').setInputFiles(files);
  await chooseFiles(front, back, other, archive);
  await expect(section.getByText('4 photographs for 2 products')).toBeVisible();
  await expect(section.getByRole('list', { name: '2 files left out' }).getByRole('listitem')).toHaveText([
    'IMG_2041.jpgNo product has this code or name',
    'all/notes.txtIt is no image',
  ]);
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Add 4 photographs' }).click();
  // Two are the same photograph under two names.
  await expect(section.getByText('3 images added. 1 image was there already.')).toBeVisible();
  await expectAccessible(page);
  expect((await imagesOf(db, 'Photo PH-12')).map(({ is_primary }) => is_primary)).toEqual([true, false]);
  expect(await imagesOf(db, 'Photo PH-13')).toHaveLength(1);

  // Another day, the same archive and one more photograph: only that is uploaded.
  await open(page, '/admin/products?tab=bulk');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/uploadImage')) sent.push(request.url());
  });
  await chooseFiles(archive, back, await jpeg('PH-13.jpg', { restless: true }));
  await section.getByRole('button', { name: 'Add 4 photographs' }).click();
  await expect(section.getByText('1 image added. 3 images were there already.')).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(await imagesOf(db, 'Photo PH-13')).toHaveLength(2);

  // The run is one undo.
  await section.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone')).toBeVisible();
  await expect(section.getByRole('button', { name: 'Add 4 photographs' })).toBeVisible();
  expect(await imagesOf(db, 'Photo PH-13')).toHaveLength(1);
  expect(await imagesOf(db, 'Photo PH-12')).toHaveLength(2);
  // The first one is a single change in the history too.
  await open(page, '/admin/history?search=PH-12');
  await page.getByRole('button', { name: 'Undo: Added images to 2 products' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectToast(page, 'Undone');
  expect(await imagesOf(db, 'Photo PH-12')).toEqual([]);
});

test('IMP-06 a transparent photograph of 5 MB or more gets a white background', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { rows } = await db.query(
    "insert into products (id, name, description, price, sku) values (gen_random_uuid(), 'Clear', 'x', 1, 'CL-1') returning id",
  );
  const clear = { create: { width: 1_300, height: 1_300, channels: 4, background: '#00000000' } } as const;
  const buffer = await sharp(clear).png({ compressionLevel: 0 }).toBuffer();
  await openBulk(page);
  const section = page.getByRole('region', { name: 'Add photographs' });
  await section
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'CL-1.png', mimeType: 'image/png', buffer });
  await section.getByRole('button', { name: 'Add 1 photograph' }).click();
  await expect(section.getByText('1 image added.')).toBeVisible();
  const folder = `${process.env.SHOP_DATA_DIR}/uploads/product-images/${rows[0].id}`;
  const [stored] = await readdir(folder);
  const { channels } = await sharp(await readFile(`${folder}/${stored}`)).stats();
  expect(channels.map(({ min }) => min)).toEqual([255, 255, 255]);
});

test(
  'IMP-06 a folder that is dropped is matched like one that is chosen',
  {
    tag: '@desktop',
  },
  async ({ page, db }, info) => {
    await db.query(
      "insert into products (id, name, description, price, sku) values (gen_random_uuid(), 'Dropped', 'x', 1, 'DR-1')",
    );
    const folder = info.outputPath('summer');
    await mkdir(`${folder}/DR-1`, { recursive: true });
    await writeFile(`${folder}/DR-1/front.jpg`, (await jpeg('front.jpg')).buffer);
    await writeFile(`${folder}/notes.txt`, 'Lagos');
    await openBulk(page);
    const section = page.getByRole('region', { name: 'Add photographs' });
    const target = section.getByText('or drop them here');
    await target.scrollIntoViewIfNeeded();
    const box = (await target.boundingBox())!;
    const browser = await page.context().newCDPSession(page);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await browser.send('Input.dispatchDragEvent', {
        type,
        x: box.x + box.width / 2,
        y: box.y + box.height / 2,
        data: { items: [], files: [folder], dragOperationsMask: 1 },
      });
    }
    await expect(section.getByText('1 photograph for 1 product')).toBeVisible();
    await expect(section.getByRole('list', { name: '1 file left out' })).toContainText('summer/notes.txt');
  },
);
