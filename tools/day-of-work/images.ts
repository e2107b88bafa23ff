import sharp from 'sharp';
import { createArchive } from '#domains/catalog/import/test-archive.ts';

/** A drawn garment; each number has its own colour, so no two images are the same file. */
function photographOf(number: number): Promise<Buffer> {
  const colour = `hsl(${(number * 47) % 360} 55% 45%)`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500">
    <rect width="400" height="500" fill="#f3ece2"/>
    <path d="M140 90h120l80 90-45 40-25-30v230H130V190l-25 30-45-40z" fill="${colour}"/>
    <circle cx="${40 + number * 8}" cy="470" r="12" fill="${colour}"/>
  </svg>`;
  return sharp(Buffer.from(drawing)).jpeg({ quality: 88 }).toBuffer();
}

/** A ZIP archive of photographs that are named after the codes of their products. */
export async function photographsOf(codes: readonly string[]) {
  const parts = await Promise.all(
    codes.map(async (code, at) => ({ name: `photographs/${code}.jpg`, data: await photographOf(at) })),
  );
  return {
    name: 'photographs.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(createArchive(parts)),
  };
}
