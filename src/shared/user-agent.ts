/** Browsers whose user agent also contains another's name come before it. */
const BROWSERS: readonly [RegExp, string][] = [
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/OPR\/|Opera\//, 'Opera'],
  [/OPiOS\/|Opera Mini/, 'Opera Mini'],
  [/UCBrowser\//, 'UC Browser'],
  [/EdgA?\/|EdgiOS\//, 'Edge'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/.+Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

const nameIn = (names: readonly [RegExp, string][], text: string) =>
  names.find(([mark]) => mark.test(text))?.[1];

/** The kind of device or its system, such as 'iPhone' or 'Windows'; undefined when it is not recognized. */
export const systemOf = (userAgent: string) => nameIn(SYSTEMS, userAgent);

/** 'Chrome on Android', from a user agent; 'Unknown device' when it is not recognized. */
export function deviceOf(userAgent: string | null): string {
  const browser = nameIn(BROWSERS, userAgent ?? '');
  const system = systemOf(userAgent ?? '');
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : 'Unknown device');
}
