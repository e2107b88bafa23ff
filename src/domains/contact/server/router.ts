import type { Captcha } from '#platform/captcha/captcha.ts';
import type { Limits } from '#platform/limits/limits.ts';
import { gated } from '#platform/rpc/gate.ts';
import type { SignedIn } from '#shared/caller.ts';
import { readPage } from '#shared/pages.ts';
import { contactContract } from '../contract.ts';
import {
  countSubmissions,
  type Database,
  findSubmission,
  inBatches,
  insertSubmission,
  listSubmissions,
  lockToMark,
  updateManyRead,
  updateRead,
} from './submission.repository.ts';

export interface ContactDeps {
  database: Pick<Database, 'web' | 'asCaller'>;
  limits: Pick<Limits, 'take'>;
  /** Undefined without a captcha. */
  captcha?: Pick<Captcha, 'check'>;
}

/** Messages per hour from one IP address, which a mobile network shares among thousands. */
const MOST = 30;
const HOUR = 3600;

export function contactRouter(deps: ContactDeps) {
  const os = gated(contactContract);
  const { database, limits, captcha } = deps;
  const mark = (user: SignedIn, id: string, read: boolean) =>
    database.asCaller(user, async (tx) => {
      await updateRead(tx, id, read);
      return findSubmission(tx, id);
    });
  return {
    submit: os.submit.handler(async ({ context: { ipAddress }, input, errors }) => {
      const { idempotencyKey, phone, captcha: answer, ...message } = input;
      await limits.take(`contact:${ipAddress}`, MOST, HOUR);
      const verdict = await captcha?.check(answer, ipAddress);
      if (verdict === 'wrong') throw errors.CAPTCHA_FAILED();
      if (verdict === 'unknown') throw errors.CAPTCHA_UNREACHABLE();
      await insertSubmission(database.web, { id: idempotencyKey, ...message, phone: phone || null });
      return { received: true as const };
    }),
    listMessages: os.listMessages.handler(({ context, input: { unread = false, page } }) =>
      database.asCaller(context.user, async (tx) => {
        const totals = await countSubmissions(tx);
        const counted = unread ? totals.unread : totals.total;
        return readPage({ requested: page, counted }, (place) => listSubmissions(tx, { unread, ...place }));
      }),
    ),
    getMessage: os.getMessage.handler(async ({ context, input, errors }) => {
      const row = await database.asCaller(context.user, (tx) => findSubmission(tx, input.id));
      if (!row) throw errors.NOT_FOUND();
      return row;
    }),
    openMessage: os.openMessage.handler(async ({ context, input: { id }, errors }) => {
      const row = await mark(context.user, id, true);
      if (!row) throw errors.NOT_FOUND();
      return row;
    }),
    setRead: os.setRead.handler(async ({ context, input: { id, read }, errors }) => {
      const row = await mark(context.user, id, read);
      if (!row) throw errors.NOT_FOUND();
      return row;
    }),
    setManyRead: os.setManyRead.handler(async ({ context, input: { key, selection, read } }) => {
      const { user } = context;
      const unread = 'filter' in selection && (selection.filter.unread ?? false);
      const changed = await database.asCaller(user, async (tx) => {
        const ids = await lockToMark(tx, { unread, selected: selection }, read);
        const write = (batch: readonly string[]) => updateManyRead(tx, batch, read);
        return inBatches({ tx, userId: user.userId, key }, ids, write);
      });
      return { changed };
    }),
    unreadTotal: os.unreadTotal.handler(({ context }) => database.asCaller(context.user, countSubmissions)),
  };
}
