import type { PreviewLinks } from '#platform/preview-links.ts';
import type { Service } from '#platform/rpc/gate.ts';
import type { calendarContract } from '../contract.ts';
import { type CalendarDeps, checkDay } from './planned-change.service.ts';

export interface PreviewLinkDeps extends CalendarDeps {
  previewLinks: Pick<PreviewLinks, 'sign'>;
  publicUrl: string;
}

export const getPreviewLink: Service<(typeof calendarContract)['getPreviewLink'], PreviewLinkDeps> = async (
  { previewLinks, publicUrl, clock },
  { day },
  { errors },
) => {
  checkDay(errors, day, clock.today());
  const { path, endsAt } = previewLinks.sign(day);
  return { url: publicUrl + path, endsAt };
};
