import { MAX_SHARE_BYTES } from '#shared/share-image.ts';

/** A page as a service reads it that shows its links: without a session, from its public HTML. */
export interface InspectedPage {
  /** The path after redirects. */
  path: string;
  status: number;
  /** Of the HTML, uncompressed, and of its part up to `</head>`. */
  bytes: number;
  headBytes: number;
  head: PageTags;
  /** Null where the page names none, `status` alone where it was not answered. */
  image: { status: number; bytes: number; type: string; width: number; height: number } | null;
}

export interface PageTags {
  title: string;
  description: string;
  /** Of Open Graph, by the name behind 'og:'. */
  og: Record<string, string>;
  canonical: string | null;
  isIndexed: boolean;
}

export interface LinkFinding {
  state: 'bad' | 'warning';
  text: string;
}

/** Characters after which each service cuts a title and a description, from what they show on a phone. */
export const CUTS = {
  whatsapp: { title: 65, description: 80 },
  facebook: { title: 88, description: 110 },
  google: { title: 60, description: 155 },
} as const;

/** WhatsApp reads no further into a page. */
const MAX_HEAD_BYTES = 300_000;
/** Google reads no further into a page. */
const MAX_PAGE_BYTES = 2_000_000;
/** Facebook shows a smaller image as a square beside the text. */
const LARGE_IMAGE = { width: 600, height: 315 };

/**
 * The path and query of a page of this shop, from a path or a whole address; null for another host, another scheme, or
 * what is no page. The fragment is left out.
 */
export function pagePathOf(typed: string, publicUrl: string): string | null {
  const text = typed.trim();
  const shop = new URL(publicUrl);
  const hasHost = text.startsWith(`${shop.host}/`) || text === shop.host;
  try {
    const url = new URL(hasHost ? `${shop.protocol}//${text}` : text || '/', shop);
    if (url.host !== shop.host || !/^https?:$/.test(url.protocol) || url.username || url.password)
      return null;
    if (/^\/(admin|api|dev|preview|uploads|img|share)(\/|$)/.test(url.pathname)) return null;
    return url.pathname + url.search;
  } catch {
    return null;
  }
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#x27': "'",
  '#39': "'",
};
const decoded = (text: string) =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(tag.matchAll(/([\w:-]+)\s*=\s*"([^"]*)"/g), ([, name, value]) => [
      name!.toLowerCase(),
      decoded(value!),
    ]),
  );

/** The tags in the head of a page of this shop. Read as text: a page's HTML is not to be parsed into a document. */
export function tagsOfHead(html: string): PageTags {
  const head = html.slice(0, headEnd(html));
  const tags = Array.from(head.matchAll(/<(?:meta|link)\b[^>]*>/gi), ([tag]) => attributesOf(tag));
  const named = (name: string) => tags.find((tag) => tag.name === name)?.content ?? '';
  return {
    title: decoded(/<title[^>]*>([^<]*)<\/title>/i.exec(head)?.[1] ?? '').trim(),
    description: named('description'),
    og: Object.fromEntries(
      tags.flatMap(({ property = '', content = '' }) =>
        property.startsWith('og:') ? [[property.slice(3), content]] : [],
      ),
    ),
    canonical: tags.find(({ rel }) => rel === 'canonical')?.href ?? null,
    isIndexed: !named('robots').includes('noindex'),
  };
}

/** The number of characters up to the end of the head; all where it has no end. */
export function headEnd(html: string): number {
  const end = html.search(/<\/head>/i);
  return end === -1 ? html.length : end;
}

/** A text as it is cut at so many characters. */
export const cutAt = (text: string, length: number): string =>
  text.length <= length
    ? text
    : `${Array.from(text)
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;

export const kB = (bytes: number): string => `${Math.ceil(bytes / 1_000)} kB`;

/** What is missing from a page, or too long or too large, the worst first. */
export function findingsOf({ path, status, bytes, headBytes, head, image }: InspectedPage): LinkFinding[] {
  const bad: string[] = [];
  const warning: string[] = [];
  if (status === 404) bad.push('There is no such page. A draft has none either.');
  else if (status !== 200) bad.push(`The page was answered with ${status}.`);
  if (bad.length > 0) return bad.map((text) => ({ state: 'bad', text }));

  const { title, description, og, canonical, isIndexed } = head;
  if (!title || !og.title) bad.push('The page has no title.');
  if (!description || !og.description) bad.push('The page has no description.');
  if (!image) bad.push('The page has no image: its link is shown as text only.');
  else if (image.status !== 200) bad.push(`The image was answered with ${image.status}.`);
  else {
    if (!['image/jpeg', 'image/png'].includes(image.type)) bad.push('The image is neither JPEG nor PNG.');
    if (image.bytes > MAX_SHARE_BYTES)
      bad.push(`The image has ${kB(image.bytes)}. WhatsApp shows none above ${kB(MAX_SHARE_BYTES)}.`);
    if (image.width < LARGE_IMAGE.width || image.height < LARGE_IMAGE.height)
      warning.push('The image is small: Facebook shows it beside the text.');
    if (og['image:width'] !== String(image.width) || og['image:height'] !== String(image.height))
      warning.push('The image has another size than the page says.');
  }
  if (headBytes > MAX_HEAD_BYTES)
    bad.push(`The page says what it is after ${kB(headBytes)}. WhatsApp reads ${kB(MAX_HEAD_BYTES)}.`);
  if (bytes > MAX_PAGE_BYTES) warning.push('The page is large: Google reads 2,000 kB of it.');
  if (title.length > CUTS.google.title)
    warning.push(`Google cuts the title after ${CUTS.google.title} characters.`);
  if (og.title && og.title.length > CUTS.whatsapp.title)
    warning.push(`WhatsApp cuts the title after ${CUTS.whatsapp.title} characters.`);
  if (description && description.length < 50)
    warning.push('The description is short: less than 50 characters.');
  if (description.length > CUTS.google.description + 1)
    warning.push(`Google cuts the description after ${CUTS.google.description} characters.`);
  if (!isIndexed) warning.push('Search engines are asked not to list this page.');
  else if (canonical && !canonical.endsWith(path)) warning.push(`Google lists it as ${canonical}.`);
  return [
    ...bad.map((text) => ({ state: 'bad' as const, text })),
    ...warning.map((text) => ({ state: 'warning' as const, text })),
  ];
}
