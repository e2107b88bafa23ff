import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { drawPlaceholder } from './placeholder.ts';
import { drawProduct } from './plate.ts';
import { drawSlide } from './slide.ts';
import { drawTile } from './tile.ts';

// Draws every image of specs.json into demo-store/images: node src/db/seed/pictures/draw-all.ts [PATTERN]

const PROJECT = join(import.meta.dirname, '../../../..');
const specs = JSON.parse(await readFile(join(import.meta.dirname, 'specs.json'), 'utf8'));
const wanted = new RegExp(process.argv[2] ?? '.');

const tasks: (() => Promise<void>)[] = [];
const later = (...given: Parameters<typeof save>) => void tasks.push(() => save(...given));

async function save(path: string, drawing: () => string, width: number, quality: number): Promise<void> {
  const file = join(PROJECT, 'demo-store/images', `${path}.webp`);
  if (!wanted.test(path)) return;
  await mkdir(dirname(file), { recursive: true });
  const image = sharp(Buffer.from(drawing())).flatten({ background: '#efe1cb' }).resize(width);
  await writeFile(file, await image.webp({ quality, effort: 4 }).toBuffer());
}

for (const [key, views] of Object.entries<Record<string, Parameters<typeof drawProduct>[0]>>(
  specs.products,
)) {
  for (const [view, spec] of Object.entries(views)) {
    const [width, quality] = spec.view === 'front' ? ([960, 46] as const) : ([720, 46] as const);
    later(`products/${key}-${view}`, () => drawProduct(spec), width, quality);
  }
}
for (const [key, spec] of Object.entries<Parameters<typeof drawTile>[0]>(specs.categories)) {
  later(`categories/${key}`, () => drawTile(spec), 800, 46);
}
for (const [key, spec] of Object.entries<Parameters<typeof drawSlide>[0]>(specs.slides)) {
  later(`slides/${key}`, () => drawSlide(spec), 1920, 60);
}
const waiting = tasks.values();
await Promise.all(
  [1, 2, 3].map(async () => {
    for (const task of waiting) await task();
  }),
);
await writeFile(
  join(PROJECT, 'src/app/cli/placeholder.jpg'),
  await sharp(Buffer.from(drawPlaceholder())).jpeg({ quality: 80, optimiseCoding: true }).toBuffer(),
);
