import { type Sheet, svg } from './sheet.ts';

/** A finished garment on the 1200 × 1500 plate. */
export type Drawing = {
  svg: string;
  /** Path data of its outlines, for the shadow on the wall. */
  outlines: string[];
  /** Where the detail view looks, and how much it magnifies: a whole number keeps the weave on whole pixels. */
  focus: { x: number; y: number; zoom: number };
  /** A transform that sets it well on the front view's plate, when it is drawn too low or too small for that. */
  place?: string;
  /** It stands on the ground (bags, shoes, caps), and so throws its shadow there: centre, half widths. */
  stands?: { x: number; y: number; rx: number; ry: number };
};

export type PieceStyle = {
  fill: string;
  /** Line colour of the cut edge. */
  edge: string;
  /** Overall roundness. */
  shade?: 'tube' | 'body' | 'fall' | 'none';
  /** Folds, embroidery and anything else that must stay on the piece. */
  inside?: string;
  line?: number;
};

/** Cuts a piece of cloth: fill, roundness, what lies on it, and a fine drawn edge. */
export function piece(sheet: Sheet, d: string, style: PieceStyle): string {
  const clip = sheet.id();
  sheet.def(`<clipPath id="${clip}"><path d="${d}"/></clipPath>`);
  const shade = style.shade ?? 'body';
  const round = shade === 'none' ? '' : `<path d="${d}" fill="url(#${shade})"/>`;
  return `<path d="${d}" fill="${style.fill}"/><g clip-path="url(#${clip})">${style.inside ?? ''}${round}</g><path d="${d}" fill="none" stroke="${style.edge}" stroke-width="${style.line ?? 3}" stroke-linejoin="round" stroke-opacity=".75"/>`;
}

/**
 * A fold: a blade of shadow from one point to another, soft on one side and crisp on the other.
 * `bend` bows it sideways, `width` is its belly; negative width puts the crisp edge on the left.
 */
export function fold(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  width: number,
  bend = 0,
  strength = 1,
): string {
  const mx = (x1 + x2) / 2 + bend;
  const my = (y1 + y2) / 2;
  const side = width > 0 ? 'foldR' : 'foldL';
  const d = svg`M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}L${x2 - width * 0.7} ${y2}Q${mx - width} ${my} ${x1} ${y1}Z`;
  return `<path d="${d}" fill="url(#${side})" fill-opacity="${strength}"/>`;
}

/** The light that runs beside a fold. */
export function gleam(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  width: number,
  bend = 0,
  opacity = 0.7,
): string {
  const mx = (x1 + x2) / 2 + bend;
  const my = (y1 + y2) / 2;
  return svg`<path d="M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}L${x2 + width} ${y2}Q${mx + width} ${my} ${x1} ${y1}Z" fill="url(#shine)" fill-opacity="${String(opacity)}"/>`;
}

/** The same again, mirrored about the plate's middle. */
export const mirrored = (drawing: string): string => `<g transform="matrix(-1 0 0 1 1200 0)">${drawing}</g>`;

/** Mirrors absolute path data (M L C Q Z only, as the garments write it) about x = 600. */
export function mirrorPath(d: string): string {
  let even = false;
  return d.replace(/[A-Z]|-?\d+(?:\.\d+)?/g, (token) => {
    if (/[A-Z]/.test(token)) {
      even = false;
      return token;
    }
    even = !even;
    return even ? ` ${Math.round((1200 - Number(token)) * 10) / 10}` : ` ${token}`;
  });
}

/** A soft shade under an edge that lies on another piece. */
export function cast(d: string, dy = 16, opacity = 0.26): string {
  return `<path d="${d}" transform="translate(0 ${dy})" fill="#140a10" fill-opacity="${opacity}"/>`;
}
