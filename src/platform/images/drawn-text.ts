import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { sourceFile } from '#db/source-file.ts';

/** A drawn piece of text: a transparent image just as large as its ink. */
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
  /** Lines break at this many pixels. */
  width?: number;
}

const FOLDER = join('src', 'platform', 'images', 'fonts');
const FONTS = {
  display: { family: 'Aso House Display', file: 'noto-serif-display.ttf' },
  text: { family: 'Aso House Text', file: 'commissioner.ttf' },
};

const fontFile = (name: string) => sourceFile(join(FOLDER, name));

// A machine without fonts has no settings for them either, and the renderer would complain at every start.
if (!process.env.FONTCONFIG_FILE && process.platform === 'linux' && !existsSync('/etc/fonts/fonts.conf')) {
  process.env.FONTCONFIG_FILE = fontFile('fonts.conf');
}

/**
 * Draws text with the project's own fonts; the machine needs none. Tones and dots of Yoruba are placed by
 * the fonts' own rules (HarfBuzz), which drawing letter by letter would miss.
 */
export async function drawText(text: string, style: TextStyle): Promise<DrawnText> {
  const { family, file } = FONTS[style.font];
  const attributes = [
    `foreground="${style.colour}"`,
    style.bold && 'weight="bold"',
    style.struck && 'strikethrough="true"',
  ].filter(Boolean);
  const { data, info } = await sharp({
    text: {
      text: `<span ${attributes.join(' ')}>${escaped(text)}</span>`,
      font: `${family} ${style.size}`,
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

/** The text in at most `lines` lines of `style.width`, shortened with '…' where it is longer. */
export async function drawLines(text: string, style: TextStyle, lines: number): Promise<DrawnText> {
  const [one, two] = await Promise.all(['Ẹ́g', 'Ẹ́g\nẸ́g'].map((sample) => drawText(sample, style)));
  const lineHeight = two!.height - one!.height;
  const fits = ({ height }: DrawnText) => Math.round((height - one!.height) / lineHeight) < lines;

  const whole = await drawText(text, style);
  if (fits(whole)) return whole;
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  let best = await drawText('…', style);
  let [low, high] = [1, Math.min(letters.length, 300)];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const drawn = await drawText(shortened(letters.slice(0, middle).join('')), style);
    if (fits(drawn)) {
      best = drawn;
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return best;
}

/** Ends after a whole word where one is near. */
function shortened(text: string): string {
  const words = text.replace(/\s+\S*$/, '');
  return `${(words.length > text.length - 15 ? words : text).replace(/[\s,.;:·–—-]+$/, '')}…`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text for Pango's markup; control characters would make it invalid, and it draws no blanks alone. */
function escaped(text: string): string {
  const visible = text.toWellFormed().replace(/[^\P{C}\n]/gu, '');
  return visible.trim() === '' ? '–' : visible.replace(/[&<>]/g, (letter) => ENTITIES[letter]!);
}
