import { isIP } from 'node:net';
import { z } from 'zod';
import { flag, origin, port, wholeNumber } from './formats.ts';

function isIpAddressOrSubnet(entry: string): boolean {
  const [ip = '', bits, ...rest] = entry.split('/');
  const family = isIP(ip);
  const most = family === 6 ? 128 : 32;
  return (
    family > 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
}

const BYTES = { B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 } as const;
const A_SIZE = 'bytes, or a number with KB, MB, GB or TB such as 1GB';
/** '1GB', '500 MB', '1073741824' → bytes. */
const size = z
  .string()
  .regex(/^\d{1,15}(\.\d{1,3})? ?([KMGT]?B)?$/i, A_SIZE)
  .transform((text) => {
    const unit = (/[KMGT]?B$/i.exec(text)?.[0].toUpperCase() ?? 'B') as keyof typeof BYTES;
    return Math.round(Number.parseFloat(text) * BYTES[unit]);
  });

/** How this process is reached, what it may use, and what it writes. */
export const serverSettings = {
  PORT: port(0).default(3000).describe('The port the shop listens on.'),
  HOST: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The IP address the shop listens on. Default: 127.0.0.1 for the demo store, all addresses in live mode.',
    ),
  PUBLIC_URL: origin
    .optional()
    .describe('The URL customers use, for links in emails and pages. Default: http://localhost:PORT.'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine(
      (entries) => entries.every(isIpAddressOrSubnet),
      'addresses or subnets such as 10.0.0.1,10.0.0.0/8',
    )
    .describe('IP addresses or subnets of proxies whose X-Forwarded-For is trusted, separated by commas.'),
  DATA_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('The folder of images, the secret and the built-in database. Default: ./data.'),
  HISTORY_DAYS: wholeNumber(60, 3650)
    .default(400)
    .describe('How many days the history of changes is kept, by whole months.'),
  DISK_RESERVE: size
    .prefault('1GB')
    .describe(
      'Free space reserved for orders on the disk of DATA_DIR, in bytes or as 1GB. With less, uploads are refused.',
    ),
  SERVICE_WORKER: z
    .enum(['on', 'off'], 'on or off')
    .default('on')
    .describe(
      'on: browsers keep seen pages and images, so that the shop works offline. off: all of them delete what they keep.',
    ),
  WEB_PUSH: z
    .enum(['on', 'off'], 'on or off')
    .default('on')
    .describe(
      'on: customers and staff may switch on notifications of orders in their browsers. off: no notifications. Needs SERVICE_WORKER=on.',
    ),
  AGENTS: flag(true).describe(
    'false: no agents. Without it, shopping assistants can search and prepare carts by the Universal Commerce Protocol.',
  ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal'], 'trace, debug, info, warn, error or fatal')
    .default('info')
    .describe('The lowest level that is logged.'),
  BACKGROUND_WORK: flag(true).describe('false: this process runs no background jobs and prepares no images.'),
};
