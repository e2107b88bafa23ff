import { type Cut, skin } from './garments/cut.ts';
import type { Sheet } from './sheet.ts';
import { svg, times } from './sheet.ts';
import { fold, gleam, piece } from './tailor.ts';

/** Head and neck without features, for a garment whose neck lies at (600, 260). */
function head(sheet: Sheet): string {
  const neck = 'M 548 150 C 552 220 546 250 524 268 C 560 330 640 330 676 268 C 654 250 648 220 652 150 Z';
  const face =
    'M 516 40 C 512 110 520 160 546 196 C 562 218 582 228 600 228 C 618 228 638 218 654 196 C 680 160 688 110 684 40 C 680 -40 520 -40 516 40 Z';
  return (
    piece(sheet, neck, {
      fill: skin.base,
      edge: skin.deep,
      inside: `<path d="M540 170C570 240 630 240 660 170V150H540Z" fill="${skin.deep}" fill-opacity=".8"/>`,
    }) +
    piece(sheet, face, {
      fill: skin.base,
      edge: skin.deep,
      shade: 'body',
      inside: `<path d="M684 20C686 120 670 190 600 232C650 170 652 90 640 20Z" fill="${skin.deep}" fill-opacity=".45"/><ellipse cx="572" cy="110" rx="34" ry="60" fill="${skin.light}" fill-opacity=".4"/>`,
    })
  );
}

/** A man's head under a soft cap. */
export function manInFila(sheet: Sheet, cut: Cut): string {
  const cap =
    'M 508 60 C 504 0 508 -60 530 -96 C 560 -130 640 -130 690 -100 C 736 -70 744 -20 716 10 C 706 20 696 24 692 26 L 692 60 C 640 84 560 84 508 60 Z';
  return (
    head(sheet) +
    piece(sheet, cap, {
      fill: cut.cloth.fill(16, 0.8, 600, 0),
      edge: cut.cloth.palette.ink,
      shade: 'tube',
      inside:
        fold(540, -80, 700, 30, 22, 6) +
        gleam(560, -100, 720, 0, 20, 10) +
        `<path d="M508 46C560 70 640 70 692 46" stroke="${cut.threadColour}" stroke-width="6" fill="none"/>`,
    })
  );
}

/** A woman's head under a high gele. */
export function womanInGele(sheet: Sheet, cut: Cut): string {
  const pleat = (i: number) => {
    const turn = -96 + i * 24;
    const petal =
      'M 560 30 C 520 -90 530 -190 560 -236 C 590 -256 620 -256 644 -236 C 672 -190 680 -90 640 30 Z';
    return `<g transform="rotate(${turn} 600 10)">${piece(sheet, petal, { fill: cut.cloth.fill(0, 0.7, 600, 0), edge: cut.cloth.palette.ink, shade: 'tube' })}</g>`;
  };
  const band = 'M 506 70 C 500 10 540 -34 620 -40 C 680 -40 706 0 700 60 C 660 10 560 16 506 70 Z';
  return (
    [0, 8, 1, 7, 2, 6, 3, 5, 4].map(pleat).join('') +
    head(sheet) +
    piece(sheet, band, {
      fill: cut.cloth.fill(70, 0.7, 600, 0),
      edge: cut.cloth.palette.ink,
      shade: 'fall',
      inside:
        '<path d="M506 46C540 -10 640 -20 700 30M510 20C550 -30 640 -36 696 6" stroke="#140a10" stroke-opacity=".4" stroke-width="4" fill="none"/>',
    }) +
    times(
      2,
      (i) =>
        svg`<path d="M${516 + i * 168} 130v18" stroke="#e3b552" stroke-width="6"/><circle cx="${516 + i * 168}" cy="164" r="13" fill="url(#gold)"/>`,
    )
  );
}

/** Forearms and hands, for sleeves that end above the wrist; drawn before the garment. */
export function forearms(sheet: Sheet): string {
  const arm =
    'M 212 690 C 196 790 200 850 214 912 C 210 950 216 990 236 1000 C 262 1006 276 970 272 920 C 300 850 326 780 336 700 Z';
  const one = piece(sheet, arm, { fill: skin.base, edge: skin.deep, shade: 'tube' });
  return `${one}<g transform="matrix(-1 0 0 1 1200 0)">${one}</g>`;
}

/** Plain shoes under a hem. */
export const feet = (): string =>
  times(
    2,
    (i) =>
      svg`<path transform="translate(${i * 182} 0)" d="M452 1424C440 1470 430 1492 470 1496H550C580 1496 574 1470 564 1424Z" fill="#24140e"/>`,
  );
