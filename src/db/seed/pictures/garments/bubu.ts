import { plait, spiralPath, thread } from '../embroidery.ts';
import type { Sheet } from '../sheet.ts';
import { times } from '../sheet.ts';
import { type Drawing, fold, gleam, mirrored, piece } from '../tailor.ts';
import type { Cut } from './cut.ts';
import { hanger } from './stands.ts';

const robes: Record<string, { body: string; neck: string; worked: boolean }> = {
  // One width of cloth, straight, with slits from the hip.
  kampala: {
    body: 'M 500 268 C 400 288 260 306 150 360 C 128 520 126 700 150 830 C 210 846 280 846 330 834 C 320 1010 300 1220 286 1396 C 420 1424 780 1424 914 1396 C 900 1220 880 1010 870 834 C 920 846 990 846 1050 830 C 1074 700 1072 520 1050 360 C 940 306 800 288 700 268 C 690 318 650 344 600 344 C 550 344 510 318 500 268 Z',
    neck: 'M 500 268 C 510 318 550 346 600 346 C 650 346 690 318 700 268',
    worked: false,
  },
  // The grand boubou: a bell, worked down the breast.
  grand: {
    body: 'M 498 264 C 380 292 230 360 150 520 C 106 640 84 800 92 960 C 150 1010 220 1026 270 1018 C 252 1150 220 1280 196 1384 C 400 1430 800 1430 1004 1384 C 980 1280 948 1150 930 1018 C 980 1026 1050 1010 1108 960 C 1116 800 1094 640 1050 520 C 970 360 820 292 702 264 C 690 330 640 370 600 470 C 560 370 510 330 498 264 Z',
    neck: 'M 498 264 C 510 330 560 372 600 472 C 640 372 690 330 702 264',
    worked: true,
  },
  // Sleeves in one with the body, narrow at the wrist and the hem.
  batwing: {
    body: 'M 506 264 C 400 284 230 300 70 330 C 54 372 56 416 74 452 C 190 500 290 640 330 860 C 344 1040 340 1240 344 1392 C 440 1416 760 1416 856 1392 C 860 1240 856 1040 870 860 C 910 640 1010 500 1126 452 C 1144 416 1146 372 1130 330 C 970 300 800 284 694 264 C 684 306 646 330 600 330 C 554 330 516 306 506 264 Z',
    neck: 'M 506 264 C 516 306 554 332 600 332 C 646 332 684 306 694 264',
    worked: false,
  },
};

/** Bubu: one loose gown, on a hanger; `style` is its shape. */
export function bubu(sheet: Sheet, cut: Cut): Drawing {
  const { cloth } = cut;
  const { body, neck, worked } = robes[cut.style ?? 'kampala']!;
  const half =
    fold(440, 300, 330, 1430, 70, -60) +
    fold(500, 420, 430, 1430, 60, -20, 0.9) +
    fold(560, 560, 530, 1430, 46, -8, 0.8) +
    fold(420, 310, 210, 1000, 60, -70, 0.9) +
    fold(400, 320, 130, 820, 40, -60, 0.7) +
    gleam(470, 340, 380, 1400, 40, -30) +
    gleam(540, 480, 490, 1400, 30, -10, 0.7) +
    gleam(410, 330, 190, 920, 30, -60, 0.7);
  const one =
    thread('M 556 380 C 530 470 524 620 548 760 L 600 850', cut.threadColour, 9) +
    thread('M 532 360 C 502 470 498 640 524 790 L 600 896', cut.trim.mid, 6) +
    times(4, (i) =>
      thread(
        spiralPath(470, 430 + i * 96, 30, 2.1, 10, i % 2 ? 1 : -1),
        i % 2 ? cut.trim.mid : cut.threadColour,
        7,
      ),
    );
  const work = worked
    ? one + mirrored(one) + plait(600, 500, 270, 16, cut.threadColour, cut.trim.mid, 6)
    : thread('M 600 346 V 470', cut.threadColour, 6);
  return {
    svg:
      hanger(sheet, 262) +
      `<path d="M500 266C530 244 670 244 700 266L690 330L600 480L510 330Z" fill="${cloth.palette.ink}"/>` +
      piece(sheet, body, {
        fill: cloth.fill(0, 1, 600, 40),
        edge: cloth.palette.ink,
        shade: 'none',
        inside:
          half +
          mirrored(half) +
          `<path d="${body}" fill="url(#fall)"/><path d="${body}" fill="url(#body)" fill-opacity=".6"/>` +
          work,
      }) +
      thread(neck, cut.threadColour, 12) +
      thread(
        body.includes('1108 960')
          ? 'M 198 1366 C 400 1410 800 1410 1002 1366'
          : 'M 346 1376 C 440 1398 760 1398 854 1376',
        cut.threadColour,
        6,
      ),
    outlines: [body],
    focus: { x: 600, y: 520, zoom: 2 },
    place: 'translate(0 -46)',
  };
}
