export const PRINT_KINDS = { slip: 'Packing slip', receipt: 'Receipt' } as const;
export type PrintKind = keyof typeof PRINT_KINDS;

export const PAPERS = { a4: 'A4', a5: 'A5', roll: '80 mm roll' } as const;
export type Paper = keyof typeof PAPERS;

/** Orders printed at once. */
export const MOST_PRINTED = 50;

/** CSS pixels of a millimetre. */
const PX_PER_MM = 96 / 25.4;

/** The margins of a sheet, in millimetres; the printer of a roll cannot print its outer 4 mm. */
const MARGIN_MM: Record<Paper, number> = { a4: 14, a5: 10, roll: 4 };

/**
 * The `@page` rules for orders whose sheets have these heights in CSS pixels. A roll has no pages: each order is one
 * page as long as its content, cut after it.
 */
export function pageRules(paper: Paper, heights: readonly number[]): string {
  const margin = `margin: ${MARGIN_MM[paper]}mm`;
  if (paper !== 'roll') return `@page { size: ${PAPERS[paper]}; ${margin} }`;
  return heights
    .map((height, at) => {
      // Two more, so that rounding begins no second page.
      const length = Math.ceil(height / PX_PER_MM) + 2 * MARGIN_MM.roll + 2;
      const isLast = at === heights.length - 1;
      // What follows the last order, although empty, would be on a page of its own if that had a name.
      const name = isLast ? '' : `roll-${at} `;
      const page = `@page ${name}{ size: 80mm ${length}mm; ${margin} }`;
      return isLast ? page : `${page} #sheet-${at} { page: ${name}}`;
    })
    .join('\n');
}

/** What the QR code opens: a packing slip the order in the back office, a receipt that of the customer. */
export const printedUrl = (publicUrl: string, id: string, kind: PrintKind): string =>
  `${publicUrl}${kind === 'slip' ? '/admin' : ''}/orders/${id}`;
