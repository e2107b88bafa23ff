import { type Random, randomFrom } from './random.ts';

/** One SVG in the making: collects definitions, hands out ids, and owns the drawing's chance. */
export type Sheet = {
  random: Random;
  seed: string;
  /** A fresh id. */
  id: () => string;
  /** Adds a definition. */
  def: (svg: string) => void;
  defs: () => string;
};

export function newSheet(seed: string): Sheet {
  let count = 0;
  const parts: string[] = [sharedGradients];
  return {
    random: randomFrom(seed),
    seed,
    id: () => `i${(count++).toString(36)}`,
    def: (svg) => {
      parts.push(svg);
    },
    defs: () => `<defs>${parts.join('')}</defs>`,
  };
}

/** Template tag for markup: numbers lose all but one decimal, which halves the text librsvg has to read. */
export function svg(strings: TemplateStringsArray, ...values: (string | number)[]): string {
  let out = strings[0]!;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    out += (typeof value === 'number' ? round(value) : value) + strings[i + 1]!;
  }
  return out;
}

const round = (value: number) => String(Math.round(value * 10) / 10);

/** Repeats a drawing for 0 … count - 1. */
export function times(count: number, draw: (index: number) => string): string {
  let out = '';
  for (let i = 0; i < count; i++) out += draw(i);
  return out;
}

/** A point on a circle; degrees, 0 to the right, clockwise as SVG sees it. */
export function polar(cx: number, cy: number, radius: number, degrees: number): [number, number] {
  const a = (degrees * Math.PI) / 180;
  return [cx + radius * Math.cos(a), cy + radius * Math.sin(a)];
}

const stops = (...list: [at: number, colour: string, opacity: number][]) =>
  list
    .map(([at, colour, opacity]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
    .join('');

const dark = '#140a10';
const light = '#fff6e4';

/** Shading is done by these few gradients alone: filters cost librsvg ten times as much. */
const sharedGradients =
  `<linearGradient id="tube">${stops([0, dark, 0.42], [0.16, dark, 0.12], [0.34, light, 0.12], [0.5, light, 0.02], [0.78, dark, 0.12], [1, dark, 0.5])}</linearGradient>` +
  `<linearGradient id="body">${stops([0, dark, 0.3], [0.2, dark, 0.05], [0.38, light, 0.13], [0.62, light, 0], [0.85, dark, 0.12], [1, dark, 0.34])}</linearGradient>` +
  `<linearGradient id="fall" x2="0" y2="1">${stops([0, light, 0.12], [0.4, dark, 0], [1, dark, 0.3])}</linearGradient>` +
  `<linearGradient id="foldR">${stops([0, dark, 0], [0.75, dark, 0.36], [1, dark, 0.56])}</linearGradient>` +
  `<linearGradient id="foldL">${stops([0, dark, 0.56], [0.25, dark, 0.36], [1, dark, 0])}</linearGradient>` +
  `<linearGradient id="shine">${stops([0, light, 0], [0.5, light, 0.36], [1, light, 0])}</linearGradient>` +
  `<radialGradient id="pool">${stops([0, dark, 0.5], [0.55, dark, 0.26], [1, dark, 0])}</radialGradient>` +
  `<radialGradient id="glow">${stops([0, light, 0.6], [0.6, light, 0.16], [1, light, 0])}</radialGradient>` +
  `<linearGradient id="under" x2="0" y2="1">${stops([0, dark, 0.55], [1, dark, 0])}</linearGradient>` +
  `<linearGradient id="gold" x2="1" y2="1">${stops([0, '#f7e3a1', 1], [0.45, '#c9973a', 1], [0.6, '#f0d488', 1], [1, '#8a5f1c', 1])}</linearGradient>` +
  `<linearGradient id="wood">${stops([0, '#6b4023', 1], [0.35, '#b57a46', 1], [0.55, '#a56b3b', 1], [1, '#543019', 1])}</linearGradient>`;
