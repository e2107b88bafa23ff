import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Hono } from 'hono';
import { isBusy, isDiskFull } from '#db/busy.ts';
import { openDatabase } from '#db/client.ts';
import { noteSeller } from '#db/installation.ts';
import { listFirstImages } from '#domains/catalog/products/server/sitemap.repository.ts';
import { orderMail } from '#domains/orders/server/order-mails.ts';
import { listOrderOwners } from '#domains/orders/server/order-owner.repository.ts';
import { createAuth } from '#platform/auth/create-auth.ts';
import { createCaptcha } from '#platform/captcha/captcha.ts';
import { createChanges } from '#platform/changes/changes.ts';
import { clockIn } from '#platform/clock.ts';
import { POLICY_OF_DATA, securityHeaders } from '#platform/csp/security-headers.ts';
import { createDiskReserve } from '#platform/disk/disk-reserve.ts';
import type { HtmlCache } from '#platform/html-cache/html-cache.ts';
import { BodyCutOff } from '#platform/http/body.ts';
import { clientAddress, countedAddress } from '#platform/http/client-ip.ts';
import { failureAnswer } from '#platform/http/failure-answer.ts';
import { isForeignWrite } from '#platform/http/origin-check.ts';
import { createImages } from '#platform/images/image-widths.ts';
import { imagesApp } from '#platform/images/images-app.ts';
import { createShareImages } from '#platform/images/share-images.ts';
import { createJobs, enqueue } from '#platform/jobs/jobs.ts';
import { queueStates } from '#platform/jobs/queue-state.ts';
import { createLimits } from '#platform/limits/limits.ts';
import { excerpt, type Log } from '#platform/log.ts';
import { createMailbox } from '#platform/mail/mailbox.ts';
import { createMailer } from '#platform/mail/mailer.ts';
import { listenMetrics } from '#platform/metrics/listen-metrics.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { createRealtime } from '#platform/realtime/realtime.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import { createTexter } from '#platform/sms/gateway.ts';
import type { TextMessage } from '#platform/sms/text-message.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { pathOfAddress } from '#platform/storage/storage.ts';
import { uploadsApp } from '#platform/storage/uploads-app.ts';
import { tracedLog } from '#platform/tracing/span.ts';
import { statementSpan } from '#platform/tracing/statement-span.ts';
import { openTracing } from '#platform/tracing/tracing.ts';
import { ERRORS } from '#shared/errors.ts';
import { createAppRouter } from './app-router.ts';
import { planBackups } from './daily-backup.ts';
import { api } from './http/api.ts';
import { events } from './http/events.ts';
import { health } from './http/health.ts';
import { manifest } from './http/manifest.ts';
import { myData } from './http/my-data.ts';
import { createPageCache } from './http/page-cache.ts';
import { pages } from './http/pages.ts';
import type { RequestVariables } from './http/request-variables.ts';
import { routePattern } from './http/route-pattern.ts';
import { share } from './http/share.ts';
import { sitemap } from './http/sitemap.ts';
import { traced } from './http/traced.ts';
import type { Installation } from './installation.ts';
import { listSetupTasks } from './setup-tasks.ts';
import { shopInfoOf } from './shop-router.ts';
import { uploadsDirOf } from './uploads-dir.ts';

/** How long metadata of an original in network storage is cached: decision 0029. */
const IMAGE_METADATA_MS = 60_000;
/** Tables whose changes can change images; '*' if changes may have been missed. */
const IMAGE_TABLES = new Set(['product_images', 'categories', 'hero_slides', 'hero_slide_images', '*']);

/** The running shop, as used by the listener in main.ts. */
export interface Shop {
  /** `socketAddress` is the IP address of the peer, before any proxy header is applied. */
  fetch(request: Request, socketAddress: string): Response | Promise<Response>;
  /** Starts the work that can wait until the shop is open: jobs, image warm-up. */
  started(): Promise<void>;
  /** From now on /readyz fails, so that a load balancer sends no new requests. */
  drain(): void;
  close(): Promise<void>;
  /** Counters of the page cache. */
  readonly counts: HtmlCache['counts'];
}
export type Boot = typeof boot;

/** Assembles the shop on a migrated database. */
export async function boot(installation: Installation, log: Log): Promise<Shop> {
  const { config, dataDir, databaseUrl, secret } = installation;
  const tracing = await openTracing(config, log);
  const database = await openDatabase(installation, {
    onError: (error) => log.error({ err: error }, 'database connection'),
    onStatement: tracing && statementSpan,
  });
  const clock = clockIn(config.TIME_ZONE);
  const shop = shopInfoOf(config);
  const secureCookies = config.PUBLIC_URL.startsWith('https:');
  const orderShop = {
    name: shop.name,
    publicUrl: shop.publicUrl,
    whatsapp: shop.whatsapp,
    currency: shop.currency,
    ordersEmail: config.MAIL_ORDERS_TO ?? /<([^>]+)>/.exec(config.MAIL_FROM)?.[1] ?? config.MAIL_FROM,
  };
  await noteSeller(databaseUrl, shop.whatsapp);
  const changes = createChanges({ url: databaseUrl, log });
  await changes.ready;
  const cache = createPageCache({ clock, log, changes });
  const storage = await openStorage(config, uploadsDirOf(dataDir), log);
  const disk = createDiskReserve({ dir: dataDir, reserve: config.DISK_RESERVE, log });
  // A full disk is logged even without uploads.
  void disk.state();
  const lookAtDisk = setInterval(() => void disk.state(), 60_000);
  lookAtDisk.unref();
  const images = createImages({
    storage,
    dir: join(dataDir, 'derived'),
    log,
    metadataMs: config.S3_BUCKET ? IMAGE_METADATA_MS : 0,
  });
  changes.subscribe(({ table }) => {
    if (IMAGE_TABLES.has(table)) images.forget();
  });
  const shareImages = createShareImages({ dir: join(dataDir, 'derived', 'share') });
  const realtime = createRealtime({
    changes,
    log,
    ownersOf: (orderIds) => listOrderOwners(database.auth, orderIds),
  });
  const limits = createLimits(database.web);
  const mailer = createMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    mailboxDir: join(dataDir, 'mailbox'),
  });
  const sendText = createTexter({
    smsUrl: config.SMS_URL,
    keep: config.SHOP_MODE === 'demo' ? createMailbox(join(dataDir, 'mailbox')).add : undefined,
  });
  const backups = await planBackups({ installation, storage, disk, log });
  const jobs = createJobs({
    database,
    log,
    tracing,
    handlers: {
      mail: mailer.send,
      writeOrderMail: (mail) => orderMail({ database, shop: orderShop }, mail),
      text: sendText ?? (async () => undefined),
    },
    backup: backups.job,
  });
  const addresses = new WeakMap<Request, string>();
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
  const auth = createAuth({
    authDb: database.auth,
    secret,
    publicUrl: config.PUBLIC_URL,
    secureCookies,
    shopName: config.SHOP_NAME,
    providers: config.OIDC_PROVIDERS,
    sendMail: (tx, email) => enqueue(tx ?? database.auth, 'mail', email),
    ...(sendText && { sendText: (message: TextMessage) => enqueue(database.auth, 'text', message) }),
    log,
    captcha,
    adminsNeedTwoStep: config.ADMINS_NEED_TWO_STEP,
    clientAddress: (request) => addresses.get(request) ?? '',
  });
  const router = createAppRouter({
    shop,
    disk,
    database,
    clock,
    changes,
    secureCookies,
    limits,
    captcha,
    storage,
    log,
    auth,
    backupScheduled: backups.job !== undefined,
    backupVerifications: backups.verifications,
    setupTasks: (lastBackupAt) => listSetupTasks(config, dataDir, { lastBackupAt, now: new Date() }),
    orders: {
      database,
      limits,
      clock,
      storage,
      log,
      shop: orderShop,
    },
  });

  const metrics =
    config.METRICS_PORT === undefined
      ? undefined
      : createMetrics({
          pools: { web: database.webPool, auth: database.authPool },
          pages: cache.counts,
          queues: () => queueStates(database.authPool),
          streams: () => realtime.streams,
          disk: disk.state,
          silentFor: changes.silentFor,
        });
  const metricsListener =
    metrics &&
    (await listenMetrics({ metrics, host: config.METRICS_HOST, port: config.METRICS_PORT ?? 0, log }));

  let draining = false;
  const app = new Hono<{ Variables: RequestVariables; Bindings: { address: string } }>();
  const common = securityHeaders(config.PUBLIC_URL);

  if (tracing) app.use(traced(tracing, config.TRUSTED_PROXIES));
  app.use(async (c, next) => {
    const requestId = randomUUID();
    const { headers } = c.req.raw;
    const address = countedAddress(clientAddress(c.env.address, headers, config.TRUSTED_PROXIES));
    c.set('requestId', requestId);
    c.set('address', address);
    addresses.set(c.req.raw, address);
    const started = performance.now();
    if (isForeignWrite(c.req.raw, config.PUBLIC_URL)) {
      c.res = Response.json(
        { code: 'NOT_ALLOWED_FROM', message: ERRORS.NOT_ALLOWED_FROM.text },
        { status: 403 },
      );
    } else {
      await next();
    }
    for (const [name, value] of Object.entries(common)) c.res.headers.set(name, value);
    // A 304 refers to a page whose policy the browser already has.
    if (c.res.status !== 304 && !c.res.headers.has('content-security-policy')) {
      c.res.headers.set('content-security-policy', POLICY_OF_DATA);
    }
    c.res.headers.set('x-request-id', requestId);
    const ms = performance.now() - started;
    metrics?.observe({
      route: routePattern(c.req.method, c.req.path),
      status: c.res.status,
      seconds: ms / 1000,
    });
    tracedLog(log).debug(
      {
        requestId,
        method: c.req.method,
        path: excerpt(c.req.path),
        status: c.res.status,
        ms: Math.round(ms),
      },
      'request',
    );
  });
  app.onError((error, c) => {
    // The client disconnected; nothing failed here.
    if (error instanceof BodyCutOff) return c.body(null, 400);
    const facts = {
      err: error,
      requestId: c.get('requestId'),
      route: routePattern(c.req.method, c.req.path),
    };
    const busy = isBusy(error);
    if (isDiskFull(error)) disk.noteFull();
    if (busy) tracedLog(log).warn(facts, 'busy');
    else tracedLog(log).error(facts, 'request failed');
    return failureAnswer(busy ? 'BUSY' : 'UNEXPECTED', {
      request: c.req.raw,
      requestId: facts.requestId,
      shopName: shop.name,
    });
  });

  const contextOf = (request: Request, requestId: string, address: string): RequestContext => {
    const responseHeaders = new Headers();
    return {
      requestId,
      address,
      headers: request.headers,
      responseHeaders,
      log: tracedLog(log),
      findCaller: () => auth.callerOf(request.headers, responseHeaders),
      waitForInvalidation: cache.waitForInvalidation,
      noteDiskFull: disk.noteFull,
    };
  };

  const visitor = (requestId: string): RequestContext => ({
    requestId,
    address: '',
    headers: new Headers(),
    responseHeaders: new Headers(),
    log: tracedLog(log),
    findCaller: async () => null,
  });

  app.route('/', health({ database, isDraining: () => draining }));
  app.route('/', uploadsApp(storage));
  app.route('/', imagesApp(images));
  app.route('/', events({ realtime, findCaller: (request) => auth.callerOf(request.headers) }));
  app.all('/api/auth/*', async (c) => {
    // After sign-out the user's event streams end with the session.
    const signingOut = c.req.path === '/api/auth/sign-out' ? await auth.callerOf(c.req.raw.headers) : null;
    const answer = await auth.handler(c.req.raw, c.get('requestId'));
    if (signingOut && answer.ok) realtime.endFor(signingOut.userId);
    return answer;
  });
  app.route('/', myData({ auth, database, limits, shopName: config.SHOP_NAME }));
  app.route('/', api({ router, shop, contextOf, disk }));
  if (config.SHOP_MODE === 'demo' && mailer.mailbox) app.route('/', mailer.mailbox);
  app.route('/', manifest(shop.name));
  app.route('/', sitemap({ database, publicUrl: shop.publicUrl }));
  app.get('/.well-known/change-password', (c) => c.redirect('/account/security'));
  app.route('/', share({ router, storage, shareImages, shop, visitor }));
  app.get('*', pages({ cache, router, shop, visitor }));

  return {
    counts: cache.counts,
    fetch: (request, address) => app.fetch(request, { address }),
    async started() {
      if (!config.BACKGROUND_WORK) return;
      await jobs.start();
      // Generate first the widths that phones request of the images shown first; all others on request.
      const first = await listFirstImages(database.web, 24).catch((error: unknown) => {
        log.warn({ err: error }, 'no images are made ahead');
        return [];
      });
      void images.warmUp(
        first.flatMap((address) => pathOfAddress(address) ?? []),
        [320, 480, 640],
      );
    },
    drain() {
      draining = true;
      realtime.close();
    },
    async close() {
      clearInterval(lookAtDisk);
      await metricsListener?.close();
      images.close();
      if (config.BACKGROUND_WORK) await jobs.stop();
      await changes.close();
      await database.close();
      await tracing?.close();
    },
  };
}

/** The framework's build requires a server entry; the shop itself is started through `boot`. */
export default { fetch: () => new Response('Not started', { status: 503 }) };
