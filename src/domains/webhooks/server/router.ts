import type { Database, Queryable } from '#db/client.ts';
import {
  type OwnAccountDeps,
  requireReauthentication,
  requireSession,
} from '#domains/accounts/server/own-account-deps.ts';
import { setEventOrigin } from '#platform/auth/audit/audit-log.repository.ts';
import { whyNotPosted } from '#platform/outgoing/post-event.ts';
import type { PublicRequestRules } from '#platform/outgoing/public-request.ts';
import { gated } from '#platform/rpc/gate.ts';
import type { SealedText } from '#platform/sealed-text.ts';
import { isStored } from '#shared/changed-by.ts';
import { ADMIN_COUNT_LIMIT, ADMIN_PAGE_SIZE, readPage } from '#shared/pages.ts';
import { webhooksContract } from '../contract.ts';
import { MOST_WEBHOOKS } from '../webhook-limits.ts';
import { newSecret } from './signature.ts';
import {
  countDeliveries,
  countWebhooks,
  deleteWebhook,
  findWebhook,
  findWebhookForUpdate,
  insertWebhook,
  listDeliveryRows,
  listWebhookRows,
  refusedWebhook,
  sendDeliveryAgain,
  sendTest,
  updateWebhook,
} from './webhook.repository.ts';

interface Deps {
  auth: Pick<OwnAccountDeps['auth'], 'sessionOf'>;
  database: Pick<Database, 'asCaller' | 'auth'>;
  sealedText: Pick<SealedText, 'seal'>;
  webhookRules: PublicRequestRules;
}

const os = gated(webhooksContract);

export function webhooksRouter(deps: Deps) {
  const { database } = deps;
  return {
    ...writes(deps),
    listWebhooks: os.listWebhooks.handler(({ context, input }) =>
      database.asCaller(context.user, async (tx) =>
        readPage({ requested: input.page, counted: await countWebhooks(tx) }, (_, offset) =>
          listWebhookRows(tx, ADMIN_PAGE_SIZE, offset),
        ),
      ),
    ),
    getWebhook: os.getWebhook.handler(async ({ context, input, errors }) => {
      const found = await database.asCaller(context.user, (tx) => findWebhook(tx, input.id));
      if (!found) throw errors.NOT_FOUND();
      return found;
    }),
    listDeliveries: os.listDeliveries.handler(({ context, input, errors }) =>
      database.asCaller(context.user, async (tx) => {
        if (!(await findWebhook(tx, input.id))) throw errors.NOT_FOUND();
        const limit = ADMIN_COUNT_LIMIT;
        const counted = await countDeliveries(tx, input.id, limit);
        return readPage({ requested: input.page, counted, limit }, (_, offset) =>
          listDeliveryRows(tx, input.id, { limit: ADMIN_PAGE_SIZE, offset }),
        );
      }),
    ),
    sendTest: os.sendTest.handler(async ({ context, input, errors }) => {
      const sent = await database.asCaller(context.user, (tx) => sendTest(tx, input.id));
      if (!sent) throw errors.NOT_FOUND();
      return { sent };
    }),
    sendDeliveryAgain: os.sendDeliveryAgain.handler(async ({ context, input, errors }) => {
      const sent = await database.asCaller(context.user, (tx) => sendDeliveryAgain(tx, input.id));
      if (!sent) throw errors.NOT_FOUND();
      return { sent };
    }),
  };
}

function writes({ auth, database, sealedText, webhookRules }: Deps) {
  return {
    createWebhook: os.createWebhook.handler(async ({ context, input, errors }) => {
      const session = await requireSession({ auth, errors }, context);
      // Before the reauthentication is used up.
      const reason = await whyNotPosted(input.url, webhookRules);
      if (reason) throw errors.WEBHOOK_URL_REFUSED({ data: { reason } });
      await requireReauthentication({ errors }, database.auth, session);
      const secret = newSecret();
      const sealedSecret = await sealedText.seal(secret);
      try {
        await database.asCaller(context.user, async (tx) => {
          await setEventOrigin(tx, session);
          await insertWebhook(tx, { ...input, sealedSecret });
        });
        return { secret };
      } catch (error) {
        const refusal = refusedWebhook(error);
        if (refusal === 'CONFLICT') throw errors.CONFLICT({ data: { field: 'This id' } });
        if (refusal === 'LIST_FULL') throw errors.LIST_FULL({ data: { most: MOST_WEBHOOKS } });
        throw error;
      }
    }),
    updateWebhook: os.updateWebhook.handler(async ({ context, input, errors }) => {
      const { id, shown, ...change } = input;
      const session = await requireSession({ auth, errors }, context);
      const read = async (tx: Queryable, find = findWebhook) => {
        const current = await find(tx, id);
        if (!current) throw errors.NOT_FOUND();
        if (shown && !isStored(current, shown) && !isStored(current, change))
          throw errors.STALE({ data: { name: 'Somebody else', current } });
        return current;
      };
      // Before the reauthentication is used up.
      const before = await database.asCaller(context.user, (tx) => read(tx));
      if (before.url !== input.url) {
        const reason = await whyNotPosted(input.url, webhookRules);
        if (reason) throw errors.WEBHOOK_URL_REFUSED({ data: { reason } });
        await requireReauthentication({ errors }, database.auth, session);
      }
      await database.asCaller(context.user, async (tx) => {
        await read(tx, findWebhookForUpdate);
        await setEventOrigin(tx, session);
        await updateWebhook(tx, id, change);
      });
      return { id };
    }),
    setActive: os.setActive.handler(async ({ context, input: { id, isActive }, errors }) => {
      const isChanged = await database.asCaller(context.user, (tx) => updateWebhook(tx, id, { isActive }));
      if (!isChanged) throw errors.NOT_FOUND();
      return { isActive };
    }),
    rotateSecret: os.rotateSecret.handler(async ({ context, input, errors }) => {
      const session = await requireSession({ auth, errors }, context);
      // Before the reauthentication is used up.
      const found = await database.asCaller(context.user, (tx) => findWebhook(tx, input.id));
      if (!found) throw errors.NOT_FOUND();
      await requireReauthentication({ errors }, database.auth, session);
      const secret = newSecret();
      const sealed = await sealedText.seal(secret);
      const isChanged = await database.asCaller(context.user, async (tx) => {
        await setEventOrigin(tx, session);
        return updateWebhook(tx, input.id, { secret: sealed });
      });
      if (!isChanged) throw errors.NOT_FOUND();
      return { secret };
    }),
    deleteWebhook: os.deleteWebhook.handler(async ({ context, input, errors }) => {
      const session = await requireSession({ auth, errors }, context);
      const deleted = await database.asCaller(context.user, async (tx) => {
        await setEventOrigin(tx, session);
        return deleteWebhook(tx, input.id);
      });
      if (!deleted) throw errors.NOT_FOUND();
      return { deleted };
    }),
  };
}
