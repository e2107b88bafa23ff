import { z } from 'zod';
import { flag, origin, region, textOf } from './formats.ts';

const HOSTS = 'hosts with their ports, separated by commas, such as 192.168.1.20:80';

/** Where the images are stored, and come from. */
export const storageSettings = {
  S3_ENDPOINT: origin
    .optional()
    .describe(
      'The URL of an S3-compatible store for the images, without the bucket. Set all of S3_ENDPOINT, S3_REGION, S3_BUCKET and both keys, or none; without them images are stored in DATA_DIR/uploads.',
    ),
  S3_REGION: region
    .optional()
    .describe('The region of the bucket; for stores without regions, us-east-1 or auto.'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'a bucket’s name: 3 to 63 small letters, digits and hyphens')
    .optional()
    .describe('The bucket for all images of the shop, and nothing else.'),
  S3_ACCESS_KEY_ID: textOf(1, 200)
    .optional()
    .describe('A key that may read, write, delete and list objects in the bucket.'),
  S3_SECRET_ACCESS_KEY: textOf(1, 500).optional().describe('The secret of S3_ACCESS_KEY_ID.'),
  S3_FORCE_PATH_STYLE: flag(false).describe(
    'true: the bucket is part of the URL path, as MinIO and others require.',
  ),
  PRIVATE_HOSTS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((host) => host !== ''))
    .refine((hosts) => hosts.every((host) => /^[^\s:/@]+:\d{1,5}$/.test(host)), HOSTS)
    .describe(
      'Hosts of your own network, with their ports, that the image addresses of an import, webhooks and the endpoints of notifications may name: 192.168.1.20:80. Without it they name public addresses only.',
    ),
};
