import { skin } from './garments/cut.ts';
import type { Sheet } from './sheet.ts';
import { svg, times } from './sheet.ts';
import { piece } from './tailor.ts';

/** Neck and throat, for a garment whose neck lies at (600, 260); the chin is above the image. */
export function neck(sheet: Sheet): string {
  return piece(
    sheet,
    'M 536 120 C 542 200 540 232 520 252 C 490 270 460 276 440 290 C 480 400 720 400 760 290 C 740 276 710 270 680 252 C 660 232 658 200 664 120 Z',
    {
      fill: skin.base,
      edge: skin.deep,
      inside: `<path d="M536 120H664V250C640 268 560 268 536 250Z" fill="${skin.deep}" fill-opacity=".55"/><path d="M520 300C550 306 574 316 592 336M680 300C650 306 626 316 608 336" stroke="${skin.deep}" stroke-width="6" fill="none" stroke-opacity=".5" stroke-linecap="round"/><path d="M470 296C500 286 530 282 552 270" stroke="${skin.light}" stroke-width="10" fill="none" stroke-opacity=".5" stroke-linecap="round"/>`,
    },
  );
}

/** Plain shoes under a hem. */
export const feet = (): string =>
  times(
    2,
    (i) =>
      svg`<path transform="translate(${i * 182} 0)" d="M452 1424C440 1470 430 1492 470 1496H550C580 1496 574 1470 564 1424Z" fill="#24140e"/>`,
  );

/** Hands below the cuffs of long sleeves; drawn before the garment. */
export function hands(sheet: Sheet): string {
  const hand =
    'M 214 890 C 206 940 208 990 226 1014 C 238 1030 258 1030 268 1012 C 276 1020 286 1008 286 990 C 292 960 300 930 306 890 Z';
  const one = piece(sheet, hand, {
    fill: skin.base,
    edge: skin.deep,
    shade: 'tube',
    inside: `<path d="M240 1020C238 1000 240 980 244 964M262 1014C262 994 262 980 266 966" stroke="${skin.deep}" stroke-width="4" fill="none" stroke-opacity=".7"/>`,
  });
  return `${one}<g transform="matrix(-1 0 0 1 1200 0)">${one}</g>`;
}
