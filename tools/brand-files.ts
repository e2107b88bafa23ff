import sharp from 'sharp';
import type { Plugin } from 'vite';
import { brandCss, logoSvg } from '../src/brand/css.ts';
import { PAGE } from '../src/brand/look.ts';

const MARKER = /\/\* brand: .*? \*\//;

/** How much of an icon's side the logo takes: a mask leaves a circle of 4/5 of it, and the square in that is 0.56. */
const WHOLE = 2 / 3;
const MASKABLE = 0.56;

/** Icons by file name: side in pixels, and the logo's part of it. */
const ICONS: Record<string, [side: number, part: number]> = {
  'icon-192.png': [192, WHOLE],
  'icon-512.png': [512, WHOLE],
  'icon-maskable-192.png': [192, MASKABLE],
  'icon-maskable-512.png': [512, MASKABLE],
  'apple-touch-icon.png': [180, WHOLE],
};

/** The logo on the background of pages. */
async function icon(side: number, part: number): Promise<Buffer> {
  const logo = await sharp(Buffer.from(logoSvg()), { density: 72 * 16 })
    .resize(Math.round(side * part))
    .toBuffer();
  return sharp({ create: { width: side, height: side, channels: 3, background: PAGE.light } })
    .composite([{ input: logo }])
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}

/** Writes the colours and fonts of src/brand/look.ts into styles.css, and its logo as icons beside the client's files. */
export const brandFiles: Plugin = {
  name: 'brand-files',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/design\/styles\.css(\?|$)/.test(id)) return undefined;
    return MARKER.test(code) ? code.replace(MARKER, () => brandCss()) : undefined;
  },
  async generateBundle() {
    if (this.environment.name !== 'client') return;
    this.emitFile({ type: 'asset', fileName: 'favicon.svg', source: logoSvg() });
    for (const [fileName, [side, part]] of Object.entries(ICONS)) {
      this.emitFile({ type: 'asset', fileName, source: await icon(side, part) });
    }
  },
};
