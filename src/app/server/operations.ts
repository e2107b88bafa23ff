import { accountEmails } from '#domains/accounts/server/account-emails.ts';
import { createAccountAuth } from '#domains/accounts/server/account-rules.ts';
import { createCheckCode } from '#domains/orders/message/server/check-code.ts';
import type { AuthDeps } from '#platform/auth/create-auth.ts';
import { createCaptcha } from '#platform/captcha/captcha.ts';
import { createDoctor } from '#platform/doctor/examine.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { createPreviewLinks } from '#platform/preview-links.ts';
import { createSealedText } from '#platform/sealed-text.ts';
import type { TextMessage } from '#platform/sms/text-message.ts';
import type { Preview } from '#shared/preview.ts';
import { createAppRouter } from './app-router.ts';
import type { BackgroundWork } from './background-work.ts';
import { copyAddressOf } from './backup-copy.ts';
import { doctorChecks } from './doctor/doctor-checks.ts';
import { listSetupTasks } from './doctor/setup-tasks.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Installation } from './installation.ts';
import { previewRouter } from './preview-router.ts';
import { orderShopOf, shopInfoOf } from './shop-router.ts';

export type Operations = ReturnType<typeof createOperations>;

/** Sign-in, and the router of all operations over the services of the domains. */
export function createOperations(
  { config, dataDir, databaseUrl, webUrl, secret }: Installation,
  { infrastructure, work, log }: { infrastructure: Infrastructure; work: BackgroundWork; log: Log },
) {
  const { database, clock, changes, limits, presence, storage, disk, doctorDatabase, push } = infrastructure;
  const secureCookies = config.PUBLIC_URL.startsWith('https:');
  /** The IP address of each request in progress, after the trusted proxies. */
  const ipAddresses = new WeakMap<Request, string>();
  const captcha =
    config.CAPTCHA === 'off'
      ? undefined
      : createCaptcha({
          kind: config.CAPTCHA,
          siteKey: config.CAPTCHA_SITE_KEY ?? '',
          providerSecret: config.CAPTCHA_SECRET ?? '',
          secret,
          authDb: database.auth,
          log,
        });
  const sender = { shopName: config.SHOP_NAME, publicUrl: config.PUBLIC_URL };
  const sendMail: AuthDeps['sendMail'] = (tx, email) => enqueue(tx ?? database.auth, 'mail', email);
  const auth = createAccountAuth({
    authDb: database.auth,
    secret,
    ...sender,
    secureCookies,
    providers: config.OIDC_PROVIDERS,
    sendMail,
    ...(work.canSendTexts && { sendText: (message: TextMessage) => enqueue(database.auth, 'text', message) }),
    log,
    captcha,
    adminsNeedTwoStep: config.ADMINS_NEED_TWO_STEP,
    clientIpAddress: (request) => ipAddresses.get(request) ?? '',
  });
  const previewLinks = createPreviewLinks({ secret, clock });
  const deps = {
    shop: shopInfoOf(config),
    disk,
    database,
    clock,
    changes,
    secureCookies,
    limits,
    presence,
    push,
    captcha,
    storage,
    privateHosts: config.PRIVATE_HOSTS,
    webhookRules: { allowedHosts: config.PRIVATE_HOSTS },
    sealedText: createSealedText(secret),
    log,
    auth,
    publicUrl: config.PUBLIC_URL,
    writeEmail: accountEmails(sender),
    sendMail,
    backupScheduled: work.backups.job !== undefined,
    backupVerifications: work.backups.verifications,
    backupCopyTo: copyAddressOf(config),
    doctor: createDoctor(
      doctorChecks({ config, dataDir, database: doctorDatabase, databaseUrl, webUrl, disk }),
    ),
    previewLinks,
    setupTasks: (lastBackupAt: Date | null) =>
      listSetupTasks(config, dataDir, { lastBackupAt, now: new Date() }),
    orders: {
      database,
      limits,
      clock,
      storage,
      log,
      shop: { ...orderShopOf(config), checkCodeOf: createCheckCode(secret) },
    },
  };
  return {
    auth,
    router: createAppRouter(deps),
    previewLinks,
    previewRouter: (preview: Preview) => previewRouter(deps, preview),
    noteIpAddress: (request: Request, ipAddress: string) => void ipAddresses.set(request, ipAddress),
  };
}
