import { thread } from '../embroidery.ts';
import type { Sheet } from '../sheet.ts';
import { svg, times } from '../sheet.ts';
import { cast, type Drawing, fold, gleam, mirrored, mirrorPath, piece } from '../tailor.ts';
import type { Cut } from './cut.ts';
import { dressForm } from './stands.ts';

type GownCut = {
  bodice: string;
  neck: string;
  skirt: string;
  sleeve?: string;
  hem: number;
  /** Bottoms of the folds of the left half, from the outside in. */
  folds: number[];
};

const fitted = (neck: string) =>
  `M 470 262 C 446 270 424 280 408 296 C 420 400 448 470 462 540 C 470 590 474 620 476 664 L 724 664 C 726 620 730 590 738 540 C 752 470 780 400 792 296 C 776 280 754 270 730 262 ${neck} Z`;

const trumpet =
  'M 424 282 C 384 296 350 330 332 392 C 320 440 300 500 262 566 C 232 616 210 650 200 690 C 250 716 280 690 310 708 C 350 730 384 706 420 716 C 430 640 428 540 432 440 C 436 380 434 320 424 282 Z';
const straight =
  'M 418 284 C 372 298 340 336 322 400 C 304 460 282 540 266 610 C 290 630 350 640 388 634 C 400 570 414 510 426 450 C 432 390 430 330 418 284 Z';
const cap = 'M 424 284 C 376 292 334 326 306 386 C 330 426 372 444 414 446 C 430 400 432 330 424 284 Z';

const cuts: Record<string, GownCut> = {
  // A heart neckline and a full circle of skirt.
  circle: {
    bodice: fitted(
      'C 722 330 690 372 652 384 C 626 386 610 376 600 362 C 590 376 574 386 548 384 C 510 372 478 330 470 262',
    ),
    neck: 'M 470 264 C 478 332 510 374 548 386 C 574 388 590 378 600 364 C 610 378 626 388 652 386 C 690 374 722 332 730 264',
    skirt:
      'M 476 660 C 460 740 340 900 230 1040 C 180 1110 150 1170 136 1226 C 210 1260 280 1230 340 1252 C 420 1278 500 1244 560 1262 C 620 1280 700 1246 770 1262 C 850 1280 930 1236 1064 1226 C 1050 1170 1020 1110 970 1040 C 860 900 740 740 724 660 Z',
    sleeve: trumpet,
    hem: 1240,
    folds: [210, 300, 390, 480, 560],
  },
  // Crossed in front, tied at the left.
  wrap: {
    bodice: fitted('C 716 340 660 440 560 560 L 540 540 C 520 420 484 340 470 262'),
    neck: 'M 470 264 C 484 342 510 400 560 470 M 730 264 C 716 342 660 442 520 600',
    skirt:
      'M 476 660 C 466 780 400 980 330 1150 C 300 1230 284 1320 278 1392 C 360 1416 440 1398 520 1412 C 600 1424 700 1400 780 1412 C 840 1418 890 1404 922 1392 C 916 1320 900 1230 870 1150 C 800 980 734 780 724 660 Z',
    sleeve: cap,
    hem: 1400,
    folds: [300, 370, 440, 520, 580],
  },
  // Straight from shoulder to floor, with a slit.
  column: {
    bodice: fitted('C 710 300 660 316 600 316 C 540 316 490 300 470 262'),
    neck: 'M 470 264 C 490 302 540 318 600 318 C 660 318 710 302 730 264',
    skirt:
      'M 476 660 C 458 740 446 860 440 1000 C 432 1150 426 1290 424 1412 C 500 1428 620 1428 690 1424 L 706 1010 L 730 1420 C 750 1420 768 1416 780 1412 C 776 1290 768 1150 760 1000 C 754 860 742 740 724 660 Z',
    hem: 1412,
    folds: [440, 490, 540],
  },
  // Round neck, elbow sleeves, a straight skirt over the knee.
  shift: {
    bodice:
      'M 500 256 C 466 266 432 280 408 296 C 418 400 436 500 436 664 L 764 664 C 764 500 782 400 792 296 C 768 280 734 266 700 256 C 690 300 650 324 600 324 C 550 324 510 300 500 256 Z',
    neck: 'M 500 258 C 510 302 550 326 600 326 C 650 326 690 302 700 258',
    skirt: 'M 436 650 C 430 780 406 960 400 1130 C 470 1148 730 1148 800 1130 C 794 960 770 780 764 650 Z',
    sleeve: straight,
    hem: 1136,
    folds: [430, 500, 560],
  },
  // Off the shoulder, close to the knee, and a fishtail below.
  fishtail: {
    bodice:
      'M 392 372 C 450 340 520 352 600 372 C 680 352 750 340 808 372 C 812 420 796 470 776 500 C 752 560 728 600 724 664 L 476 664 C 472 600 448 560 424 500 C 404 470 388 420 392 372 Z',
    neck: 'M 392 374 C 450 342 520 354 600 374 C 680 354 750 342 808 374',
    skirt:
      'M 476 656 C 440 740 420 860 436 980 C 444 1080 400 1210 300 1390 C 360 1424 430 1396 500 1418 C 570 1436 640 1404 710 1420 C 780 1432 850 1420 900 1390 C 800 1210 756 1080 764 980 C 780 860 760 740 724 656 Z',
    hem: 1412,
    folds: [330, 400, 470, 540],
  },
};

/** A gown on a tailor's form; `style` is its cut. */
export function gown(sheet: Sheet, cut: Cut): Drawing {
  const { cloth, second } = cut;
  const edge = cloth.palette.ink;
  const style = cut.style ?? 'circle';
  const { bodice, neck, skirt, sleeve, hem, folds } = cuts[style]!;
  const oneSleeve = sleeve
    ? piece(sheet, sleeve, {
        fill: cloth.fill(20, 1, 300, 320),
        edge,
        shade: 'tube',
        inside:
          fold(400, 320, 290, 720, 38, -6) +
          fold(414, 330, 366, 730, 30, 4, 0.9) +
          fold(370, 320, 230, 710, 32, -14, 0.9) +
          gleam(384, 330, 270, 700, 20, -10),
      })
    : '';
  const half = folds
    .map(
      (x, i) =>
        fold(496 + i * 22, 670, x, hem + 20, 66 - i * 6, -20 + i * 4, 0.9) +
        gleam(500 + i * 22, 690, x + 40, hem, 38 - i * 3, -14 + i * 3, 0.8),
    )
    .join('');
  const off =
    style === 'fishtail'
      ? ((): string => {
          const frill = `M 392 372 C 330 356 282 376 262 424 C 250 470 262 510 286 528 C 330 520 380 500 424 486 C 480 500 540 512 600 508 C 660 512 720 500 776 486 C 820 500 870 520 914 528 C 938 510 950 470 938 424 C 918 376 870 356 808 372 C 750 340 680 352 600 372 C 520 352 450 340 392 372 Z`;
          return (
            cast(frill, 16, 0.3) +
            piece(sheet, frill, {
              fill: cloth.fill(90, 0.92, 600, 40),
              edge,
              shade: 'body',
              inside:
                times(9, (i) => fold(330 + i * 68, 356, 320 + i * 70, 530, i < 5 ? 26 : -26, 0, 0.6)) +
                times(8, (i) => gleam(350 + i * 68, 360, 344 + i * 70, 520, 16, 0, 0.6)),
            }) +
            thread(neck, cut.threadColour, 8)
          );
        })()
      : '';
  const sash = 'M 470 628 C 540 644 660 644 730 628 L 732 700 C 660 718 540 718 468 700 Z';
  const bow =
    piece(
      sheet,
      'M 650 690 C 700 760 720 860 700 960 C 690 966 664 966 652 958 C 668 870 660 780 626 700 Z',
      {
        fill: second.fill(8, 0.8, 600, 0),
        edge: second.palette.ink,
        shade: 'tube',
      },
    ) +
    piece(
      sheet,
      'M 624 690 C 640 770 630 850 590 920 C 578 924 562 914 556 904 C 592 840 606 770 600 694 Z',
      {
        fill: second.fill(-8, 0.8, 600, 0),
        edge: second.palette.ink,
        shade: 'tube',
      },
    ) +
    piece(
      sheet,
      'M 590 650 C 620 640 656 644 668 664 C 672 690 660 708 628 710 C 600 710 584 700 584 676 Z',
      {
        fill: second.fill(40, 0.8, 600, 0),
        edge: second.palette.ink,
        shade: 'tube',
      },
    );
  const belt =
    cast(sash, 14, 0.24) +
    piece(sheet, sash, { fill: second.fill(0, 0.8, 600, 0), edge: second.palette.ink, shade: 'tube' });
  const waist: Record<string, string> = {
    circle: belt + bow,
    wrap: belt + `<g transform="translate(-110 0)">${bow}</g>`,
    column: belt,
  };
  const wrapEdge =
    style === 'wrap'
      ? cast('M 730 262 C 716 340 660 440 476 640 L 476 660 L 530 660 Z', 10, 0.2) +
        thread('M 560 700 C 620 900 640 1180 560 1412', cut.threadColour, 8)
      : '';
  const drawn =
    dressForm(sheet, hem) +
    oneSleeve +
    mirrored(oneSleeve) +
    piece(sheet, skirt, {
      fill: cloth.fill(0, 1, 600, 60),
      edge,
      shade: 'body',
      inside:
        half +
        mirrored(half) +
        (waist[style] ? `<path d="M440 690H760V800H440Z" fill="url(#under)" fill-opacity=".5"/>` : ''),
    }) +
    piece(sheet, bodice, {
      fill: cloth.fill(0, 0.92, 600, 40),
      edge: waist[style] ? edge : 'none',
      inside:
        fold(512, 420, 534, 664, 20, 18, 0.7) +
        fold(688, 420, 666, 664, -20, -18, 0.7) +
        `<path d="M520 384C516 480 530 580 540 664M680 384C684 480 670 580 660 664" stroke="#140a10" stroke-opacity=".38" stroke-width="3.500" fill="none"/><ellipse cx="536" cy="450" rx="52" ry="60" fill="url(#glow)" fill-opacity=".3"/><ellipse cx="664" cy="450" rx="52" ry="60" fill="url(#glow)" fill-opacity=".2"/>`,
    }) +
    thread(neck, cut.threadColour, 8) +
    wrapEdge +
    off +
    (waist[style] ?? '') +
    (style === 'shift' ? thread(svg`M 402 1112 C 470 1130 730 1130 798 1112`, cut.threadColour, 6) : '');
  return {
    svg: drawn,
    outlines: [bodice, skirt, ...(sleeve ? [sleeve, mirrorPath(sleeve)] : [])],
    focus: { x: 600, y: 520, zoom: 2 },
    place: 'translate(0 -34)',
  };
}
