import { z } from 'zod';
import { route } from '#shared/route.ts';
import { shopInfo } from '#shared/shop.ts';
import { SETUP_TASKS } from './setup-task.ts';

export const shopContract = {
  info: route('public', 'view the shop')
    .route({ method: 'GET', path: '/shop', summary: 'Name, contact, place and settings of the shop' })
    .output(shopInfo),
  /**
   * Bytes of the data folder's disk. While `isShort`, uploads are refused; while `isFull`, every write;
   * `free` is null if it cannot be read.
   */
  disk: route('admin', 'see how the server stands')
    .route({
      method: 'GET',
      path: '/admin/disk',
      summary: 'Free space of the server’s disk, and its reserve',
    })
    .output(
      z.object({
        free: z.number().nullable(),
        reserve: z.number(),
        isShort: z.boolean(),
        isFull: z.boolean(),
      }),
    ),
  listSetupTasks: route('super_admin', 'see what is left to set up')
    .route({ method: 'GET', path: '/admin/setup-tasks', summary: 'What a live shop is still better with' })
    .output(z.array(z.enum(SETUP_TASKS))),
};
