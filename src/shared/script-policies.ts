import { SERVICE_WORKER } from './service-worker-path.ts';

// Browsers with Trusted Types refuse a string where a page would run it or parse it as HTML
// (require-trusted-types-for in platform/csp). The exceptions for the shop's own code and its libraries are here.

interface Policy {
  createScriptURL(url: string): string;
}
type PolicyFactory = {
  createPolicy(name: string, rules: Record<string, (text: string) => string | null>): Policy;
};

/** React creates an inert script element from the first; Leaflet tests for SVG with the second. */
const KNOWN_MARKUP: readonly string[] = ['<script></script>', '<svg/>'];

/** A text that cannot open a tag is plain text: data for search engines, a style sheet, or empty. */
export const harmlessMarkup = (html: string): string | null =>
  !html.includes('<') || KNOWN_MARKUP.includes(html) ? html : null;

/** The scripts of workers are files of the build, or of the source with `npm run dev`. */
const WORKERS = import.meta.env.DEV ? /^\/(assets|src)\// : /^\/assets\//;
export const ownAsset = (url: string): string | null =>
  url === SERVICE_WORKER || (WORKERS.test(url) && !url.includes('..')) ? url : null;

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
factory?.createPolicy('default', { createHTML: harmlessMarkup });
const workers = factory?.createPolicy('aso-workers', { createScriptURL: ownAsset });

/** The URL of a worker's script, for `new Worker`. */
export const workerUrl = (url: string): string => workers?.createScriptURL(url) ?? url;
