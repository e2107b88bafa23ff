// What browsers strip or read as a slash, so that '/\t/evil.example' is another site.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const MISLEADING = /[\s\\\u0000-\u001f]/;

/** Whether a slide's button may link there: a path of this site, or a URL that begins with https://. */
export function isSlideLink(link: string): boolean {
  if (MISLEADING.test(link)) return false;
  return link.startsWith('https://') ? URL.canParse(link) : /^\/(?!\/)/.test(link);
}
