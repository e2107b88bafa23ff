import { z } from 'zod';

/** Size and checksum of a file, before compression and sealing. */
const content = z.object({ bytes: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export type Content = z.infer<typeof content>;

const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

/** The contents of a backup; written last. */
export const manifest = z.object({
  /** 1: the images are in the folder of the backup; 2: in the images that all backups share. */
  format: z.union([z.literal(1), z.literal(2)]),
  /** The time of the snapshot. */
  madeAt: z.iso.datetime(),
  /** The last migration of the database, such as '0006_backups'. */
  migration: z.string(),
  /** The version of the server, for information. */
  postgres: z.string(),
  tables: z.array(
    content.extend({ name: identifier, columns: z.array(identifier).min(1), rows: z.int().min(0) }),
  ),
  /** `value` is the last one used; null before the first. */
  sequences: z.array(
    z.object({
      name: identifier,
      value: z
        .string()
        .regex(/^-?\d+$/)
        .nullable(),
    }),
  ),
  pictures: z.array(
    content.extend({
      path: z.string(),
      contentType: z.string(),
      /** When the image was last written in the storage; from format 2. */
      modified: z.iso.datetime().optional(),
    }),
  ),
  /** AUTH_SECRET, in sealed backups only. */
  secret: content.nullable(),
});
export type Manifest = z.infer<typeof manifest>;
