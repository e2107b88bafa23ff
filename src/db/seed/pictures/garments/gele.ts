import type { Sheet } from '../sheet.ts';
import { polar, svg } from '../sheet.ts';
import { cast, type Drawing, fold, gleam, mirrored, piece } from '../tailor.ts';
import type { Cut } from './cut.ts';
import { geleStand } from './stands.ts';

/** One pleat of the fan: a petal between two angles, turned so that the weave runs outward. */
function pleat(
  sheet: Sheet,
  cut: Cut,
  cx: number,
  cy: number,
  inner: number,
  outer: number,
  from: number,
  to: number,
  lean: number,
): string {
  const [a, b] = polar(cx, cy, inner, from);
  const [c, d] = polar(cx, cy, outer, from);
  const [e, f] = polar(cx, cy, outer * 1.035, (from + to) / 2);
  const [g, h] = polar(cx, cy, outer, to);
  const [i, j] = polar(cx, cy, inner, to);
  const [k, l] = polar(cx, cy, outer * 0.6, from - lean);
  const [m, n] = polar(cx, cy, outer * 0.6, to - lean);
  const path = svg`M ${a} ${b} Q ${k} ${l} ${c} ${d} Q ${e} ${f} ${g} ${h} Q ${m} ${n} ${i} ${j} Z`;
  const turn = (from + to) / 2 + 90;
  const grad = sheet.id();
  const [p, q] = polar(0, 0, 1, (from + to) / 2 - 90);
  const mid = polar(cx, cy, outer * 0.7, (from + to) / 2);
  const reach = outer * 0.7 * Math.sin((((to - from) / 2) * Math.PI) / 180);
  sheet.def(
    svg`<linearGradient id="${grad}" gradientUnits="userSpaceOnUse" x1="${mid[0] + p * reach}" y1="${mid[1] + q * reach}" x2="${mid[0] - p * reach}" y2="${mid[1] - q * reach}"><stop offset="0" stop-color="#140a10" stop-opacity=".5"/><stop offset=".3" stop-color="#140a10" stop-opacity=".06"/><stop offset=".52" stop-color="#fff6e4" stop-opacity=".3"/><stop offset=".75" stop-color="#140a10" stop-opacity=".04"/><stop offset="1" stop-color="#140a10" stop-opacity=".42"/></linearGradient>`,
  );
  return piece(sheet, path, {
    fill: cut.cloth.fill(turn, 0.8, cx, cy),
    edge: cut.cloth.palette.ink,
    shade: 'none',
    inside: `<path d="${path}" fill="url(#${grad})"/>`,
    line: 3.5,
  });
}

function fan(
  sheet: Sheet,
  cut: Cut,
  cx: number,
  cy: number,
  inner: number,
  outer: (t: number) => number,
  from: number,
  to: number,
  count: number,
  lean: number,
): string {
  const step = (to - from) / count;
  // from the outside towards the middle, so that each pleat lies over its neighbour
  const order = [...Array(count).keys()].sort(
    (x, y) => Math.abs(y - (count - 1) / 2) - Math.abs(x - (count - 1) / 2),
  );
  return order
    .map((i) =>
      pleat(
        sheet,
        cut,
        cx,
        cy,
        inner,
        outer((i + 0.5) / count),
        from + i * step - 2,
        from + (i + 1) * step + 2,
        lean,
      ),
    )
    .join('');
}

/** The soft crown of an everyday turban, gathered to the knot. */
function turban(sheet: Sheet, cut: Cut): string {
  const dome =
    'M 424 800 C 380 660 420 500 540 452 C 660 410 800 480 812 620 C 818 700 796 760 776 800 C 700 720 500 720 424 800 Z';
  return piece(sheet, dome, {
    fill: cut.cloth.fill(24, 0.8, 600, 500),
    edge: cut.cloth.palette.ink,
    shade: 'body',
    inside:
      fold(470, 520, 760, 720, 60, 30) +
      fold(560, 446, 780, 690, 54, 40, 0.9) +
      fold(430, 620, 700, 760, 44, 10, 0.8) +
      fold(660, 440, 800, 640, 44, 40, 0.8) +
      gleam(500, 480, 760, 690, 40, 30) +
      gleam(610, 440, 790, 650, 30, 40, 0.7),
  });
}

/** Gele: the sculpted headtie on a turned stand. */
export function gele(sheet: Sheet, cut: Cut): Drawing {
  const edge = cut.cloth.palette.ink;
  const band =
    'M 426 850 C 432 760 500 706 600 700 C 700 706 768 760 774 850 C 776 800 800 740 760 676 C 700 610 500 610 440 676 C 400 740 424 800 426 850 Z';
  const wrapA =
    'M 418 852 C 410 760 460 670 560 628 C 660 596 770 640 800 720 C 740 690 640 700 560 740 C 490 774 440 810 418 852 Z';
  const wrapB =
    'M 782 856 C 790 770 748 690 660 646 C 560 604 450 634 408 716 C 470 690 560 706 640 744 C 710 778 760 812 782 856 Z';
  const crown = 'M 436 880 C 420 740 480 630 600 630 C 720 630 780 740 764 880 C 730 800 470 800 436 880 Z';
  const knot = 'M 640 628 C 700 580 790 590 820 650 C 836 700 800 744 740 742 C 680 738 634 690 640 628 Z';
  const isTurban = cut.style === 'turban';
  const drawn =
    (isTurban
      ? ''
      : fan(sheet, cut, 590, 760, 120, (t) => 500 + 70 * Math.sin(t * Math.PI), -196, 6, 11, 5)) +
    geleStand(sheet) +
    piece(sheet, band, { fill: cut.cloth.fill(80, 0.8, 600, 700), edge, shade: 'tube' }) +
    (isTurban
      ? turban(sheet, cut)
      : fan(sheet, cut, 640, 720, 90, (t) => 330 + 60 * Math.sin(t * Math.PI), -186, -22, 7, 8)) +
    cast(crown, 12) +
    piece(sheet, crown, { fill: cut.cloth.fill(90, 0.8, 600, 700), edge, shade: 'body' }) +
    cast(wrapB, 14, 0.45) +
    piece(sheet, wrapB, {
      fill: cut.cloth.fill(112, 0.8, 600, 700),
      edge,
      shade: 'none',
      inside:
        `<path d="${wrapB}" fill="url(#fall)"/>` +
        fold(430, 690, 770, 840, 26, -6, 0.5) +
        `<path d="M412 690C500 650 640 690 778 826M420 664C520 620 680 670 780 786" stroke="#140a10" stroke-opacity=".4" stroke-width="5" fill="none"/>`,
    }) +
    cast(wrapA, 16, 0.5) +
    piece(sheet, wrapA, {
      fill: cut.cloth.fill(66, 0.8, 600, 700),
      edge,
      shade: 'none',
      inside:
        `<path d="${wrapA}" fill="url(#fall)"/>` +
        `<path d="M414 826C450 740 560 650 800 694M420 790C470 700 580 634 780 664" stroke="#140a10" stroke-opacity=".42" stroke-width="5" fill="none"/><path d="M424 806C470 716 570 650 790 680" stroke="#fff6e4" stroke-opacity=".35" stroke-width="8" fill="none"/>`,
    }) +
    cast(knot, 14, 0.5) +
    piece(sheet, knot, {
      fill: cut.cloth.fill(20, 0.8, 600, 700),
      edge,
      shade: 'tube',
      inside:
        `<path d="M650 640C700 620 780 640 806 700M660 690C690 670 740 680 770 730" stroke="#140a10" stroke-opacity=".4" stroke-width="5" fill="none"/>` +
        gleam(700, 610, 720, 740, 30),
    });
  return {
    svg: cut.style === 'left' ? mirrored(drawn) : drawn,
    outlines: [],
    focus: { x: 620, y: 560, zoom: 2 },
    place: isTurban ? 'translate(600 1428) scale(1.3) translate(-600 -1388)' : 'translate(0 14)',
  };
}
