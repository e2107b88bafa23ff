import sharp from 'sharp';
import type { Plugin } from 'vite';
import { brandCss, logoSvg } from '../src/brand/css.ts';
import { PAGE } from '../src/brand/look.ts';

const MARKER = /\/\* brand: .*? \*\//;

/** Icons by file name: side in pixels. */
const ICONS = { 'icon-192.png': 192, 'icon-512.png': 512, 'apple-touch-icon.png': 180 };

/** The logo on the background of pages. Its margin is what a round mask may cut off. */
async function icon(side: number): Promise<Buffer> {
  const logo = await sharp(Buffer.from(logoSvg()), { density: 72 * 16 })
    .resize(Math.round((side * 2) / 3))
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
    for (const [fileName, side] of Object.entries(ICONS)) {
      this.emitFile({ type: 'asset', fileName, source: await icon(side) });
    }
  },
};
