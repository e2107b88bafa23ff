import type { Sheet } from '../sheet.ts';
import { svg } from '../sheet.ts';
import { fold, gleam, mirrored, piece } from '../tailor.ts';
import type { Cut } from './cut.ts';

/** Two straight legs between two heights, for under a tunic. */
export function trousers(sheet: Sheet, cut: Cut, top: number, hem: number, own = false): string {
  const cloth = own ? cut.second : cut.cloth;
  const leg = svg`M 430 ${top} L 444 ${hem} C 480 ${hem + 10} 540 ${hem + 10} 574 ${hem} L 600 ${top} Z`;
  const one = piece(sheet, leg, {
    fill: cloth.fill(0, 1, 600, 0),
    edge: cloth.palette.ink,
    shade: 'tube',
    inside:
      fold(506, top, 510, hem + 10, 22, 0, 0.7) +
      gleam(512, top, 514, hem, 12, 0, 0.6) +
      svg`<path d="M400 ${top}H620V${top + 130}H400Z" fill="url(#under)"/>`,
  });
  return one + mirrored(one);
}
