// The look of the shop: colours, logo and fonts. Pages, emails, preview images, icons and the manifest take them from
// here; docs/making-it-yours.md says how to change them. Exports are single constants, so that a page loads only those
// it uses.

/** The background of every page, also the browser's frame on a phone. */
export const PAGE = { light: '#faf6ec', dark: '#15110d' };

/** CSS variables by name. Every text colour keeps 4.5:1 on background, card and muted; input and ring keep 3:1. */
export const LIGHT = {
  background: PAGE.light,
  card: '#fffdf7',
  muted: '#f1ead9',
  border: '#dccfb8',
  input: '#8c7d68',
  foreground: '#1f1913',
  'muted-foreground': '#655847',
  primary: '#262c6b',
  'primary-fill': '#262c6b',
  'primary-hover': '#353c86',
  'primary-foreground': '#fbf7ee',
  accent: '#b8791a',
  'accent-foreground': '#1f1913',
  gold: '#85520a',
  ring: '#b0680c',
  danger: '#98231f',
  'danger-fill': '#98231f',
  'danger-foreground': '#fffaf3',
  'danger-soft': '#f8e3dc',
  promo: '#8f1d2c',
  'promo-fill': '#8f1d2c',
  success: '#1e6140',
  'success-fill': '#1e6140',
  'success-foreground': '#fffaf3',
  'success-soft': '#e2edda',
  warning: '#86540a',
  'warning-soft': '#f8e8c5',
  info: '#2b4a8f',
  'info-soft': '#e3e5f3',
  overlay: 'rgb(31 25 19 / 0.55)',
  'thread-indigo': '#262c6b',
  'thread-gold': '#c98f2b',
  'thread-oxblood': '#8f1d2c',
  'thread-cream': '#f3e6c8',
  /* The dark background of hero and footer, and the text on it: the same in both schemes. */
  ink: '#17120d',
  paper: '#fbf6ea',
  brass: '#e4b05a',
};
export type ColourName = keyof typeof LIGHT;

/** What differs in dark mode. */
export const DARK: Partial<Record<ColourName, string>> = {
  background: PAGE.dark,
  card: '#1d1813',
  muted: '#292219',
  border: '#3e3428',
  input: '#857660',
  foreground: '#f4ecdd',
  'muted-foreground': '#b9ab95',
  primary: '#b3bbf5',
  'primary-fill': '#4850b0',
  'primary-hover': '#5660c6',
  'primary-foreground': '#fbf7ee',
  accent: '#dea243',
  'accent-foreground': '#1a130a',
  gold: '#e4b05a',
  ring: '#e9b154',
  danger: '#f59a8c',
  'danger-fill': '#b03530',
  'danger-foreground': '#fffaf3',
  'danger-soft': '#3d1a17',
  promo: '#f3949c',
  'promo-fill': '#a52a3c',
  success: '#8dcba2',
  'success-fill': '#28704b',
  'success-foreground': '#fffaf3',
  'success-soft': '#1a2e21',
  warning: '#e8bb68',
  'warning-soft': '#36280f',
  info: '#a5b6f3',
  'info-soft': '#20244a',
  overlay: 'rgb(0 0 0 / 0.7)',
  'thread-indigo': '#4a53a8',
  'thread-gold': '#c98f2b',
  'thread-oxblood': '#9c2f3d',
  'thread-cream': '#d9c9a3',
};

/** The mark before the name: paths on a square of 32, each in a colour of the list above. It becomes the icons too. */
export const LOGO: readonly { d: string; fill: ColourName }[] = [
  { d: 'M0 2h32v8H0zM0 12h32v8H0zM0 22h32v8H0z', fill: 'thread-gold' },
  {
    d: 'M2 0h8v11H2zM2 21h8v11H2zM12 0h8v1h-8zM12 11h8v10h-8zM12 31h8v1h-8zM22 0h8v11h-8zM22 21h8v11h-8zM2 11h8v1H2zM2 20h8v1H2zM22 11h8v1h-8zM22 20h8v1h-8z',
    fill: 'thread-indigo',
  },
];

/** A font of the system that is shown until ours has loaded, stretched to its widths so that nothing moves. */
export interface FallbackFont {
  name: string;
  local: readonly string[];
  /** Per cent: size-adjust, ascent-override, descent-override. See public/fonts/README.md for how to measure them. */
  metrics: readonly [size: number, ascent: number, descent: number];
}

/** Of texts. `file` is in public/fonts. */
export const TEXT_FONT = { family: 'Commissioner', file: 'commissioner-2.woff2', weights: '400 700' };
/** Of headings. */
export const DISPLAY_FONT = {
  family: 'Noto Serif Display',
  file: 'noto-serif-display.woff2',
  weights: '400 700',
};

export const TEXT_FALLBACKS: readonly FallbackFont[] = [
  { name: 'Fitted Roboto', local: ['Roboto'], metrics: [103.53, 98.23, 19.9] },
  { name: 'Fitted Arial', local: ['Arial', 'Liberation Sans'], metrics: [102.22, 99.5, 20.15] },
  { name: 'Fitted DejaVu Sans', local: ['DejaVu Sans'], metrics: [90.16, 112.8, 22.85] },
];
export const DISPLAY_FALLBACKS: readonly FallbackFont[] = [
  { name: 'Fitted Noto Serif', local: ['Noto Serif'], metrics: [93.16, 114.75, 31.45] },
  { name: 'Fitted Times', local: ['Times New Roman', 'Liberation Serif'], metrics: [109.43, 97.69, 26.77] },
  { name: 'Fitted DejaVu Serif', local: ['DejaVu Serif'], metrics: [86.58, 123.47, 33.84] },
];

/** The same fonts as TrueType files for preview images, in src/platform/images/fonts; `family` is the name inside. */
export const DRAWN_FONTS = {
  display: { family: 'Aso House Display', file: 'noto-serif-display.ttf' },
  text: { family: 'Aso House Text', file: 'commissioner.ttf' },
};
