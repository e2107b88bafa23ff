import {
  DARK,
  DISPLAY_FALLBACKS,
  DISPLAY_FONT,
  type FallbackFont,
  LIGHT,
  LOGO,
  TEXT_FALLBACKS,
  TEXT_FONT,
} from './look.ts';

const face = ({ family, file, weights }: typeof TEXT_FONT): string =>
  `@font-face{font-family:"${family}";src:url("/fonts/${file}") format("woff2");font-weight:${weights};font-display:swap}`;

const fallbackFace = ({ name, local, metrics: [size, ascent, descent] }: FallbackFont): string =>
  `@font-face{font-family:"${name}";src:${local.map((one) => `local("${one}")`).join(',')};size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`;

const families = (...fonts: string[]): string => fonts.map((one) => `"${one}"`).join(',');
const variables = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');

/** The font faces and variables that styles.css and the pages without it build on. */
export function brandCss(): string {
  const stacks = {
    'text-font': families(TEXT_FONT.family, ...TEXT_FALLBACKS.map(({ name }) => name)),
    'display-font': families(
      DISPLAY_FONT.family,
      ...DISPLAY_FALLBACKS.map(({ name }) => name),
      TEXT_FONT.family,
    ),
  };
  return [
    ...[TEXT_FONT, DISPLAY_FONT].map(face),
    ...[...TEXT_FALLBACKS, ...DISPLAY_FALLBACKS].map(fallbackFace),
    `:root{color-scheme:light;${variables({ ...LIGHT, ...stacks })}}`,
    `@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;${variables(DARK)}}}`,
  ].join('\n');
}

/** The logo as an SVG file, with the colours of dark mode where a browser prefers it. */
export function logoSvg(): string {
  const paths = LOGO.map(({ d, fill }, at) => `<path class="p${at}" fill="${LIGHT[fill]}" d="${d}"/>`).join(
    '',
  );
  const dark = LOGO.map(({ fill }, at) => (DARK[fill] ? `.p${at}{fill:${DARK[fill]}}` : '')).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${paths}<style>@media (prefers-color-scheme:dark){${dark}}</style></svg>`;
}
