import { button, thread } from '../embroidery.ts';
import type { Sheet } from '../sheet.ts';
import { polar, svg, times } from '../sheet.ts';
import { cast, type Drawing, gleam, mirrored, piece } from '../tailor.ts';
import type { Cut } from './cut.ts';

/** The left shoe of a pair seen from above; toe up. */
const sole =
  'M 372 300 C 470 290 540 390 548 540 C 554 660 518 760 510 880 C 504 980 528 1080 508 1180 C 492 1262 440 1296 384 1292 C 316 1286 272 1236 268 1160 C 264 1060 286 960 272 850 C 258 740 214 650 216 530 C 220 400 280 308 372 300 Z';
const footbed =
  'M 374 328 C 456 322 516 408 522 544 C 528 656 492 756 484 876 C 478 984 502 1080 484 1172 C 470 1238 432 1268 386 1264 C 332 1260 298 1222 294 1156 C 290 1060 312 960 298 848 C 284 740 242 648 244 534 C 248 416 300 334 374 328 Z';

function pair(
  sheet: Sheet,
  upper: (sheet: Sheet) => string,
  bed: string,
  rim: string,
  edge: string,
  sheetFocus: { x: number; y: number; zoom: number },
): Drawing {
  const shoe =
    `<path d="${sole}" transform="translate(18 30)" fill="#140a10" fill-opacity=".3"/>` +
    piece(sheet, sole, { fill: rim, edge, shade: 'tube' }) +
    piece(sheet, footbed, {
      fill: bed,
      edge,
      shade: 'body',
      inside:
        `<ellipse cx="384" cy="1160" rx="70" ry="90" fill="#140a10" fill-opacity=".14"/>` +
        `<path d="${footbed}" fill="none" stroke="#fff6e4" stroke-opacity=".55" stroke-width="4" stroke-dasharray="10 7" transform="translate(14 26) scale(.964)"/>`,
    }) +
    upper(sheet);
  const turned = `<g transform="rotate(-5 400 800)">${shoe}</g>`;
  return {
    svg: `<g transform="translate(0 -20)">${turned}${mirrored(turned)}</g>`,
    outlines: [],
    focus: sheetFocus,
  };
}

/** Leather slipper: one broad band worked with thread. */
export function slipper(sheet: Sheet, cut: Cut): Drawing {
  const { cloth } = cut;
  const band =
    'M 196 560 C 250 470 500 450 566 566 C 566 680 552 760 532 800 C 470 730 330 734 262 812 C 220 760 196 660 196 560 Z';
  return pair(
    sheet,
    (s) =>
      cast(band, 18, 0.36) +
      piece(s, band, {
        fill: cloth.fill(0, 0.9, 380, 500),
        edge: cloth.palette.ink,
        shade: 'tube',
        line: 4,
        inside: gleam(340, 470, 350, 780, 50),
      }) +
      thread('M 206 578 C 262 494 494 474 556 582', cut.threadColour, 6) +
      thread('M 264 794 C 330 716 470 712 530 782', cut.threadColour, 6) +
      thread('M 300 540 C 360 620 410 620 470 540 M 300 706 C 360 626 410 626 470 706', cut.trim.mid, 6) +
      button(384, 622, 24, cut.threadColour),
    '#d9b48a',
    cloth.palette.deep,
    cloth.palette.ink,
    { x: 400, y: 640, zoom: 2 },
  );
}

/** Sandals: crossed straps and a toe ring. */
export function sandals(sheet: Sheet, cut: Cut): Drawing {
  const { cloth } = cut;
  const one =
    'M 200 640 C 250 560 330 500 410 446 L 466 500 C 400 560 316 640 262 742 C 236 720 210 690 200 640 Z';
  const two =
    'M 562 640 C 520 560 450 500 372 450 L 314 506 C 380 560 470 640 526 742 C 552 720 562 690 562 640 Z';
  const back = 'M 262 960 C 330 908 440 908 516 960 L 512 1036 C 440 984 336 984 270 1038 Z';
  const style = {
    fill: cloth.fill(0, 0.9, 380, 500),
    edge: cloth.palette.ink,
    shade: 'fall' as const,
    line: 4,
  };
  return pair(
    sheet,
    (s) =>
      cast(back, 16, 0.34) +
      piece(s, back, style) +
      thread(
        'M 272 974 C 336 924 440 924 508 974 M 276 1022 C 336 972 440 972 504 1020',
        cut.threadColour,
        4,
      ) +
      button(490, 996, 15, 'url(#gold)') +
      cast(two, 16, 0.34) +
      piece(s, two, style) +
      thread('M 546 656 C 510 590 450 530 380 482', cut.threadColour, 4) +
      cast(one, 16, 0.34) +
      piece(s, one, { ...style, fill: cut.cloth.fill(40, 0.9, 380, 500) }) +
      thread('M 214 652 C 256 582 330 524 420 462 M 262 716 C 312 630 380 566 450 506', cut.threadColour, 4) +
      button(388, 548, 22, 'url(#gold)'),
    '#c89a68',
    cloth.palette.deep,
    cloth.palette.ink,
    { x: 400, y: 600, zoom: 2 },
  );
}

/** Mule: the whole forefoot covered, pointed, embroidered with a lion's sun. */
export function mule(sheet: Sheet, cut: Cut): Drawing {
  const { cloth } = cut;
  const vamp =
    'M 372 292 C 476 282 552 384 558 540 C 560 650 534 740 518 838 C 476 760 318 764 270 842 C 264 740 206 650 206 530 C 210 396 274 302 372 292 Z';
  const sun = times(16, (i) => {
    const [x, y] = polar(384, 560, 92, i * 22.5);
    const [u, v] = polar(384, 560, 54, i * 22.5);
    return thread(svg`M ${u} ${v} L ${x} ${y}`, i % 2 ? cut.trim.mid : cut.threadColour, 7);
  });
  return pair(
    sheet,
    (s) =>
      cast(vamp, 20, 0.36) +
      piece(s, vamp, {
        fill: cloth.fill(0, 0.9, 380, 300),
        edge: cloth.palette.ink,
        shade: 'tube',
        line: 4,
        inside: '<ellipse cx="356" cy="430" rx="90" ry="100" fill="url(#glow)" fill-opacity=".35"/>',
      }) +
      sun +
      `<circle cx="384" cy="560" r="44" fill="none" stroke="${cut.threadColour}" stroke-width="8"/>` +
      button(384, 560, 24, cut.threadColour) +
      thread('M 276 826 C 322 746 474 744 514 822', cut.threadColour, 9),
    '#d8b083',
    cloth.palette.ink,
    cloth.palette.ink,
    { x: 400, y: 600, zoom: 2 },
  );
}

/** Brogue: wing tip, punched, laced. */
export function brogue(sheet: Sheet, cut: Cut): Drawing {
  const { cloth } = cut;
  const p = cloth.palette;
  const upper =
    'M 372 312 C 460 304 528 396 534 540 C 540 660 506 760 500 880 C 496 980 516 1080 498 1172 C 482 1248 436 1280 386 1276 C 322 1272 284 1226 280 1158 C 276 1060 298 960 284 850 C 270 740 228 650 230 532 C 234 408 290 320 372 312 Z';
  const mouth =
    'M 386 806 C 440 810 470 880 470 980 C 474 1060 480 1110 470 1160 C 456 1220 424 1240 386 1238 C 340 1236 314 1208 310 1154 C 306 1100 318 1050 320 976 C 320 880 340 806 386 806 Z';
  const wing =
    'M 372 312 C 460 304 528 396 534 540 C 536 600 528 650 520 700 C 490 620 440 600 384 548 C 330 604 280 626 250 700 C 236 650 228 590 230 532 C 234 408 290 320 372 312 Z';
  const facing =
    'M 384 640 C 420 640 440 700 446 800 C 448 850 450 880 446 920 L 322 920 C 320 880 322 850 324 800 C 330 700 350 640 384 640 Z';
  const holes = (points: [number, number][]) =>
    points.map(([x, y]) => svg`<circle cx="${x}" cy="${y}" r="5.500" fill="${p.ink}"/>`).join('');
  const along: [number, number][] = [
    [258, 664],
    [276, 640],
    [298, 618],
    [322, 598],
    [346, 578],
    [368, 560],
    [384, 546],
    [402, 560],
    [424, 578],
    [448, 598],
    [472, 618],
    [494, 640],
    [512, 664],
  ];
  const star: [number, number][] = [...Array(10).keys()].map((i) =>
    polar(380, 450, i % 2 ? 22 : 46, i * 36 - 90),
  );
  return pair(
    sheet,
    (s) =>
      piece(s, upper, {
        fill: cloth.fill(0, 0.9, 380, 300),
        edge: p.ink,
        shade: 'tube',
        line: 4,
        inside: '<ellipse cx="340" cy="420" rx="80" ry="90" fill="url(#glow)" fill-opacity=".4"/>',
      }) +
      piece(s, wing, {
        fill: p.deep,
        edge: p.ink,
        shade: 'tube',
        line: 4,
        inside: '<ellipse cx="344" cy="410" rx="76" ry="70" fill="url(#glow)" fill-opacity=".42"/>',
      }) +
      holes(along.map(([x, y]) => [x, y - 26] as [number, number])) +
      holes(star) +
      thread('M 250 700 C 280 626 330 604 384 548 C 440 600 490 620 520 700', p.mid, 3) +
      piece(s, mouth, {
        fill: '#d7b184',
        edge: p.ink,
        shade: 'none',
        line: 5,
        inside: `<path d="${mouth}" fill="#140a10" fill-opacity=".34"/><ellipse cx="392" cy="1130" rx="60" ry="86" fill="#e4c49b" fill-opacity=".7"/>`,
      }) +
      cast(facing, 12, 0.34) +
      piece(s, facing, {
        fill: p.deep,
        edge: p.ink,
        shade: 'tube',
        line: 4,
        inside: `<path d="M384 650V930" stroke="${p.ink}" stroke-width="14"/>`,
      }) +
      times(
        4,
        (i) =>
          svg`<path d="M342 ${704 + i * 50}L428 ${690 + i * 50}M342 ${690 + i * 50}L428 ${704 + i * 50}" stroke="${p.ink}" stroke-width="15" stroke-linecap="round"/><path d="M342 ${704 + i * 50}L428 ${690 + i * 50}M342 ${690 + i * 50}L428 ${704 + i * 50}" stroke="${p.mid}" stroke-width="9" stroke-linecap="round"/>`,
      ) +
      `<path d="M384 680C330 640 300 690 350 706M384 680C440 640 470 690 420 706M380 690L350 760M390 690L424 756" stroke="${p.ink}" stroke-width="14" fill="none" stroke-linecap="round"/><path d="M384 680C330 640 300 690 350 706M384 680C440 640 470 690 420 706M380 690L350 760M390 690L424 756" stroke="${p.mid}" stroke-width="8" fill="none" stroke-linecap="round"/>`,
    p.deep,
    p.ink,
    p.ink,
    { x: 400, y: 620, zoom: 2 },
  );
}
