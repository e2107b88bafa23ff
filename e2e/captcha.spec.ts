import { type ChildProcess, spawn } from 'node:child_process';
import { expect, expectAccessible, hydrated, PASSWORD, test } from './journey.ts';
import { aPerson, expectToast, forgetPeople } from './shopper.ts';
import { databaseUrlOf, freePort, untilReady } from './start-shop.ts';

let shop: ChildProcess | undefined;
let url: string;
/** Another process of the same shop, that asks for a captcha. */
test.beforeAll(async () => {
  test.setTimeout(120_000);
  const port = await freePort();
  url = `http://localhost:${port}`;
  shop = spawn(process.execPath, ['tools/start.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: await databaseUrlOf(process.env.SHOP_DATA_DIR!),
      DATA_DIR: process.env.SHOP_DATA_DIR!,
      SHOP_MODE: 'demo',
      CAPTCHA: 'altcha',
      BACKGROUND_WORK: 'false',
      LOG_LEVEL: 'fatal',
    },
    stdio: 'ignore',
  });
  await untilReady(url);
});
test.afterAll(async () => {
  if (!shop) return;
  const gone = new Promise((resolve) => shop?.once('exit', resolve));
  shop.kill('SIGTERM');
  await gone;
});

test.use({ expectedErrors: [/status of 40[01]/] });

// The check is the same at every size.
test('OPEN-39 where a captcha is configured it is on the page, and a person signs in as ever', {
  tag: '@phone',
}, async ({ page, db }) => {
  test.setTimeout(60_000);
  const { email } = await aPerson(db);
  const robot = await page.request.post(`${url}/api/auth/sign-in/email`, {
    data: { email, password: PASSWORD },
    headers: { origin: url },
  });
  expect(await robot.json()).toMatchObject({ code: 'CAPTCHA_FAILED' });

  await page.goto(`${url}/auth`);
  await hydrated(page);
  const check = page.locator('[data-captcha]');
  await expect(check).toHaveText('Checked: you are not a robot', { timeout: 20_000 });
  await expectAccessible(page);
  await page.getByLabel('Email or phone number').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('wrong-one');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expectToast(page, 'Login Failed');
  // The answer went with the wrong password; this time the browser works while the person waits.
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expectToast(page, 'Successfully logged in!');
  await expect(page).toHaveURL(`${url}/`);
  await forgetPeople(db, email);
});
