import type { ShopProcess } from '../tools/shop-process.ts';
import { anotherProcess } from './another-process.ts';
import { expect, expectAccessible, hydrated, PASSWORD, test } from './journey.ts';
import { addUser, deleteUsers, expectToast } from './shopper.ts';

/** Another process of the same shop, with a captcha. */
let asking: ShopProcess;
let url: string;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  asking = await anotherProcess({ CAPTCHA: 'altcha', BACKGROUND_WORK: 'false' });
  url = asking.url;
});
test.afterAll(() => asking?.end());

test.use({ expectedErrors: [/status of 40[01]/] });

// The widget is the same at every size.
test('OPEN-39 with a captcha configured the widget is on the page, and sign-in works as before', {
  tag: '@phone',
}, async ({ page, db }) => {
  test.setTimeout(60_000);
  const { email } = await addUser(db);
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
  // The token was used by the wrong password; this time the browser solves the captcha while the user waits.
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expectToast(page, 'Successfully logged in!');
  await expect(page).toHaveURL(`${url}/`);
  await deleteUsers(db, email);
});
