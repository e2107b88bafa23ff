import { megabytes } from './numbers.ts';
import type { Pace } from './pace.ts';
import { bigShop, type Server, type Stage } from './stage.ts';
import { type Row, row } from './table.ts';

const FILES = ['google.xml', 'meta.csv'] as const;

/** Measures how long the feeds of 10,000 products take, and whether those of ten times as many need more memory. */
export async function feeds(stage: Stage, { many }: Pace): Promise<Row[]> {
  const few = await stage.shopWith({ products: 10_000 });
  // The first feeds compile the code.
  for (const file of FILES) await feedOf(few, file);
  const rows: Row[] = [];
  for (const file of FILES) {
    const { seconds, items, bytes } = await feedOf(few, file);
    rows.push(
      row(
        `/feeds/${file} of ${items.toLocaleString('en')} products`,
        `${seconds.toFixed(2)} s, ${megabytes(bytes)}`,
        '≤ 2 s',
        seconds <= 2,
      ),
    );
  }
  const fewMost = (await few.counts()).mostMemory;
  await few.stop();

  const big = await stage.shopWith(bigShop(many));
  for (let round = 0; round < 2; round++) for (const file of FILES) await feedOf(big, file);
  const bigMost = (await big.counts()).mostMemory;
  await big.stop();
  rows.push(
    row(
      `memory at the peak of the feeds of ${many.toLocaleString('en')} products, against 10,000`,
      `${megabytes(bigMost)} against ${megabytes(fewMost)}`,
      '≤ 1.25 ×',
      bigMost <= 1.25 * fewMost,
    ),
  );
  return rows;
}

/** Reads a feed to its end without keeping it, uncompressed, and counts the products. */
async function feedOf({ port }: Server, file: (typeof FILES)[number]) {
  const started = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/feeds/${file}`, {
    headers: { 'accept-encoding': 'identity' },
  });
  if (response.status !== 200) throw new Error(`/feeds/${file} answered ${response.status}`);
  const mark = file === 'google.xml' ? '</item>' : '\r\n';
  const decoder = new TextDecoder();
  let [bytes, marks, tail] = [0, 0, ''];
  for await (const piece of response.body!) {
    bytes += piece.length;
    const text = tail + decoder.decode(piece, { stream: true });
    marks += text.split(mark).length - 1;
    // A mark may be cut between two pieces.
    tail = text.slice(1 - mark.length);
  }
  const seconds = (performance.now() - started) / 1000;
  // The CSV has a header.
  return { seconds, bytes, items: file === 'google.xml' ? marks : marks - 1 };
}
