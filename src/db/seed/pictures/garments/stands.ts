import type { Sheet } from '../sheet.ts';
import { svg, times } from '../sheet.ts';
import { piece } from '../tailor.ts';

const wood = { fill: 'url(#wood)', edge: '#3a2113', shade: 'none' as const };

/** The tailor's form that a dress stands on: linen body, turned neck, and from `hem` down its pole and feet. */
export function dressForm(sheet: Sheet, hem: number): string {
  const foot =
    'M 590 1386 C 540 1396 470 1412 424 1440 C 416 1448 424 1456 436 1452 C 490 1432 560 1424 600 1424 C 640 1424 710 1432 764 1452 C 776 1456 784 1448 776 1440 C 730 1412 660 1396 610 1386 Z';
  const torso =
    'M 550 210 C 552 240 536 262 480 276 C 440 286 416 300 424 330 C 424 420 446 520 462 600 C 468 680 464 740 458 800 L 742 800 C 736 740 732 680 738 600 C 754 520 776 420 776 330 C 776 300 760 286 720 276 C 664 262 648 240 650 210 Z';
  return (
    (hem < 1360
      ? piece(sheet, svg`M 586 ${hem - 60} H 614 V 1392 H 586 Z`, { ...wood, fill: 'url(#gold)' }) +
        piece(sheet, 'M 560 1330 C 570 1316 630 1316 640 1330 L 646 1392 H 554 Z', wood) +
        piece(sheet, foot, wood)
      : '') +
    piece(sheet, torso, {
      fill: '#e4d2b2',
      edge: '#6b5335',
      inside:
        '<path d="M600 200V800M500 290C520 460 510 620 500 800M700 290C680 460 690 620 700 800" stroke="#8a6f49" stroke-opacity=".5" stroke-width="3" stroke-dasharray="8 6" fill="none"/>' +
        '<path d="M540 214C570 226 630 226 660 214V250C630 262 570 262 540 250Z" fill="#140a10" fill-opacity=".14"/>',
    }) +
    piece(
      sheet,
      'M 546 212 C 546 194 556 186 570 182 H 630 C 644 186 654 194 654 212 C 630 224 570 224 546 212 Z',
      wood,
    ) +
    piece(sheet, 'M 582 184 C 574 160 582 140 600 140 C 618 140 626 160 618 184 Z', wood)
  );
}

/** A wooden hanger in a garment's neck, on a peg; `y` is where the neck lies. Drawn before the garment. */
export function hanger(sheet: Sheet, y: number): string {
  return (
    svg`<circle cx="600" cy="${y - 128}" r="17" fill="url(#gold)" stroke="#6b4a14" stroke-width="3"/><circle cx="603" cy="${y - 110}" r="22" fill="#140a10" fill-opacity=".18"/>` +
    svg`<path d="M600 ${y + 20}V${y - 52}C600 ${y - 82} 640 ${y - 88} 640 ${y - 116}C640 ${y - 152} 586 ${y - 156} 582 ${y - 118}" fill="none" stroke="#140a10" stroke-opacity=".22" stroke-width="13" stroke-linecap="round" transform="translate(9 11)"/>` +
    svg`<path d="M600 ${y + 20}V${y - 52}C600 ${y - 82} 640 ${y - 88} 640 ${y - 116}C640 ${y - 152} 586 ${y - 156} 582 ${y - 118}" fill="none" stroke="#4a3a22" stroke-width="13" stroke-linecap="round"/>` +
    svg`<path d="M600 ${y + 20}V${y - 52}C600 ${y - 82} 640 ${y - 88} 640 ${y - 116}C640 ${y - 152} 586 ${y - 156} 582 ${y - 118}" fill="none" stroke="#d9b566" stroke-width="8" stroke-linecap="round"/>` +
    piece(
      sheet,
      svg`M 600 ${y - 14} C 560 ${y - 12} 500 ${y + 10} 440 ${y + 44} C 424 ${y + 54} 432 ${y + 74} 452 ${y + 68} C 520 ${y + 46} 680 ${y + 46} 748 ${y + 68} C 768 ${y + 74} 776 ${y + 54} 760 ${y + 44} C 700 ${y + 10} 640 ${y - 12} 600 ${y - 14} Z`,
      wood,
    )
  );
}

/** The stand of a tied headtie: a turned base, a brass pole and a wooden dome under the cloth. */
export function geleStand(sheet: Sheet): string {
  return (
    '<ellipse cx="616" cy="1408" rx="330" ry="44" fill="url(#pool)"/>' +
    piece(sheet, 'M 586 960 H 614 V 1330 H 586 Z', { ...wood, fill: 'url(#gold)' }) +
    piece(
      sheet,
      'M 396 1376 C 396 1350 470 1330 560 1322 C 566 1300 574 1288 584 1276 H 616 C 626 1288 634 1300 640 1322 C 730 1330 804 1350 804 1376 L 812 1398 C 812 1416 720 1428 600 1428 C 480 1428 388 1416 388 1398 Z',
      {
        ...wood,
        inside:
          '<path d="M396 1378C470 1398 730 1398 804 1378M480 1340C540 1350 660 1350 720 1340" stroke="#3a2113" stroke-opacity=".5" stroke-width="5" fill="none"/>',
      },
    ) +
    piece(
      sheet,
      'M 566 1100 C 566 1084 634 1084 634 1100 C 640 1120 634 1136 600 1140 C 566 1136 560 1120 566 1100 Z',
      wood,
    ) +
    piece(
      sheet,
      'M 436 780 C 430 880 470 950 540 980 C 560 990 570 1000 576 1016 H 624 C 630 1000 640 990 660 980 C 730 950 770 880 764 780 Z',
      {
        ...wood,
        inside: `${times(7, (i) => svg`<path d="M${446 + i * 51} 780C${456 + i * 48} 880 ${520 + i * 27} 960 ${580 + i * 7} 1010" stroke="#5a3219" stroke-opacity=".4" stroke-width="3" fill="none"/>`)}<path d="M420 780H780V900H420Z" fill="url(#under)"/>`,
      },
    )
  );
}

/** Strands of coral beads round a neck, from `y` down. */
export function beads(y: number, strands: number, colour = '#c8402a'): string {
  return times(strands, (row) => {
    const count = 15 + row * 4;
    const half = 52 + row * 17;
    const drop = 34 + row * 44;
    return times(count, (i) => {
      const t = (i / (count - 1)) * 2 - 1;
      const x = 600 + half * Math.sin((t * Math.PI) / 2);
      const by = y + drop * Math.cos((t * Math.PI) / 2);
      return svg`<circle cx="${x + 2}" cy="${by + 5}" r="11" fill="#140a10" fill-opacity=".3"/><circle cx="${x}" cy="${by}" r="10.500" fill="${i === (count - 1) / 2 ? 'url(#gold)' : colour}" stroke="#5a140c" stroke-opacity=".6" stroke-width="2"/><circle cx="${x - 3}" cy="${by - 4}" r="3" fill="#ffe9d8" fill-opacity=".7"/>`;
    });
  });
}
