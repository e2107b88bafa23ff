/** The id of the empty element for the notice in every page. */
export const STALE_NOTICE_ID = 'unchecked';

const TEXT = 'What you see may not be current: prices are checked when you order.';

const EMPTY_PLACE = new RegExp(`<p id="${STALE_NOTICE_ID}"([^>]*>)(?=</p>)`);

/**
 * The page with the notice in its element. Plain text: no script, so the page's policy stays valid. `asOf`: the instant at
 * which a browser stored the page, for its script (`data-as-of`).
 */
export function withStaleNotice(html: string, text = TEXT, asOf?: string): string {
  const attribute = asOf === undefined ? '' : ` data-as-of="${asOf}"`;
  return html.replace(EMPTY_PLACE, `<p id="${STALE_NOTICE_ID}"${attribute}$1${text}`);
}
