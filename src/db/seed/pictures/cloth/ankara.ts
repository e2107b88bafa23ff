import type { Palette } from '../palettes.ts';
import type { Random } from '../random.ts';
import { polar, svg, times } from '../sheet.ts';
import { halfDrop, type Tile, wrapped } from './tile.ts';

/** Wax that broke in the dye: fine veins over everything. */
export function veins(
  width: number,
  height: number,
  colour: string,
  random: Random,
  count = 12,
  opacity = 0.4,
): string {
  return times(count, () => {
    let x = random.between(0, width);
    let y = random.between(0, height);
    let d = svg`M${x} ${y}`;
    for (let i = 0; i < 4; i++) {
      x += random.between(-34, 34);
      y += random.between(-34, 34);
      d += svg`L${x} ${y}`;
    }
    return `<path d="${d}" stroke="${colour}" stroke-width="1.3" fill="none" stroke-opacity="${opacity}"/>`;
  });
}

const ring = (r: number, colour: string) => svg`<circle r="${r}" fill="${colour}"/>`;

const petals = (count: number, inner: number, outer: number, half: number, colour: string) =>
  times(
    count,
    (i) =>
      svg`<path transform="rotate(${(i * 360) / count})" d="M0 ${-inner}C${half} ${-inner - 4} ${half} ${-outer + 6} 0 ${-outer}C${-half} ${-outer + 6} ${-half} ${-inner - 4} 0 ${-inner}Z" fill="${colour}"/>`,
  );

/** Record discs: the loudest of the classics. */
export function discs(p: Palette, random: Random): Tile {
  const size = 300;
  const disc =
    ring(118, p.ink) +
    ring(108, p.mid) +
    petals(20, 84, 106, 7, p.ink) +
    ring(82, p.pale) +
    ring(74, p.deep) +
    times(24, (i) => {
      const [x, y] = polar(0, 0, 65, i * 15);
      return svg`<circle cx="${x}" cy="${y}" r="4.500" fill="${p.pale}"/>`;
    }) +
    ring(54, p.ink) +
    petals(10, 22, 51, 9, p.second) +
    ring(22, p.accent) +
    ring(12, p.ink);
  const small =
    ring(48, p.pale) +
    ring(42, p.second) +
    petals(12, 16, 40, 6, p.pale) +
    ring(15, p.ink) +
    ring(8, p.accent);
  const dots = times(
    36,
    (i) => svg`<circle cx="${(i % 6) * 50 + 25}" cy="${Math.floor(i / 6) * 50 + 25}" r="4" fill="${p.mid}"/>`,
  );
  return {
    width: size,
    height: size,
    svg: `<rect width="${size}" height="${size}" fill="${p.base}"/>${dots}${wrapped(size, size, 150, 0, small, 50)}${wrapped(size, size, 0, 150, small, 50)}${halfDrop(size, size, disc)}${veins(size, size, p.ink, random)}`,
    ground: p.base,
  };
}

/** Plumes: each barb a stroke, laid in two directions. */
export function feather(p: Palette, random: Random): Tile {
  const plume = (main: string, barb: string) =>
    `<path d="M0 150C-70 92 -78 -40 0 -150C78 -40 70 92 0 150Z" fill="${p.ink}"/><path d="M0 138C-58 86 -66 -34 0 -136C66 -34 58 86 0 138Z" fill="${main}"/>` +
    times(13, (i) => {
      const y = 112 - i * 18;
      const reach = 54 * Math.sin(((i + 1.5) / 15) * Math.PI);
      return svg`<path d="M0 ${y}q${reach * 0.5} ${-8} ${reach} ${-30}M0 ${y}q${-reach * 0.5} ${-8} ${-reach} ${-30}" stroke="${barb}" stroke-width="5" fill="none" stroke-linecap="round"/>`;
    }) +
    `<path d="M0 170V-118" stroke="${p.ink}" stroke-width="6"/><path d="M0 -62C-20 -40 -20 -8 0 14C20 -8 20 -40 0 -62Z" fill="${p.ink}"/><path d="M0 -52C-13 -36 -13 -12 0 4C13 -12 13 -36 0 -52Z" fill="${p.pale}"/><circle cy="-22" r="9" fill="${p.second}"/>`;
  const size = { w: 280, h: 400 };
  const specks = times(
    40,
    (i) =>
      svg`<circle cx="${(i % 5) * 56 + (Math.floor(i / 5) % 2 ? 42 : 14)}" cy="${Math.floor(i / 5) * 50 + 25}" r="5" fill="${p.mid}"/>`,
  );
  return {
    width: size.w,
    height: size.h,
    svg: `<rect width="280" height="400" fill="${p.base}"/>${specks}${halfDrop(280, 400, `<g transform="rotate(18)">${plume(p.accent, p.deep)}</g>`, `<g transform="rotate(198)">${plume(p.pale, p.second)}</g>`)}${veins(280, 400, p.ink, random, 14)}`,
    ground: p.base,
  };
}

/** Scalloped fans, row over row. */
export function fan(p: Palette, random: Random): Tile {
  const blade = (colour: string, spoke: string) =>
    ring(100, p.ink) +
    ring(93, p.pale) +
    ring(85, colour) +
    times(18, (i) => {
      const [x, y] = polar(0, 0, 83, i * 20);
      return svg`<path d="M0 0L${x} ${y}" stroke="${spoke}" stroke-width="5"/>`;
    }) +
    ring(58, p.ink) +
    ring(52, p.accent) +
    times(18, (i) => {
      const [x, y] = polar(0, 0, 43, i * 20 + 10);
      return svg`<circle cx="${x}" cy="${y}" r="4.500" fill="${p.ink}"/>`;
    }) +
    ring(33, p.pale) +
    ring(26, p.second) +
    ring(12, p.ink);
  const at = (x: number, y: number, body: string) => `<g transform="translate(${x} ${y})">${body}</g>`;
  const one = blade(p.base, p.deep);
  const two = blade(p.second, p.ink);
  // Painted from the top row down so that each row covers the lower half of the one above.
  return {
    width: 200,
    height: 200,
    svg:
      at(100, 0, two) +
      at(0, 50, one) +
      at(200, 50, one) +
      at(100, 100, two) +
      at(0, 150, one) +
      at(200, 150, one) +
      at(100, 200, two) +
      at(0, 250, one) +
      at(200, 250, one) +
      veins(200, 200, p.ink, random, 7, 0.3),
    ground: p.base,
  };
}

/** Hibiscus, large, with leaves. */
export function floral(p: Palette, random: Random): Tile {
  const flower = (petal: string, heart: string) =>
    times(
      5,
      (i) =>
        `<g transform="rotate(${i * 72})"><path d="M0 0C-64 -34 -62 -112 -14 -122C-6 -112 6 -112 14 -122C62 -112 64 -34 0 0Z" fill="${p.ink}"/><path d="M0 -6C-52 -38 -52 -100 -14 -111C-4 -101 4 -101 14 -111C52 -100 52 -38 0 -6Z" fill="${petal}"/><path d="M0 -20V-92M-8 -24Q-30 -56 -24 -88M8 -24Q30 -56 24 -88" stroke="${heart}" stroke-width="5" fill="none" stroke-linecap="round"/></g>`,
    ) +
    ring(26, p.ink) +
    ring(20, p.accent) +
    times(8, (i) => {
      const [x, y] = polar(0, 0, 12, i * 45);
      return svg`<circle cx="${x}" cy="${y}" r="3" fill="${p.ink}"/>`;
    });
  const leaf = (turn: number) =>
    `<g transform="rotate(${turn})"><path d="M0 -96C44 -134 50 -176 0 -206C-50 -176 -44 -134 0 -96Z" fill="${p.ink}"/><path d="M0 -106C32 -136 38 -170 0 -194C-38 -170 -32 -136 0 -106Z" fill="${p.second}"/><path d="M0 -108V-188M0 -128l16 -14M0 -128l-16 -14M0 -150l15 -13M0 -150l-15 -13" stroke="${p.pale}" stroke-width="4" fill="none"/></g>`;
  const w = 380;
  const h = 420;
  const dots = times(
    42,
    (i) =>
      svg`<circle cx="${(i % 6) * 63.3 + 30}" cy="${Math.floor(i / 6) * 60 + 30}" r="6" fill="${p.mid}"/>`,
  );
  return {
    width: w,
    height: h,
    svg: `<rect width="${w}" height="${h}" fill="${p.base}"/>${dots}${halfDrop(w, h, leaf(30) + leaf(150) + leaf(-66), leaf(30) + leaf(150) + leaf(-66))}${halfDrop(w, h, flower(p.pale, p.second), flower(p.accent, p.deep))}${veins(w, h, p.ink, random, 16, 0.3)}`,
    ground: p.base,
  };
}

/** Blocks and chevrons under a net of broken wax. */
export function crackle(p: Palette, random: Random): Tile {
  const w = 280;
  const chevron = (y: number, colour: string, width: number) =>
    svg`<path d="M0 ${y}l70 -60l70 60l70 -60l70 60" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="miter"/>`;
  const diamond = (x: number, y: number) =>
    times(4, (i) => {
      const r = 50 - i * 12;
      return svg`<path d="M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z" fill="${[p.ink, p.accent, p.ink, p.pale][i]!}"/>`;
    });
  return {
    width: w,
    height: w,
    svg: `<rect width="${w}" height="${w}" fill="${p.base}"/>${chevron(140, p.pale, 40)}${chevron(140, p.ink, 22)}${chevron(140, p.second, 12)}${chevron(280, p.pale, 40)}${chevron(280, p.ink, 22)}${chevron(280, p.accent, 12)}${chevron(0, p.pale, 40)}${chevron(0, p.ink, 22)}${chevron(0, p.accent, 12)}${diamond(70, 172)}${diamond(210, 172)}${diamond(0, 252)}${diamond(140, 252)}${diamond(280, 252)}${diamond(0, -28)}${diamond(140, -28)}${diamond(280, -28)}${veins(w, w, p.pale, random, 22, 0.65)}${veins(w, w, p.ink, random, 18, 0.55)}`,
    ground: p.base,
  };
}
