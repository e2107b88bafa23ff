import { z } from 'zod';
import { routes } from '#shared/route.ts';
import { instant } from '#shared/shapes.ts';

/** One line of the doctor. */
export const finding = z.object({
  what: z.string(),
  found: z.string(),
  /** A warning is worth a look; a problem needs action. */
  state: z.enum(['ok', 'warning', 'problem']),
  /** What to do; null where nothing is to be done. */
  fix: z.string().nullable(),
  /** A path of the back office, or a text to copy. */
  action: z
    .union([
      z.object({ label: z.string(), to: z.string() }),
      z.object({ label: z.string(), copy: z.string() }),
    ])
    .nullable(),
  /** Since when the line is in this state; null where it cannot be read. */
  since: instant.nullable(),
});
export type ListedFinding = z.infer<typeof finding>;

const see = routes('super_admin', 'see the state of the shop');

export const doctorContract = {
  examine: see(
    'GET /admin/doctor',
    'What is good, worth a look or needs action: backups, server, database, mail and shop',
  ).output(z.object({ findings: z.array(finding), checkedAt: instant })),
};
