import { anotherProcess } from './another-process.ts';
import { expect } from './journey.ts';
import { cardOf, NEWEST, openFollowing, test } from './live-browsers.ts';

// Events do not depend on the size of the page.
test('OPEN-68 a change is live in browsers of both processes', { tag: '@desktop' }, async ({
  page,
  cloth,
  anotherBrowser,
  setPrice,
}) => {
  test.setTimeout(120_000);
  await using other = await anotherProcess();
  const elsewhere = await anotherBrowser();
  await openFollowing(page, NEWEST);
  await openFollowing(elsewhere, `${other.url}/products/${cloth.id}`);
  await expect(cardOf(page, cloth)).toContainText('₦7,300.00');
  await setPrice(8_450);
  await Promise.all([
    expect(cardOf(page, cloth)).toContainText('₦8,450.00'),
    expect(elsewhere.getByRole('main')).toContainText('₦8,450.00'),
  ]);
  await elsewhere.close();
});
