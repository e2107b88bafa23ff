import { accountsRouter, auditLogRouter, securityRouter } from '#domains/accounts/server/router.ts';
import { apiKeysRouter } from '#domains/api-keys/server/router.ts';
import { backupsRouter } from '#domains/backups/server/router.ts';
import { calendarRouter } from '#domains/calendar/server/router.ts';
import { catalogRouter } from '#domains/catalog/server/router.ts';
import { contactRouter } from '#domains/contact/server/router.ts';
import { contentRouter } from '#domains/content/server/router.ts';
import { type DoctorDeps, doctorRouter } from '#domains/doctor/server/router.ts';
import { historyRouter } from '#domains/history/server/router.ts';
import { mailRouter } from '#domains/mail/server/router.ts';
import { type NotificationsDeps, notificationsRouter } from '#domains/notifications/server/router.ts';
import { rewriteLinks } from '#domains/orders/message/server/rewrite-links.ts';
import { ordersRouter } from '#domains/orders/server/router.ts';
import { presenceRouter } from '#domains/presence/server/router.ts';
import { promotionsRouter } from '#domains/promotions/server/router.ts';
import { savedFiltersRouter } from '#domains/saved-filters/server/router.ts';
import { searchRouter } from '#domains/search/server/router.ts';
import { usersRouter } from '#domains/users/server/router.ts';
import { webhooksRouter } from '#domains/webhooks/server/router.ts';
import type { DiskReserve } from '#platform/disk/disk-reserve.ts';
import type { Log } from '#platform/log.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { ShopInfo } from '#shared/shop.ts';
import { shopRouter } from './shop-router.ts';

export type RouterDeps = { shop: ShopInfo; disk: DiskReserve; storage: Storage; log: Log } & DoctorDeps &
  Parameters<typeof accountsRouter>[0] &
  Parameters<typeof backupsRouter>[0] &
  Parameters<typeof calendarRouter>[0] &
  Parameters<typeof catalogRouter>[0] &
  Parameters<typeof contactRouter>[0] &
  Parameters<typeof contentRouter>[0] &
  NotificationsDeps &
  Parameters<typeof usersRouter>[0] &
  Parameters<typeof presenceRouter>[0] &
  Parameters<typeof promotionsRouter>[0] &
  Parameters<typeof securityRouter>[0] &
  Parameters<typeof shopRouter>[0] &
  Parameters<typeof webhooksRouter>[0] & { orders: Parameters<typeof ordersRouter>[0] };

/** All operations of the contract, each behind its access check. */
export function createAppRouter(deps: RouterDeps) {
  return {
    accounts: accountsRouter(deps),
    apiKeys: apiKeysRouter(deps),
    backups: backupsRouter(deps),
    calendar: calendarRouter(deps),
    catalog: catalogRouter(deps),
    contact: contactRouter(deps),
    content: contentRouter(deps),
    doctor: doctorRouter(deps),
    auditLog: auditLogRouter(deps),
    history: historyRouter({
      ...deps,
      rewriteLinks: (tx, orderIds) => rewriteLinks(deps.orders, tx, orderIds),
    }),
    mail: mailRouter(deps),
    orders: ordersRouter(deps.orders),
    presence: presenceRouter(deps),
    promotions: promotionsRouter(deps),
    push: notificationsRouter(deps),
    savedFilters: savedFiltersRouter(deps),
    search: searchRouter(deps),
    security: securityRouter(deps),
    shop: shopRouter(deps),
    users: usersRouter(deps),
    webhooks: webhooksRouter(deps),
  };
}

export type AppRouter = ReturnType<typeof createAppRouter>;
