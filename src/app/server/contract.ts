import { auditLogContract } from '#domains/accounts/audit-log.contract.ts';
import { accountsContract } from '#domains/accounts/contract.ts';
import { securityContract } from '#domains/accounts/security.contract.ts';
import { apiKeysContract } from '#domains/api-keys/contract.ts';
import { backupsContract } from '#domains/backups/contract.ts';
import { calendarContract } from '#domains/calendar/contract.ts';
import { catalogContract } from '#domains/catalog/contract.ts';
import { contactContract } from '#domains/contact/contract.ts';
import { contentContract } from '#domains/content/contract.ts';
import { shopContract } from '#domains/content/shop.contract.ts';
import { doctorContract } from '#domains/doctor/contract.ts';
import { historyContract } from '#domains/history/contract.ts';
import { mailContract } from '#domains/mail/contract.ts';
import { notificationsContract } from '#domains/notifications/contract.ts';
import { ordersContract } from '#domains/orders/contract.ts';
import { presenceContract } from '#domains/presence/contract.ts';
import { promotionsContract } from '#domains/promotions/contract.ts';
import { savedFiltersContract } from '#domains/saved-filters/contract.ts';
import { searchContract } from '#domains/search/contract.ts';
import { usersContract } from '#domains/users/contract.ts';
import { webhooksContract } from '#domains/webhooks/contract.ts';

/** The whole API contract. */
export const contract = {
  accounts: accountsContract,
  apiKeys: apiKeysContract,
  backups: backupsContract,
  calendar: calendarContract,
  catalog: catalogContract,
  contact: contactContract,
  content: contentContract,
  doctor: doctorContract,
  auditLog: auditLogContract,
  history: historyContract,
  mail: mailContract,
  orders: ordersContract,
  presence: presenceContract,
  promotions: promotionsContract,
  push: notificationsContract,
  savedFilters: savedFiltersContract,
  search: searchContract,
  security: securityContract,
  shop: shopContract,
  users: usersContract,
  webhooks: webhooksContract,
};
