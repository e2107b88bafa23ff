import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Day } from '#shared/dates.ts';
import { type Preview, previewAt } from '#shared/preview.ts';
import type { Clock } from './clock.ts';

/** How long a link works. */
export const LINK_HOURS = 24;

/** The key of preview links, derived from the shop's secret. The database checks signatures with it as well. */
export const previewKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'preview of a day of the shop', 32));

export type PreviewLinks = ReturnType<typeof createPreviewLinks>;

/** Signs and checks the links to previews. */
export function createPreviewLinks({ secret, clock }: { secret: string; clock: Pick<Clock, 'now'> }) {
  const key = previewKey(secret);
  const signatureOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    /** The beginning of the URLs of a day's preview, and when it ends. */
    sign(day: Day): Preview {
      const ends = Math.floor(clock.now().getTime() / 1000) + LINK_HOURS * 3600;
      const text = `${day}.${ends}`;
      return previewAt(`/preview/${text}.${signatureOf(text)}`)!;
    },
    /** The preview of a path below /preview/, or why there is none. */
    check(pathname: string): Preview | 'PREVIEW_INVALID' | 'PREVIEW_EXPIRED' {
      const preview = previewAt(pathname);
      if (!preview) return 'PREVIEW_INVALID';
      const { link, endsAt } = preview;
      const at = link.lastIndexOf('.');
      const expected = Buffer.from(signatureOf(link.slice(0, at)));
      if (!timingSafeEqual(Buffer.from(link.slice(at + 1)), expected)) return 'PREVIEW_INVALID';
      return endsAt > clock.now() ? preview : 'PREVIEW_EXPIRED';
    },
  };
}
