import { satin, thread } from '../embroidery.ts';
import type { Sheet } from '../sheet.ts';
import { svg, times } from '../sheet.ts';
import { cast, type Drawing, fold, gleam, mirrored, mirrorPath, piece } from '../tailor.ts';
import type { Cut } from './cut.ts';
import { beads, dressForm } from './stands.ts';

/** The cuts of a set of wrapper and blouse. */
export type SetStyle = 'boat' | 'bell' | 'oleku' | 'puff' | 'double';

type Part = { outlines: string[]; svg: string };

const scallops = (x1: number, x2: number, y: number, count: number, dip = 20, rise = 0): string => {
  const step = (x2 - x1) / count;
  return times(count, (i) => {
    const x = x2 - i * step;
    const lift = (at: number) => rise * Math.sin(((at - x1) / (x2 - x1)) * Math.PI);
    return svg`C ${x - step * 0.1} ${y + dip + lift(x)} ${x - step * 0.9} ${y + dip + lift(x - step)} ${x - step} ${y + lift(x - step)} `;
  });
};

/** A wrapper of one width, its end laid across the front; `hem` is where it stops. */
function wrapper(sheet: Sheet, cut: Cut, top: number, hem: number, spread: number): Part {
  const { cloth } = cut;
  const edge = cloth.palette.ink;
  const l = 346 - spread;
  const r = 854 + spread;
  const m = (top + hem) / 2;
  const body = svg`M 392 ${top} C 460 ${top + 28} 740 ${top + 28} 808 ${top} C 846 ${top + 110} ${r} ${m} ${r} ${hem} C 780 ${hem + 24} 430 ${hem + 24} ${l} ${hem} C ${l} ${m} 354 ${top + 110} 392 ${top} Z`;
  const flap = svg`M 470 ${top + 18} C 560 ${top + 36} 740 ${top + 30} 808 ${top} C 846 ${top + 110} ${r} ${m} ${r} ${hem} C 790 ${hem + 22} 700 ${hem + 26} 636 ${hem + 24} C 640 ${m + 120} 590 ${m - 140} 470 ${top + 18} Z`;
  return {
    outlines: [body],
    svg:
      piece(sheet, body, {
        fill: cloth.fill(0, 1, 600, 60),
        edge,
        inside:
          fold(430, top + 24, 392, hem + 20, 74, -14) +
          fold(410, top + 24, 352, hem + 16, 40, -8, 0.8) +
          fold(500, top + 40, 520, hem + 20, 60, 10) +
          gleam(456, top + 60, 430, hem, 30, -6) +
          thread(svg`M ${l} ${hem - 20} C 430 ${hem + 4} 600 ${hem + 6} 640 ${hem + 4}`, cut.threadColour, 6),
      }) +
      cast(flap, 8, 0.22) +
      piece(sheet, flap, {
        fill: cloth.fill(-5, 1, 640, 60),
        edge,
        shade: 'none',
        inside:
          fold(540, top + 40, 690, hem + 30, 60, 60) +
          fold(610, top + 36, 770, hem + 30, 64, 54) +
          fold(700, top + 24, 836, hem + 26, 60, 50) +
          gleam(620, top + 44, 724, hem, 26, 40) +
          gleam(720, top + 44, 786, hem, 22, 30) +
          `<path d="${flap}" fill="url(#fall)"/>` +
          thread(svg`M 640 ${hem + 4} C 720 ${hem + 6} 800 ${hem} ${r} ${hem - 18}`, cut.threadColour, 6),
      }) +
      thread(svg`M 474 ${top + 26} C 592 ${m - 120} 638 ${m + 120} 637 ${hem + 22}`, cut.threadColour, 9),
  };
}

/** The roll that a wrapper is tied with at the waist. */
function roll(sheet: Sheet, cut: Cut, y: number): string {
  return piece(
    sheet,
    svg`M 390 ${y} C 460 ${y + 30} 740 ${y + 30} 810 ${y} C 818 ${y + 22} 818 ${y + 42} 810 ${y + 62} C 740 ${y + 92} 460 ${y + 92} 390 ${y + 62} C 382 ${y + 42} 382 ${y + 22} 390 ${y} Z`,
    {
      fill: cut.cloth.fill(90, 1, 600, y),
      edge: cut.cloth.palette.ink,
      shade: 'tube',
      inside: svg`<path d="M390 ${y + 22}C470 ${y + 52} 730 ${y + 52} 810 ${y + 22}M392 ${y + 44}C470 ${y + 74} 730 ${y + 74} 808 ${y + 44}" stroke="#140a10" stroke-opacity=".35" stroke-width="5" fill="none"/>`,
    },
  );
}

/** A pair of sleeves from the left one's outline. */
function sleeves(sheet: Sheet, cut: Cut, d: string, turn: number, inside: string): Part {
  const one = piece(sheet, d, {
    fill: cut.cloth.fill(turn, 1, 270, 320),
    edge: cut.cloth.palette.ink,
    shade: 'tube',
    inside,
  });
  return { outlines: [d, mirrorPath(d)], svg: one + mirrored(one) };
}

const neckline = (cut: Cut, d: string, second = true) =>
  (second ? thread(d, cut.trim.mid, 17) : '') + thread(d, cut.threadColour, 9);

/** Boat neck, straight elbow sleeves, the blouse worn long over the wrapper with scallops round every edge. */
function boat(sheet: Sheet, cut: Cut): Part {
  const { cloth } = cut;
  const skirt = wrapper(sheet, cut, 690, 1400, -34);
  const sleeve = `M 404 298 C 352 314 316 346 290 410 C 256 500 222 590 196 690 ${'C 204 716 226 716 234 698 C 242 724 266 724 274 706 C 282 732 306 732 314 712 C 322 736 344 734 356 716 '}C 376 620 396 540 408 470 C 412 410 412 350 404 298 Z`;
  const arm = sleeves(
    sheet,
    cut,
    sleeve,
    24,
    fold(396, 350, 260, 740, 44, -20) +
      fold(400, 420, 330, 740, 34, 4, 0.8) +
      gleam(370, 350, 240, 700, 24, -24) +
      thread('M 204 672 C 250 694 310 700 362 698', cut.threadColour, 5),
  );
  const hemmed = `M 754 282 C 780 288 800 296 818 310 C 826 420 814 560 850 812 ${scallops(350, 850, 812, 12, 34, 18)}C 386 560 374 420 382 310 C 400 296 420 288 446 282 C 500 322 700 322 754 282 Z`;
  return {
    outlines: [...skirt.outlines, ...arm.outlines, hemmed],
    svg:
      dressForm(sheet, 1400) +
      skirt.svg +
      arm.svg +
      cast(hemmed, 20, 0.26) +
      piece(sheet, hemmed, {
        fill: cloth.fill(0, 1, 600, 20),
        edge: cloth.palette.ink,
        inside:
          fold(410, 330, 440, 850, 50, 24) +
          fold(790, 330, 760, 850, -50, -24) +
          fold(540, 440, 520, 850, 44, -8) +
          fold(656, 480, 680, 850, -34, 6, 0.8) +
          gleam(470, 420, 450, 830, 30, 6) +
          gleam(690, 420, 720, 830, 24, -6, 0.6) +
          thread('M 352 792 C 450 826 750 826 848 792', cut.threadColour, 5),
      }) +
      neckline(cut, 'M 446 284 C 500 324 700 324 754 284', false) +
      beads(236, 3, '#e9d6a4'),
  };
}

/** Notched neck, bell sleeves to the wrist, the wrapper over the blouse, and the shawl down the front. */
function bell(sheet: Sheet, cut: Cut): Part {
  const { cloth, second } = cut;
  const skirt = wrapper(sheet, cut, 716, 1404, 8);
  const sleeve =
    'M 404 300 C 350 316 312 350 284 420 C 240 530 170 730 96 880 C 92 900 104 914 128 926 C 186 954 262 970 322 966 C 340 964 348 954 350 940 C 366 760 396 600 410 470 C 414 410 412 350 404 300 Z';
  const arm = sleeves(
    sheet,
    cut,
    sleeve,
    24,
    fold(396, 350, 180, 960, 52, -40) +
      fold(400, 420, 280, 980, 44, -10, 0.9) +
      fold(380, 330, 120, 930, 36, -40, 0.8) +
      gleam(380, 380, 170, 930, 30, -30) +
      gleam(396, 440, 300, 960, 22, -10, 0.6) +
      `<path d="M80 860C170 926 270 950 360 936V990H60Z" fill="${second.fill(26, 0.8, 200, 900)}"/>` +
      thread('M 100 872 C 170 918 270 944 352 934', cut.threadColour, 7),
  );
  const blouse =
    'M 500 262 C 456 276 416 290 382 312 C 370 420 384 560 380 760 C 460 792 740 792 820 760 C 816 560 830 420 818 312 C 784 290 744 276 700 262 C 692 320 660 356 622 366 L 600 470 L 578 366 C 540 356 508 320 500 262 Z';
  const shawl =
    'M 690 254 C 742 266 790 284 824 308 C 846 500 856 800 838 1150 C 800 1166 716 1168 674 1154 C 694 800 690 470 640 330 C 668 310 684 284 690 254 Z';
  return {
    outlines: [...skirt.outlines, ...arm.outlines, blouse],
    svg:
      (cut.isWorn ? '' : dressForm(sheet, 1404)) +
      arm.svg +
      piece(sheet, blouse, {
        fill: cloth.fill(0, 1, 600, 20),
        edge: cloth.palette.ink,
        inside:
          fold(410, 330, 462, 790, 50, 24) +
          fold(790, 330, 738, 790, -50, -24) +
          fold(548, 500, 534, 790, 44, -8) +
          gleam(470, 430, 490, 760, 26, 6),
      }) +
      neckline(cut, 'M 500 264 C 508 322 540 358 578 368 L 600 470 L 622 368 C 660 358 692 322 700 264') +
      beads(236, 4) +
      cast(skirt.outlines[0]!, -12, 0.16) +
      skirt.svg +
      roll(sheet, cut, 712) +
      cast(shawl, 12, 0.28) +
      piece(sheet, shawl, {
        fill: second.fill(3, 0.9, 740, 250),
        edge: second.palette.ink,
        shade: 'tube',
        inside:
          fold(720, 262, 720, 1170, 34, 40, 0.9) +
          fold(770, 276, 768, 1170, 30, 34, 0.9) +
          gleam(750, 300, 744, 1150, 16, 40),
      }) +
      times(
        17,
        (i) =>
          svg`<path d="M${678 + i * 10} ${1154 + Math.sin(i / 5) * 6}q${i % 2 ? 4 : -3} 34 0 60" stroke="${i % 4 ? second.palette.mid : second.palette.accent}" stroke-width="4.500" fill="none"/>`,
      ) +
      satin('M 690 254 C 742 266 790 284 824 308 L 820 322 C 786 298 740 282 688 270 Z', second.palette.deep),
  };
}

/** Oleku of the sixties: a short wide blouse that ends above the waist, and a wrapper to the knee. */
function oleku(sheet: Sheet, cut: Cut): Part {
  const { cloth } = cut;
  const skirt = wrapper(sheet, cut, 716, 1130, -6);
  const sleeve =
    'M 412 300 C 340 312 270 346 206 398 C 160 436 112 486 74 540 C 66 556 72 568 86 582 C 128 622 182 660 236 684 C 250 690 262 686 270 674 C 320 600 372 548 424 520 C 432 440 428 360 412 300 Z';
  const arm = sleeves(
    sheet,
    cut,
    sleeve,
    44,
    fold(410, 360, 170, 640, 46, -30) +
      fold(416, 440, 230, 680, 36, -10, 0.8) +
      fold(380, 310, 100, 580, 34, -30, 0.7) +
      gleam(380, 350, 140, 600, 26, -20) +
      thread('M 84 562 C 134 610 190 646 250 668', cut.threadColour, 7) +
      thread('M 102 540 C 150 584 206 620 264 642', cloth.palette.pale, 4),
  );
  const blouse =
    'M 512 252 C 466 268 424 284 388 308 C 380 400 388 520 360 664 C 450 694 750 694 840 664 C 812 520 820 400 812 308 C 776 284 734 268 688 252 C 676 300 644 322 600 322 C 556 322 524 300 512 252 Z';
  return {
    outlines: [...skirt.outlines, ...arm.outlines, blouse, 'M 586 1100 H 614 V 1440 H 586 Z'],
    svg:
      dressForm(sheet, 1130) +
      skirt.svg +
      roll(sheet, cut, 702) +
      arm.svg +
      cast(blouse, 18, 0.3) +
      piece(sheet, blouse, {
        fill: cloth.fill(0, 1, 600, 20),
        edge: cloth.palette.ink,
        inside:
          fold(414, 340, 430, 690, 48, 20) +
          fold(786, 340, 770, 690, -48, -20) +
          fold(560, 420, 540, 690, 40, -8, 0.8) +
          fold(650, 440, 672, 690, -30, 6, 0.7) +
          gleam(480, 380, 470, 660, 26, 6) +
          thread('M 362 648 C 450 678 750 678 838 648', cut.threadColour, 7),
      }) +
      neckline(cut, 'M 512 254 C 524 302 556 324 600 324 C 644 324 676 302 688 254'),
  };
}

/** Square neck, balloon sleeves gathered into a band, a fitted blouse with a peplum, the wrapper in straight pleats. */
function puff(sheet: Sheet, cut: Cut): Part {
  const { cloth, second } = cut;
  const edge = cloth.palette.ink;
  const sleeve =
    'M 410 300 C 360 262 290 268 246 316 C 196 372 186 466 216 540 C 236 586 268 610 306 616 C 346 612 380 580 400 520 C 416 440 420 360 410 300 Z';
  const band = 'M 254 594 C 290 614 330 612 362 590 L 350 690 C 322 704 286 702 262 688 Z';
  const arm = sleeves(
    sheet,
    cut,
    sleeve,
    14,
    fold(400, 310, 300, 620, 60, -60) +
      fold(380, 300, 260, 610, 44, -70, 0.9) +
      fold(404, 340, 340, 610, 40, -20, 0.9) +
      fold(340, 284, 236, 580, 36, -60, 0.7) +
      gleam(350, 300, 262, 580, 34, -50) +
      gleam(396, 360, 326, 590, 22, -26),
  );
  const cuff =
    piece(sheet, band, { fill: cloth.fill(94, 0.9, 300, 640), edge, shade: 'tube' }) +
    thread('M 262 686 C 290 702 322 702 350 688', cut.threadColour, 6);
  const skirt =
    'M 420 690 C 480 706 720 706 780 690 C 830 800 850 1050 852 1400 C 770 1420 430 1420 348 1400 C 350 1050 370 800 420 690 Z';
  const bodice =
    'M 484 268 C 446 276 420 286 404 302 C 410 400 436 480 448 560 C 456 620 458 650 456 690 L 744 690 C 742 650 744 620 752 560 C 764 480 790 400 796 302 C 780 286 754 276 716 268 L 706 392 C 670 404 530 404 494 392 Z';
  const peplum = `M 456 680 C 420 740 380 800 350 862 C 380 892 420 866 450 884 C 490 906 530 876 570 892 C 600 902 640 880 680 890 C 720 900 760 872 850 862 C 820 800 780 740 744 680 C 680 700 520 700 456 680 Z`;
  return {
    outlines: [sleeve, mirrorPath(sleeve), skirt, bodice, peplum],
    svg:
      dressForm(sheet, 1400) +
      piece(sheet, skirt, {
        fill: cloth.fill(0, 1, 600, 60),
        edge,
        inside:
          times(7, (i) =>
            fold(440 + i * 52, 700, 384 + i * 74, 1420, i < 3 ? 46 : -46, i < 3 ? -8 : 8, 0.9),
          ) +
          times(6, (i) => gleam(462 + i * 52, 720, 420 + i * 70, 1400, 24, 0, 0.8)) +
          `<path d="M330 1330C430 1356 770 1356 870 1330V1430H330Z" fill="${second.fill(90, 0.7, 600, 1340)}"/>` +
          thread('M 348 1330 C 430 1354 770 1354 852 1330', cut.threadColour, 7) +
          '<path d="M380 800H820V960H380Z" fill="url(#under)" fill-opacity=".7"/>',
      }) +
      arm.svg +
      cuff +
      mirrored(cuff) +
      cast(peplum, 18, 0.3) +
      piece(sheet, peplum, {
        fill: cloth.fill(0, 1, 600, 20),
        edge,
        inside:
          fold(500, 690, 420, 890, 44, -10) +
          fold(700, 690, 780, 890, -44, 10) +
          fold(560, 694, 530, 900, 36, -4, 0.9) +
          fold(640, 694, 664, 900, -36, 4, 0.9) +
          gleam(520, 700, 470, 880, 26, -6) +
          gleam(680, 700, 716, 880, 26, 6),
      }) +
      piece(sheet, bodice, {
        fill: cloth.fill(0, 0.92, 600, 40),
        edge,
        inside:
          '<path d="M520 400C516 490 532 590 542 690M680 400C684 490 668 590 658 690" stroke="#140a10" stroke-opacity=".38" stroke-width="4" fill="none"/><ellipse cx="536" cy="470" rx="54" ry="66" fill="url(#glow)" fill-opacity=".3"/><ellipse cx="664" cy="470" rx="54" ry="66" fill="url(#glow)" fill-opacity=".2"/>' +
          fold(420, 330, 470, 560, 24, 18, 0.6) +
          fold(780, 330, 730, 560, -24, -18, 0.6),
      }) +
      neckline(cut, 'M 484 270 L 494 390 C 530 402 670 402 706 390 L 716 270') +
      piece(sheet, 'M 454 664 C 530 684 670 684 746 664 L 748 706 C 670 726 530 726 452 706 Z', {
        fill: second.fill(90, 0.7, 600, 680),
        edge: second.palette.ink,
        shade: 'tube',
      }),
  };
}

/** Two wrappers, one above the other with matching borders, under a scooped blouse with frilled sleeves. */
function double(sheet: Sheet, cut: Cut): Part {
  const { cloth, second } = cut;
  const edge = cloth.palette.ink;
  const sleeve =
    'M 408 300 C 356 314 322 350 300 420 C 270 520 244 640 226 740 C 262 760 312 764 344 752 C 368 640 396 560 412 470 C 416 410 416 350 408 300 Z';
  const frill =
    'M 228 728 C 200 770 176 806 160 850 C 176 876 200 856 220 872 C 240 890 264 866 286 880 C 310 892 336 866 368 858 C 364 820 356 780 348 742 C 312 756 262 752 228 728 Z';
  const arm = sleeves(
    sheet,
    cut,
    sleeve,
    18,
    fold(400, 360, 270, 760, 42, -18) +
      fold(404, 440, 318, 760, 30, 0, 0.8) +
      gleam(372, 360, 262, 730, 22, -20),
  );
  const oneFrill =
    piece(sheet, frill, {
      fill: cloth.fill(18, 0.9, 260, 760),
      edge,
      shade: 'fall',
      inside:
        fold(262, 744, 206, 880, 26, -6) +
        fold(300, 750, 276, 890, 24, 0) +
        fold(334, 748, 344, 870, -22, 4) +
        gleam(280, 750, 240, 880, 16),
    }) + thread('M 230 734 C 264 756 314 760 346 746', cut.threadColour, 7);
  const lower =
    'M 400 760 C 470 780 730 780 800 760 C 850 900 886 1150 896 1408 C 790 1432 410 1432 304 1408 C 314 1150 350 900 400 760 Z';
  const upper =
    'M 388 700 C 460 728 740 728 812 700 C 846 790 868 940 876 1096 C 780 1128 560 1120 324 1064 C 334 920 354 790 388 700 Z';
  const border = (d: string) => `<path d="${d}" fill="${second.fill(90, 0.75, 600, 1000)}"/>`;
  const blouse =
    'M 478 268 C 440 278 408 292 386 310 C 374 420 386 560 384 740 C 460 772 740 772 816 740 C 814 560 826 420 814 310 C 792 292 760 278 722 268 C 716 360 668 420 600 420 C 532 420 484 360 478 268 Z';
  return {
    outlines: [lower, upper, sleeve, mirrorPath(sleeve), frill, mirrorPath(frill), blouse],
    svg:
      dressForm(sheet, 1408) +
      piece(sheet, lower, {
        fill: cloth.fill(0, 1, 600, 60),
        edge,
        inside:
          fold(440, 1000, 370, 1430, 70, -10) +
          fold(560, 1060, 540, 1430, 54, -4, 0.9) +
          fold(760, 1060, 820, 1430, -64, 8) +
          gleam(480, 1080, 440, 1410, 40, -4) +
          gleam(680, 1100, 700, 1410, 40, 4) +
          border('M290 1318C410 1344 790 1344 910 1318V1376C790 1402 410 1402 290 1376Z') +
          thread(
            'M 306 1318 C 410 1342 790 1342 894 1318 M 304 1378 C 410 1402 790 1402 896 1378',
            cut.threadColour,
            6,
          ) +
          '<path d="M330 1060C560 1110 780 1120 880 1090V1190C780 1220 560 1210 320 1160Z" fill="url(#under)"/>',
      }) +
      arm.svg +
      oneFrill +
      mirrored(oneFrill) +
      piece(sheet, blouse, {
        fill: cloth.fill(0, 1, 600, 20),
        edge,
        inside:
          fold(410, 340, 460, 760, 46, 24) +
          fold(790, 340, 740, 760, -46, -24) +
          fold(560, 500, 546, 760, 40, -6, 0.8) +
          gleam(476, 440, 492, 740, 26, 6),
      }) +
      neckline(cut, 'M 478 270 C 484 362 532 422 600 422 C 668 422 716 362 722 270') +
      beads(236, 4, '#b5301f') +
      cast(upper, 20, 0.3) +
      piece(sheet, upper, {
        fill: cloth.fill(-4, 1, 620, 60),
        edge,
        inside:
          fold(440, 730, 390, 1100, 56, -10) +
          fold(540, 740, 620, 1130, 60, 30) +
          fold(650, 740, 760, 1130, 56, 30) +
          gleam(480, 740, 450, 1090, 28, -4) +
          gleam(620, 750, 700, 1110, 26, 24) +
          border('M310 984C560 1040 780 1048 890 1016V1072C780 1104 560 1096 310 1040Z') +
          thread(
            'M 326 986 C 560 1040 780 1046 872 1018 M 322 1042 C 560 1096 780 1104 876 1074',
            cut.threadColour,
            6,
          ),
      }) +
      roll(sheet, cut, 694),
  };
}

const styles: Record<SetStyle, (sheet: Sheet, cut: Cut) => Part> = { boat, bell, oleku, puff, double };

/** Iro and buba: the blouse and the wrapper, on a tailor's form. */
export function iroBuba(sheet: Sheet, cut: Cut): Drawing {
  const style = (cut.style ?? 'bell') as SetStyle;
  const { svg: drawn, outlines } = styles[style](sheet, cut);
  return {
    svg: drawn,
    outlines,
    focus: { x: style === 'oleku' ? 480 : 640, y: 500, zoom: 2 },
    place: 'translate(0 -34)',
  };
}
