import type { Sheet } from '../sheet.ts';
import { polar, svg } from '../sheet.ts';
import { cast, type Drawing, fold, gleam, piece } from '../tailor.ts';
import { type Cut, skin } from './cut.ts';

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

/** Gele: the sculpted headtie, on a dark bust without features. */
export function gele(sheet: Sheet, cut: Cut): Drawing {
  const edge = cut.cloth.palette.ink;
  const face =
    'M 450 800 C 444 900 452 990 490 1060 C 520 1116 562 1146 600 1146 C 638 1146 680 1116 710 1060 C 748 990 756 900 750 800 Z';
  const neck =
    'M 524 1060 C 530 1140 524 1196 506 1224 C 420 1256 316 1276 262 1340 C 236 1376 224 1430 220 1500 L 980 1500 C 976 1430 964 1376 938 1340 C 884 1276 780 1256 694 1224 C 676 1196 670 1140 676 1060 Z';
  const blouse =
    'M 392 1268 C 318 1290 268 1330 246 1374 C 232 1410 222 1450 220 1500 L 980 1500 C 978 1450 968 1410 954 1374 C 932 1330 882 1290 808 1268 C 780 1370 700 1420 600 1422 C 500 1420 420 1370 392 1268 Z';
  const band =
    'M 426 850 C 432 760 500 706 600 700 C 700 706 768 760 774 850 C 776 800 800 740 760 676 C 700 610 500 610 440 676 C 400 740 424 800 426 850 Z';
  const wrapA =
    'M 418 852 C 410 760 460 670 560 628 C 660 596 770 640 800 720 C 740 690 640 700 560 740 C 490 774 440 810 418 852 Z';
  const wrapB =
    'M 782 856 C 790 770 748 690 660 646 C 560 604 450 634 408 716 C 470 690 560 706 640 744 C 710 778 760 812 782 856 Z';
  const crown = 'M 436 880 C 420 740 480 630 600 630 C 720 630 780 740 764 880 C 730 800 470 800 436 880 Z';
  const knot = 'M 640 628 C 700 580 790 590 820 650 C 836 700 800 744 740 742 C 680 738 634 690 640 628 Z';
  const earring = (x: number) =>
    svg`<circle cx="${x}" cy="1000" r="11" fill="url(#gold)"/><path d="M${x} 1010L${x + 17} 1058L${x} 1092L${x - 17} 1058Z" fill="url(#gold)" stroke="#6b4a14" stroke-width="2.500"/>`;
  const drawn =
    fan(sheet, cut, 590, 760, 120, (t) => 500 + 70 * Math.sin(t * Math.PI), -196, 6, 11, 5) +
    piece(sheet, neck, {
      fill: skin.base,
      edge: skin.deep,
      shade: 'body',
      inside: `<path d="M516 1100C560 1180 640 1180 684 1100L676 1060H524Z" fill="${skin.deep}" fill-opacity=".75"/><path d="M470 1262C520 1276 556 1290 584 1320M730 1262C680 1276 644 1290 616 1320" stroke="${skin.deep}" stroke-width="6" fill="none" stroke-opacity=".5" stroke-linecap="round"/><path d="M330 1290C400 1262 470 1252 520 1236" stroke="${skin.light}" stroke-width="12" fill="none" stroke-opacity=".45" stroke-linecap="round"/>`,
    }) +
    piece(sheet, blouse, {
      fill: cut.second.fill(0, 0.9, 600, 0),
      edge: cut.second.palette.ink,
      inside: fold(330, 1300, 380, 1500, 30, 0, 0.6) + fold(870, 1300, 820, 1500, -30, 0, 0.6),
    }) +
    `<path d="M450 900C430 890 424 930 432 962C438 990 452 1004 462 996ZM750 900C770 890 776 930 768 962C762 990 748 1004 738 996Z" fill="${skin.base}"/>` +
    piece(sheet, face, {
      fill: skin.base,
      edge: skin.deep,
      shade: 'none',
      inside: `<path d="M750 780C760 900 750 1000 706 1066C676 1118 640 1150 596 1150C660 1090 690 960 676 780Z" fill="${skin.deep}" fill-opacity=".5"/><path d="M450 790C446 900 456 980 492 1056C470 960 480 860 520 790Z" fill="${skin.deep}" fill-opacity=".3"/><ellipse cx="556" cy="930" rx="80" ry="130" fill="${skin.light}" fill-opacity=".35"/><path d="M430 800C520 740 680 740 770 800V850C700 800 500 800 430 850Z" fill="#140a10" fill-opacity=".35"/>`,
    }) +
    earring(446) +
    earring(754) +
    piece(sheet, band, { fill: cut.cloth.fill(80, 0.8, 600, 700), edge, shade: 'tube' }) +
    fan(sheet, cut, 640, 720, 90, (t) => 330 + 60 * Math.sin(t * Math.PI), -186, -22, 7, 8) +
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
  return { svg: drawn, outlines: [neck, face], focus: { x: 620, y: 560, zoom: 2 } };
}
