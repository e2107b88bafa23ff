import { button, plait, satin, spiralPath, thread } from '../embroidery.ts';
import type { Sheet } from '../sheet.ts';
import { svg, times } from '../sheet.ts';
import { cast, type Drawing, fold, gleam, mirrored, mirrorPath, piece } from '../tailor.ts';
import type { Cut } from './cut.ts';
import { hanger } from './stands.ts';
import { trousers } from './trousers.ts';

/** The block that kaftan, senator and isiagu are cut from. */
function block(
  sheet: Sheet,
  cut: Cut,
  hem: number,
  flare: number,
  cuff: (d: string) => string,
  front: string,
) {
  const { cloth } = cut;
  const edge = cloth.palette.ink;
  const l = 352 - flare;
  const body = svg`M 522 236 C 470 254 410 272 362 300 C 346 330 352 420 372 520 C 384 620 378 760 ${l + 8} ${hem - 20} C ${l + 100} ${hem + 12} 520 ${hem + 18} 600 ${hem + 18} C 680 ${hem + 18} ${1100 - l} ${hem + 12} ${1192 - l} ${hem - 20} C 822 760 816 620 828 520 C 848 420 854 330 838 300 C 790 272 730 254 678 236 C 660 262 630 274 600 274 C 570 274 540 262 522 236 Z`;
  const isShort = cut.style === 'short';
  const sleeve = isShort
    ? 'M 384 290 C 330 306 292 342 268 404 C 244 460 226 530 212 600 C 214 612 222 620 238 626 C 276 640 320 646 352 642 C 362 636 366 628 368 616 C 374 580 382 550 388 520 C 396 440 396 360 384 290 Z'
    : 'M 384 290 C 330 306 296 342 276 410 C 250 520 214 700 192 900 C 190 918 196 926 214 932 C 250 942 290 942 318 934 C 330 928 334 918 336 904 C 348 760 366 640 388 520 C 396 440 396 360 384 290 Z';
  const one = piece(sheet, sleeve, {
    fill: cloth.fill(9, 1, 270, 300),
    edge,
    shade: 'tube',
    inside:
      fold(372, 360, 250, 930, 34, -22, 0.8) +
      fold(330, 560, 300, 940, 30, 8, 0.7) +
      fold(390, 480, 270, 640, 26, -20, 0.6) +
      fold(374, 560, 250, 720, 22, -16, 0.5) +
      gleam(330, 350, 226, 900, 22, -22) +
      (isShort ? thread('M 214 596 C 250 616 320 626 366 618', cut.threadColour, 5) : cuff(sleeve)),
  });
  const neckBack =
    'M 520 238 C 540 214 660 214 680 238 C 660 268 632 280 600 280 C 568 280 540 268 520 238 Z';
  const bodyPiece = piece(sheet, body, {
    fill: cloth.fill(0, 1, 600, 40),
    edge,
    inside:
      fold(396, 330, 440, 620, 26, 30, 0.6) +
      fold(804, 330, 760, 620, -26, -30, 0.6) +
      fold(452, 700, 420, hem + 20, 44, -8, 0.9) +
      fold(748, 700, 780, hem + 20, -44, 8, 0.9) +
      fold(530, 820, 516, hem + 20, 32, -4, 0.7) +
      fold(678, 820, 690, hem + 20, -32, 4, 0.7) +
      gleam(476, 640, 450, hem, 26, -6) +
      gleam(560, 760, 552, hem, 20, 0, 0.5) +
      gleam(704, 760, 720, hem, 20, 0, 0.5) +
      front +
      svg`<path d="M ${l} ${hem - 26} C ${l + 100} ${hem + 4} 520 ${hem + 8} 600 ${hem + 8} C 680 ${hem + 8} ${1100 - l} ${hem + 4} ${1200 - l} ${hem - 26}" fill="none" stroke="#140a10" stroke-opacity=".35" stroke-width="3" stroke-dasharray="9 6"/>`,
  });
  const back = piece(sheet, neckBack, {
    fill: cloth.palette.deep,
    edge,
    shade: 'none',
    inside: `<path d="M500 200H700V290H500Z" fill="#140a10" fill-opacity=".45"/>`,
  });
  return {
    body,
    sleeve,
    drawn:
      (cut.isWorn ? '' : hanger(sheet, 240)) +
      one +
      mirrored(one) +
      cast(
        svg`M 372 330 L 388 520 L ${l + 20} ${hem - 30} L ${1180 - l} ${hem - 30} L 812 520 L 828 330 Z`,
        8,
        0.12,
      ) +
      back +
      bodyPiece,
  };
}

/** The standing collar, in two leaves that meet at the throat. */
function collar(sheet: Sheet, fill: string, edge: string, braid: string): string {
  const leaf =
    'M 516 240 C 522 220 530 208 540 202 C 552 236 574 258 600 270 L 600 304 C 562 294 530 272 516 240 Z';
  const one = piece(sheet, leaf, {
    fill,
    edge,
    shade: 'fall',
    inside: thread('M 522 236 C 534 262 566 286 600 296', braid, 4),
  });
  return one + mirrored(one);
}

const band =
  (fill: string, y = 880) =>
  () =>
    `<path d="M 180 ${y} C 240 ${y + 20} 300 ${y + 18} 350 ${y + 2} V 960 H 170 Z" fill="${fill}"/>`;

/** Kaftan: to the ankle, placket worked from throat to waist. */
export function kaftan(sheet: Sheet, cut: Cut): Drawing {
  const gold = cut.threadColour;
  const second = cut.trim.mid;
  const side =
    thread(
      'M 566 284 C 540 300 528 340 530 400 C 532 520 530 640 548 720 C 560 764 584 790 600 812',
      gold,
      8,
    ) +
    thread('M 552 300 C 520 320 508 360 510 420 C 512 520 512 640 528 716', second, 5) +
    thread(spiralPath(494, 470, 30, 2.1, -20), gold, 6) +
    thread(spiralPath(494, 580, 30, 2.1, -20), gold, 6) +
    thread(spiralPath(504, 684, 24, 2, -20), gold, 6) +
    times(3, (i) => satin(svg`M508 ${516 + i * 110 - i * 4}l-34 10l34 12Z`, second));
  const panel =
    'M 520 262 C 500 420 500 700 500 1372 H 700 C 700 700 700 420 680 262 C 650 290 550 290 520 262 Z';
  const worked =
    `<path d="M 560 280 C 534 300 528 340 530 400 C 532 560 530 660 548 720 C 560 764 584 790 600 812 C 616 790 640 764 652 720 C 670 660 668 560 670 400 C 672 340 666 300 640 280 Z" fill="#140a10" fill-opacity=".2"/>` +
    side +
    mirrored(side) +
    plait(600, 310, 420, 18, gold, second, 6) +
    thread(spiralPath(600, 772, 20, 1.6, 90), gold, 6) +
    satin('M600 824L616 872L600 930L584 872Z', gold) +
    satin('M568 822L578 862L566 888Z', second) +
    satin('M632 822L622 862L634 888Z', second);
  const front =
    cut.style === 'panel'
      ? cast(panel, 4, 0.3) +
        piece(sheet, panel, {
          fill: cut.second.fill(0, 1, 600, 300),
          edge: cut.second.palette.ink,
          shade: 'body',
        }) +
        thread(
          'M 520 270 C 500 420 500 700 500 1372 M 680 270 C 700 420 700 700 700 1372',
          cut.threadColour,
          5,
        ) +
        times(5, (i) => button(600, 370 + i * 90, 13, cut.threadColour))
      : worked;
  const cuff = () =>
    thread('M 190 884 C 240 904 300 902 342 884', gold, 8) +
    thread('M 194 862 C 244 882 300 880 344 862', second, 5) +
    thread('M 184 908 C 240 926 300 924 342 908', second, 5);
  const t = block(sheet, cut, 1352, 74, cuff, front);
  return {
    svg:
      svg`<path d="M 470 1340 L 474 1430 C 510 1440 560 1440 584 1430 L 590 1340 Z M 730 1340 L 726 1430 C 690 1440 640 1440 616 1430 L 610 1340 Z" fill="${cut.cloth.palette.deep}"/><path d="M460 1330H740V1400H460Z" fill="url(#under)"/>` +
      t.drawn +
      collar(sheet, cut.cloth.fill(0, 0.9), cut.cloth.palette.ink, gold),
    outlines: [t.body, t.sleeve, mirrorPath(t.sleeve)],
    focus: { x: 600, y: 500, zoom: 2 },
    place: 'translate(0 -38)',
  };
}

/** Senator: knee-length tunic with a contrasting placket, pocket and cuffs, and its trousers. */
export function senator(sheet: Sheet, cut: Cut): Drawing {
  const fill = cut.second.fill(0, 1, 600, 0);
  const placket = 'M 562 268 L 638 268 L 638 690 L 600 716 L 562 690 Z';
  const pocket = 'M 690 470 L 786 462 L 790 500 L 694 508 Z';
  const style = cut.style;
  const grid =
    times(7, (i) => thread(`M ${420 + i * 60} 400 V 700`, '#e7e1d4', 4)) +
    times(6, (i) => thread(`M 400 ${410 + i * 56} H 800`, '#e7e1d4', 4));
  const pleat =
    fold(500, 470, 470, 1080, 60, -10) +
    gleam(506, 470, 480, 1070, 26, -8) +
    '<path d="M500 466C494 700 484 900 470 1080" stroke="#140a10" stroke-opacity=".6" stroke-width="5" fill="none"/><path d="M600 280V720" stroke="#140a10" stroke-opacity=".55" stroke-width="4"/><path d="M626 280V700L600 724" stroke="#fff6e4" stroke-opacity=".25" stroke-width="3" stroke-dasharray="9 6" fill="none"/>';
  const hasPocket = style !== 'pleat' && style !== 'grid';
  const front =
    (style === 'grid' ? grid : '') +
    (style === 'pleat'
      ? pleat
      : cast(placket, 8) +
        piece(sheet, placket, {
          fill: style === 'cuffs' ? cut.cloth.fill(0, 1, 600, 0) : fill,
          edge: style === 'cuffs' ? cut.cloth.palette.ink : cut.second.palette.ink,
          shade: 'none',
          inside: `<path d="M562 268H580V720H562Z" fill="#140a10" fill-opacity=".16"/>`,
        }) +
        thread('M 572 276 V 684 L 600 704 L 628 684 V 276', cut.threadColour, 3) +
        times(4, (i) => button(600, 356 + i * 92, 12, style === 'grid' ? '#d8d2c4' : cut.threadColour))) +
    (hasPocket
      ? cast(pocket, 6) +
        piece(sheet, pocket, { fill, edge: cut.second.palette.ink, shade: 'none' }) +
        thread('M 696 498 L 784 490', cut.threadColour, 3)
      : '') +
    `<path d="M 348 640 L 386 632 M 852 640 L 814 632" stroke="#140a10" stroke-opacity=".4" stroke-width="4"/>`;
  const t = block(sheet, cut, 1056, 26, band(fill, 870), front);
  return {
    svg:
      trousers(sheet, cut, 980, 1432) +
      cast(t.body, 20, 0.24) +
      t.drawn +
      collar(sheet, fill, cut.second.palette.ink, cut.threadColour),
    outlines: [t.body, t.sleeve, mirrorPath(t.sleeve), 'M 430 980 L 444 1432 L 756 1432 L 770 980 Z'],
    focus: { x: 640, y: 470, zoom: 2 },
    place: 'translate(0 -38)',
  };
}

/** Isiagu: the lion tunic, its studs on a chain, over plain trousers. */
export function isiaguTunic(sheet: Sheet, cut: Cut): Drawing {
  const dark = cut.second.palette.ink;
  const chain = times(3, (i) => {
    const y = 372 + i * 104;
    return svg`<path d="M600 ${y}Q570 ${y + 74} 600 ${y + 104}" fill="none" stroke="#140a10" stroke-opacity=".4" stroke-width="9" transform="translate(3 5)"/><path d="M600 ${y}Q570 ${y + 74} 600 ${y + 104}" fill="none" stroke="#f0d488" stroke-width="7" stroke-dasharray="8 4"/>`;
  });
  const front =
    `<path d="M566 270H634V730L600 760L566 730Z" fill="${dark}"/>` +
    thread('M 566 276 V 730 L 600 760 L 634 730 V 276', '#e3b552', 5) +
    chain +
    times(4, (i) => button(600, 372 + i * 104, 17, 'url(#gold)'));
  const cuff = () =>
    `<path d="M180 880C240 900 300 898 350 882V960H170Z" fill="${dark}"/>` +
    thread('M 186 882 C 240 902 300 900 346 884', '#e3b552', 5);
  const t = block(sheet, cut, 1066, 26, cuff, front);
  return {
    svg:
      trousers(sheet, cut, 980, 1432, true) +
      cast(t.body, 20, 0.24) +
      t.drawn +
      collar(sheet, dark, dark, '#e3b552'),
    outlines: [t.body, t.sleeve, mirrorPath(t.sleeve), 'M 430 980 L 444 1432 L 756 1432 L 770 980 Z'],
    focus: { x: 650, y: 470, zoom: 2 },
    place: 'translate(0 -38)',
  };
}
