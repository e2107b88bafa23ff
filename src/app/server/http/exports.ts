import { Hono } from 'hono';
import type { z } from 'zod';
import type { Database } from '#db/client.ts';
import { productsSelection } from '#domains/catalog/products/price-change.contract.ts';
import { exportProducts, productSheetColumns } from '#domains/catalog/products/server/export-products.ts';
import { ordersSelection } from '#domains/orders/admin.contract.ts';
import { exportAllOrders, orderSheetColumns } from '#domains/orders/list/server/export-all-orders.ts';
import type { Auth } from '#platform/auth/create-auth.ts';
import { type ChangeFeed, cacheUntilTableChange } from '#platform/changes/cache-until-change.ts';
import type { Clock } from '#platform/clock.ts';
import { bodyOf } from '#platform/http/body.ts';
import type { Limits } from '#platform/limits/limits.ts';
import type { Log } from '#platform/log.ts';
import { errorsOf } from '#platform/rpc/gate.ts';
import { csvOf } from '#platform/spreadsheet/csv.ts';
import type { Sheet } from '#platform/spreadsheet/sheet.ts';
import { xlsxOf } from '#platform/spreadsheet/xlsx.ts';
import { MAX_BODY } from '#shared/body-limits.ts';
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
const errors = errorsOf('SIGN_IN_REQUIRED', 'NO_PERMISSION', 'BAD_INPUT', 'TOO_LARGE');

/** The pieces of the file for a selection of the list; undefined if that is not valid. */
const exportOf =
  <Selection extends z.ZodType, Row>(
    title: string,
    selection: Selection,
    sheet: (user: SignedIn, selection: z.infer<Selection>) => Sheet<Row>,
  ) =>
  (user: SignedIn, asked: unknown, format: keyof typeof FORMATS) => {
    const { success, data } = selection.safeParse(asked);
    return success ? FORMATS[format].write(sheet(user, data), title) : undefined;
  };

/** The JSON of a request; undefined, which is no selection, for anything else. */
async function jsonOf(request: Request): Promise<unknown> {
  const body = await bodyOf(request, MAX_BODY);
  if (body === 'too large') throw errors.TOO_LARGE();
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/**
 * GET /api/exports/orders.csv, orders.xlsx, products.csv and products.xlsx, with the filters of the list as parameters,
 * and POST with a selection, whose ids may be too long for a URL: for staff, streamed batch by batch. With `check` only
 * whether the file would be refused. Not operations, because those answer whole values.
 */
export function exports(deps: ExportDeps): Hono {
  const { auth, database, clock, limits, log, publicUrl, timeZone } = deps;
  const cachedCategories = cacheUntilTableChange(deps.changes, ['categories', 'category_slugs'], 1);
  const lists = {
    orders: exportOf('Orders', ordersSelection, (user, selection) => ({
      columns: orderSheetColumns(publicUrl),
      rows: exportAllOrders({ database }, user, selection),
      timeZone,
    })),
    products: exportOf('Products', productsSelection, (user, selection) => ({
      columns: productSheetColumns(publicUrl),
      rows: exportProducts({ database, cachedCategories }, user, selection),
      timeZone,
    })),
  };
  const app = new Hono();
  app.on(['GET', 'POST'], '/api/exports/:file{(?:orders|products)\\.(?:csv|xlsx)}', async (c) => {
    const [name, format] = c.req.param('file').split('.') as [keyof typeof lists, keyof typeof FORMATS];
    const data = { action: `export ${name}` };
    try {
      const user = await auth.callerOf(c.req.raw.headers);
      if (!user) throw errors.SIGN_IN_REQUIRED({ data });
      if (!isAdmin(user)) throw errors.NO_PERMISSION({ data });
      const isSelection = c.req.method === 'POST';
      const { check, ...filter } = c.req.query();
      const asked = isSelection ? await jsonOf(c.req.raw) : { filter, except: [] };
      const pieces = lists[name](user, asked, format);
      if (!pieces) throw errors.BAD_INPUT();
      // The list's button asks before each file.
      await limits.take(`export:${user.userId}`, 120, HOUR);
      if (check !== undefined) return c.body(null, 204, { 'cache-control': 'no-store' });
      log.info({ userId: user.userId, file: `${name}.${format}` }, 'export');
      return fileOf(`${name}-${clock.today()}.${format}`, FORMATS[format].contentType, pieces);
    } catch (error) {
      return refusalOf(error);
    }
  });
  return app;
}
