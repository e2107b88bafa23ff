import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { DRAWN_FONTS } from '#brand/look.ts';
import { sourceFile } from '#db/source-file.ts';

/** A rendered text: a transparent image of exactly the size of its ink. */
export interface DrawnText {
  input: Buffer;
  width: number;
  height: number;
}

export interface TextStyle {
  font: 'display' | 'text';
  /** Pixels. */
  size: number;
  colour: string;
  bold?: boolean;
  struck?: boolean;
  /** Line width in pixels. */
  width?: number | undefined;
}

const FOLDER = join('src', 'platform', 'images', 'fonts');

const fontFile = (name: string) => sourceFile(join(FOLDER, name));

// A machine without fonts has no font configuration, and the renderer would warn at every start.
if (!process.env.FONTCONFIG_FILE && process.platform === 'linux' && !existsSync('/etc/fonts/fonts.conf')) {
  process.env.FONTCONFIG_FILE = fontFile('fonts.conf');
}

/** Has what the text font lacks, such as the hooked consonants of Hausa; a font is known once it was drawn with. */
const otherFont = sharp({
  text: { text: 'a', font: DRAWN_FONTS.display.family, fontfile: fontFile(DRAWN_FONTS.display.file) },
}).toBuffer();

/**
 * Renders text with the project's own fonts; none need to be installed. Yoruba tone marks and dots are placed by the
 * fonts' rules (HarfBuzz), which drawing letter by letter would lose.
 */
export async function drawText(text: string, style: TextStyle): Promise<DrawnText> {
  await otherFont;
  const { family, file } = DRAWN_FONTS[style.font];
  const attributes = [
    `foreground="${style.colour}"`,
    style.bold && 'weight="bold"',
    style.struck && 'strikethrough="true"',
  ].filter(Boolean);
  const { data, info } = await sharp({
    text: {
      text: `<span ${attributes.join(' ')}>${escaped(text)}</span>`,
      font: `${family}, ${DRAWN_FONTS.display.family} ${style.size}`,
      fontfile: fontFile(file),
      // One point is one pixel.
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
      ...(style.width && { width: style.width }),
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height };
}

/** The largest of the sizes in which the text has at most `lines` lines and no broken word; else cut in the smallest. */
export async function drawFitting(
  text: string,
  style: Omit<TextStyle, 'size'> & { width: number },
  sizes: readonly number[],
  lines: number,
): Promise<DrawnText> {
  const longest = text.split(/\s+/).reduce((one, other) => (other.length > one.length ? other : one), '');
  for (const size of sizes.slice(0, -1)) {
    const word = await drawText(longest, { ...style, size, width: undefined });
    const drawn = word.width <= style.width && (await fitted(text, { ...style, size }, lines)).whole;
    if (drawn) return drawn;
  }
  return drawLines(text, { ...style, size: sizes.at(-1)! }, lines);
}

/** The text if it has at most `lines` lines, and whether a drawn text has. */
async function fitted(text: string, style: TextStyle, lines: number) {
  const [one, two] = await Promise.all(['Ẹ́g', 'Ẹ́g\nẸ́g'].map((sample) => drawText(sample, style)));
  const lineHeight = two!.height - one!.height;
  const fits = ({ height }: DrawnText) => Math.round((height - one!.height) / lineHeight) < lines;
  const whole = await drawText(text, style);
  return { whole: fits(whole) ? whole : null, fits };
}

/** The text in at most `lines` lines of `style.width`, shortened with '…' if it is longer. */
export async function drawLines(text: string, style: TextStyle, lines: number): Promise<DrawnText> {
  const { whole, fits } = await fitted(text, style, lines);
  if (whole) return whole;
  const graphemes = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  let best = await drawText('…', style);
  let [low, high] = [1, Math.min(graphemes.length, 300)];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const drawn = await drawText(shortened(graphemes.slice(0, middle).join('')), style);
    if (fits(drawn)) {
      best = drawn;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return best;
}

/** Cuts after a whole word if one ends near. */
function shortened(text: string): string {
  const words = text.replace(/\s+\S*$/, '');
  return `${(words.length > text.length - 15 ? words : text).replace(/[\s,.;:·–—-]+$/, '')}…`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes text for Pango markup; control characters would make it invalid, and blanks alone are not drawn. */
function escaped(text: string): string {
  const visible = text.toWellFormed().replace(/[^\P{C}\n]/gu, '');
  return visible.trim() === '' ? '–' : visible.replace(/[&<>]/g, (character) => ENTITIES[character]!);
}
