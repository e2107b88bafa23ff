import type { ContractRouterClient } from '@orpc/contract';
import type { auditLogContract } from '#domains/accounts/audit-log.contract.ts';
import type { accountsContract } from '#domains/accounts/contract.ts';
import type { securityContract } from '#domains/accounts/security.contract.ts';
import type { backupsContract } from '#domains/backups/contract.ts';
import type { catalogContract } from '#domains/catalog/contract.ts';
import type { contactContract } from '#domains/contact/contract.ts';
import type { contentContract } from '#domains/content/contract.ts';
import type { shopContract } from '#domains/content/shop.contract.ts';
import type { historyContract } from '#domains/history/contract.ts';
import type { mailContract } from '#domains/mail/contract.ts';
import type { ordersContract } from '#domains/orders/contract.ts';
import type { promotionsContract } from '#domains/promotions/contract.ts';
import type { usersContract } from '#domains/users/contract.ts';
import type { CallContext } from '#shared/call-context.ts';

/** The typed client in the routes' context. */
export type Api = ContractRouterClient<
  {
    accounts: typeof accountsContract;
    backups: typeof backupsContract;
    catalog: typeof catalogContract;
    contact: typeof contactContract;
    content: typeof contentContract;
    auditLog: typeof auditLogContract;
    history: typeof historyContract;
    mail: typeof mailContract;
    orders: typeof ordersContract;
    promotions: typeof promotionsContract;
    security: typeof securityContract;
    shop: typeof shopContract;
    users: typeof usersContract;
  },
  CallContext
>;
