import { join } from 'node:path';
import { applyPlannedChanges } from '#domains/calendar/server/planned-change.service.ts';
import { listFirstImages } from '#domains/catalog/products/server/sitemap.repository.ts';
import { sendNotification } from '#domains/notifications/server/send-notification.ts';
import { orderMail } from '#domains/orders/server/order-emails.ts';
import { orderNotification } from '#domains/orders/server/order-notification.ts';
import { sendDue } from '#domains/webhooks/server/send-due.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { keepHistory } from '#platform/jobs/keep-history.ts';
import type { PushJob } from '#platform/jobs/queues.ts';
import type { Log } from '#platform/log.ts';
import { createMailbox } from '#platform/mail/mailbox.ts';
import { createMailer } from '#platform/mail/mailer.ts';
import { createSealedText } from '#platform/sealed-text.ts';
import { createTexter } from '#platform/sms/gateway.ts';
import { storagePathOf } from '#platform/storage/storage.ts';
import type { AppRouter } from './app-router.ts';
import { planBackups } from './daily-backup.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Installation } from './installation.ts';
import { orderShopOf } from './shop-router.ts';
import { webhookSource } from './webhook-source.ts';

export type BackgroundWork = Awaited<ReturnType<typeof createBackgroundWork>>;

/** The jobs of the queue: emails, text messages, webhooks, backups and housekeeping. Nothing runs before `start`. */
export async function createBackgroundWork(
  installation: Installation,
  { database, clock, tracing, storage, disk, images, push }: Infrastructure,
  log: Log,
  /** Known when the jobs run. */
  routerOf: () => AppRouter,
) {
  const { config, dataDir, secret } = installation;
  const mailboxDir = join(dataDir, 'mailbox');
  const mailer = createMailer({ smtpUrl: config.SMTP_URL, from: config.MAIL_FROM, mailboxDir });
  const sendText = createTexter({
    smsUrl: config.SMS_URL,
    keep: config.SHOP_MODE === 'demo' ? createMailbox(mailboxDir).add : undefined,
  });
  const backups = await planBackups({ installation, storage, disk, log });
  const orderShop = orderShopOf(config);
  const sending = {
    ...{ database, log, sealedText: createSealedText(secret) },
    rules: { allowedHosts: config.PRIVATE_HOSTS },
  };
  const jobs = createJobs({
    database,
    log,
    tracing,
    handlers: {
      mail: mailer.send,
      writeOrderMail: (mail) => orderMail({ database, shop: orderShop }, mail),
      text: sendText ?? (async () => undefined),
      ...(push && {
        push: (job) => {
          const write = (of: PushJob) => orderNotification({ database, shop: orderShop }, of);
          return sendNotification({ database, sender: push.sender, log, write }, job);
        },
      }),
      keepHistory: () => keepHistory({ database, storage, log }, config.HISTORY_DAYS),
      applyPlannedChanges: () => applyPlannedChanges({ database, clock }),
      sendToWebhook: (id, signal) =>
        sendDue({ ...sending, source: webhookSource(routerOf(), log) }, id, signal),
    },
    backup: backups.job,
  });
  return {
    backups,
    /** The pages of stored emails and text messages, without a mail server. */
    mailbox: mailer.mailbox,
    canSendTexts: sendText !== undefined,
    async start() {
      if (!config.BACKGROUND_WORK) return;
      await jobs.start();
      // Generate first the widths that phones request of the images shown first; all others on request.
      const first = await listFirstImages(database.web, 24).catch((error: unknown) => {
        log.warn({ err: error }, 'no images are made ahead');
        return [];
      });
      void images.deleteOutdated().catch((error: unknown) => {
        log.warn({ err: error }, 'images of an earlier encoding could not be deleted');
      });
      void images.warmUp(
        first.flatMap((address) => storagePathOf(address) ?? []),
        [320, 480, 640],
      );
    },
    async stop() {
      if (config.BACKGROUND_WORK) await jobs.stop();
    },
  };
}
