import { type ClassValue, clsx } from 'clsx';

/**
 * The property that a class sets, by its prefix; the first match applies. Classes without a match are never
 * removed.
 */
const SETS: readonly [RegExp, string | ((name: string) => string)][] = [
  [/^(block|inline|inline-block|flex|inline-flex|grid|inline-grid|hidden|contents)$/, 'display'],
  [/^(static|fixed|absolute|relative|sticky)$/, 'position'],
  [/^(visible|invisible)$/, 'visibility'],
  [/^(underline|no-underline|line-through)$/, 'decoration'],
  [/^text-(xs|sm|base|lg|xl|\dxl|\[[\d.]+(em|rem|px)\]|\[clamp.*)$/, 'font-size'],
  [/^text-(left|center|right|start|end)$/, 'text-align'],
  [/^text-(balance|pretty|wrap|nowrap)$/, 'text-wrap'],
  [/^text-/, 'color'],
  [/^font-(thin|light|normal|medium|semibold|bold)$/, 'font-weight'],
  [/^font-/, 'font-family'],
  [/^bg-(center|top|bottom|left|right)$/, 'background-position'],
  [/^bg-(cover|contain|auto)$/, 'background-size'],
  [/^bg-(linear|radial|none)/, 'background-image'],
  [/^bg-/, 'background-color'],
  [/^border(-[xytrbl])?(-\d+)?$/, (name) => `${/^border(-[xytrbl])?/.exec(name)?.[0]} width`],
  [/^border-(solid|dashed|dotted|none)$/, 'border-style'],
  [/^border(-[xytrbl])?-/, (name) => `${/^border(-[xytrbl])?-/.exec(name)?.[0]} color`],
  [/^(flex|grid)-(row|col|wrap|nowrap|flow)/, (name) => name.replace(/-(reverse|nowrap|wrap)$/, '')],
  [/^object-(cover|contain|fill|none)$/, 'object-fit'],
  [/^rounded-([trbl]{1,2})(-|$)/, (name) => name.replace(/^(rounded-[trbl]{1,2}).*/, '$1')],
  [
    /^(size|min-w|min-h|max-w|max-h|w|h|p[xytrbl]?|m[xytrbl]?|gap-[xy]|gap|inset-[xy]|inset|top|right|bottom|left|z|opacity|order|rounded|shadow|leading|cursor|aspect|object|grid-cols|col-span|justify-self|justify-items|justify|items|content|self|overflow-[xy]|overflow|whitespace|duration|transition|animate|underline-offset|outline-offset|translate-[xy]|shrink|grow|line-clamp)(?=-|$)/,
    (name) =>
      /^(?:\w+-[xy]|(?:min|max)-[wh]|grid-cols|col-span|justify-(?:self|items)|(?:underline|outline)-offset|line-clamp|\w+)(?=-|$)/.exec(
        name,
      )?.[0] ?? name,
  ],
];

/** A later class of the key also replaces earlier ones of these properties. */
const COVERS: Record<string, readonly string[]> = {
  size: ['w', 'h'],
  p: ['px', 'py', 'pt', 'pr', 'pb', 'pl'],
  px: ['pr', 'pl'],
  py: ['pt', 'pb'],
  m: ['mx', 'my', 'mt', 'mr', 'mb', 'ml'],
  mx: ['mr', 'ml'],
  my: ['mt', 'mb'],
  gap: ['gap-x', 'gap-y'],
  inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
  overflow: ['overflow-x', 'overflow-y'],
  'inset-x': ['left', 'right'],
  'inset-y': ['top', 'bottom'],
  'border width': [
    'border-x width',
    'border-y width',
    'border-t width',
    'border-r width',
    'border-b width',
    'border-l width',
  ],
  rounded: ['rounded-t', 'rounded-r', 'rounded-b', 'rounded-l'],
  'font-size': ['leading'],
};

/** Results by input. Both maps are bounded by the classes in the code. */
const known = new Map<string, string>();
const joined = new Map<string, string>();

/**
 * 'lg:hover:' + the property that the class sets under that condition; '' if the table does not contain it.
 */
function placeOf(name: string): string {
  let place = known.get(name);
  if (place === undefined) {
    const at = /^(?:[^:[]|\[[^\]]*\])*:(?!.*:[^\]]*$)/.exec(name)?.[0].length ?? 0;
    const bare = name.slice(at).replace(/^-/, '');
    const set = SETS.find(([pattern]) => pattern.test(bare))?.[1];
    place = set === undefined ? '' : `${name.slice(0, at)}|${typeof set === 'string' ? set : set(bare)}`;
    known.set(name, place);
  }
  return place;
}

/**
 * Joins class names; of two for the same property under the same condition the later applies. tailwind-merge
 * would add 7 kB to every page; this supports the properties that our components allow to override.
 */
export function cn(...classes: ClassValue[]): string {
  const given = clsx(classes);
  let result = joined.get(given);
  if (result === undefined) {
    result = withoutOverridden(given);
    joined.set(given, result);
  }
  return result;
}

function withoutOverridden(classes: string): string {
  const used = new Set<string>();
  const names: string[] = [];
  for (const name of classes.split(' ').reverse()) {
    const place = placeOf(name);
    if (place !== '') {
      if (used.has(place)) continue;
      used.add(place);
      const [condition, set = ''] = place.split('|');
      for (const covered of COVERS[set] ?? []) used.add(`${condition}|${covered}`);
    }
    names.push(name);
  }
  return names.reverse().join(' ');
}
