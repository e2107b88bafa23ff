import { Hono } from 'hono';
import type { z } from 'zod';
import type { Database } from '#db/client.ts';
import { productsFilter } from '#domains/catalog/products/product-admin.contract.ts';
import { exportProducts, productSheetColumns } from '#domains/catalog/products/server/export-products.ts';
import { ordersFilter } from '#domains/orders/admin.contract.ts';
import { exportAllOrders, orderSheetColumns } from '#domains/orders/server/export-all-orders.ts';
import type { Auth } from '#platform/auth/create-auth.ts';
import { type ChangeFeed, cacheUntilTableChange } from '#platform/changes/cache-until-change.ts';
import type { Clock } from '#platform/clock.ts';
import type { Limits } from '#platform/limits/limits.ts';
import type { Log } from '#platform/log.ts';
import { errorsOf } from '#platform/rpc/gate.ts';
import { csvOf } from '#platform/spreadsheet/csv.ts';
import type { Sheet } from '#platform/spreadsheet/sheet.ts';
import { xlsxOf } from '#platform/spreadsheet/xlsx.ts';
import { isAdmin, type SignedIn } from '#shared/caller.ts';
import { fileOf, refusalOf } from './file-response.ts';

interface ExportDeps {
  auth: Pick<Auth, 'callerOf'>;
  database: Database;
  changes: ChangeFeed;
  clock: Pick<Clock, 'today'>;
  limits: Pick<Limits, 'take'>;
  log: Log;
  publicUrl: string;
  timeZone: string;
}

const HOUR = 60 * 60;
const FORMATS = {
  csv: { contentType: 'text/csv; charset=utf-8', write: csvOf },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: xlsxOf,
  },
};
const errors = errorsOf('SIGN_IN_REQUIRED', 'NO_PERMISSION', 'BAD_INPUT');

/** The pieces of the file for the filter of a URL; undefined if that is not valid. */
const exportOf =
  <Filter extends z.ZodType, Row>(
    title: string,
    filter: Filter,
    sheet: (user: SignedIn, filter: z.infer<Filter>) => Sheet<Row>,
  ) =>
  (user: SignedIn, query: Record<string, string>, format: keyof typeof FORMATS) => {
    const { success, data } = filter.safeParse(query);
    return success ? FORMATS[format].write(sheet(user, data), title) : undefined;
  };

/**
 * GET /api/exports/orders.csv, orders.xlsx, products.csv and products.xlsx, with the filters of the list as parameters:
 * for staff, streamed batch by batch. Not operations, because those answer whole values.
 */
export function exports(deps: ExportDeps): Hono {
  const { auth, database, clock, limits, log, publicUrl, timeZone } = deps;
  const cachedCategories = cacheUntilTableChange(deps.changes, ['categories', 'category_slugs'], 1);
  const lists = {
    orders: exportOf('Orders', ordersFilter, (user, filter) => ({
      columns: orderSheetColumns(publicUrl),
      rows: exportAllOrders({ database }, user, filter),
      timeZone,
    })),
    products: exportOf('Products', productsFilter, (user, filter) => ({
      columns: productSheetColumns(publicUrl),
      rows: exportProducts({ database, cachedCategories }, user, filter),
      timeZone,
    })),
  };
  const app = new Hono();
  app.get('/api/exports/:file{(?:orders|products)\\.(?:csv|xlsx)}', async (c) => {
    const [name, format] = c.req.param('file').split('.') as [keyof typeof lists, keyof typeof FORMATS];
    const data = { action: `export ${name}` };
    try {
      const user = await auth.callerOf(c.req.raw.headers);
      if (!user) throw errors.SIGN_IN_REQUIRED({ data });
      if (!isAdmin(user)) throw errors.NO_PERMISSION({ data });
      const pieces = lists[name](user, c.req.query(), format);
      if (!pieces) throw errors.BAD_INPUT();
      await limits.take(`export:${user.userId}`, 60, HOUR);
      log.info({ userId: user.userId, file: `${name}.${format}` }, 'export');
      return fileOf(`${name}-${clock.today()}.${format}`, FORMATS[format].contentType, pieces);
    } catch (error) {
      return refusalOf(error);
    }
  });
  return app;
}
