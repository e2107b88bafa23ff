import { newSheet, svg, times } from './sheet.ts';

/** The shop's own image for a product that has none yet: basket weave and the mark, 1200 × 1500. */
export function drawPlaceholder(): string {
  const sheet = newSheet('placeholder');
  sheet.def(
    `<pattern id="weave" patternUnits="userSpaceOnUse" width="120" height="120"><rect width="120" height="120" fill="#e9dcc6"/>${times(4, (i) => svg`<path d="M0 ${8 + i * 15}H60M60 ${68 + i * 15}H120" stroke="#d8c5a6" stroke-width="9"/><path d="M${68 + i * 15} 0V60M${8 + i * 15} 60V120" stroke="#dfcfb4" stroke-width="9"/>`)}</pattern>`,
  );
  const outline =
    'M 600 470 L 850 660 V 980 C 850 1000 838 1012 818 1012 H 382 C 362 1012 350 1000 350 980 V 660 Z';
  // The mark: a house whose wall is woven from three strips.
  const strips = times(
    3,
    (i) =>
      svg`<path d="M${450 + i * 110} 690V940" stroke="#7e1a1f" stroke-width="62"/><path d="M${450 + i * 110} 690V940" stroke="#e2a33a" stroke-width="8" transform="translate(-16 0)"/><path d="M${450 + i * 110} 690V940" stroke="#f6e2cf" stroke-width="4" transform="translate(16 0)"/>`,
  );
  const over = times(2, (r) =>
    times(3, (i) =>
      (i + r) % 2
        ? ''
        : svg`<rect x="${412 + i * 110}" y="${734 + r * 100}" width="76" height="54" fill="#1f5a4c"/><rect x="${412 + i * 110}" y="${756 + r * 100}" width="76" height="8" fill="#e2a33a"/>`,
    ),
  );
  const under = times(
    2,
    (r) => svg`<path d="M400 ${761 + r * 100}H720" stroke="#1f5a4c" stroke-width="54"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1500" viewBox="0 0 1200 1500">${sheet.defs()}<rect width="1200" height="1500" fill="url(#weave)"/><rect width="1200" height="1500" fill="url(#glow)" fill-opacity=".5"/><path d="${outline}" fill="#fbf5e8" stroke="#7e1a1f" stroke-width="18" stroke-linejoin="round"/><g transform="translate(40 6)">${under}${strips}${over}</g></svg>`;
}
