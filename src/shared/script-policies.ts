// Browsers that know Trusted Types refuse a string where a page would run it or read it as HTML
// (require-trusted-types-for in platform/csp). What the shop's own code and its libraries need is allowed here.

interface Policy {
  createScriptURL(url: string): string;
}
type PolicyFactory = {
  createPolicy(name: string, rules: Record<string, (text: string) => string | null>): Policy;
};

/** React makes an inert script element of the first; Leaflet finds out with the second whether there is SVG. */
const KNOWN_MARKUP: readonly string[] = ['<script></script>', '<svg/>'];

/** A text that can open no tag is only a text: data for search engines, a style sheet, nothing at all. */
export const harmlessMarkup = (html: string): string | null =>
  !html.includes('<') || KNOWN_MARKUP.includes(html) ? html : null;

/** The scripts of workers are files of the build. */
export const ownAsset = (url: string): string | null =>
  url.startsWith('/assets/') && !url.includes('..') ? url : null;

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
factory?.createPolicy('default', { createHTML: harmlessMarkup });
const workers = factory?.createPolicy('aso-workers', { createScriptURL: ownAsset });

/** The URL of a worker's script, as `new Worker` takes it. */
export const workerUrl = (url: string): string => workers?.createScriptURL(url) ?? url;
