import { expect, type Locator, type Page } from '@playwright/test';

const MOST_STEPS = 120;

/** Presses Tab until an element has the focus, and checks that the focus is visible. */
export async function reach(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  const has = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; !(await has()); steps++) {
    if (steps === MOST_STEPS) throw new Error(`${target} was not reached by ${MOST_STEPS} presses of Tab`);
    // A dialog that opened by itself is closed as a user does.
    const isInDialog = await target.evaluate((element) => element.closest('[role=dialog]') !== null);
    if (!isInDialog && (await page.getByRole('dialog').isVisible())) await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
  }
  const seen = await target.evaluate((element) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return {
      isMarked:
        element.matches(':focus-visible') &&
        ((outlineStyle !== 'none' &&
          Number.parseFloat(outlineWidth) >= 2 &&
          outlineColor !== 'transparent') ||
          boxShadow !== 'none'),
      isOnScreen: box.bottom > 0 && box.top < innerHeight,
      // No sticky element covers it; a toast may, for its few seconds.
      isFree:
        top !== null &&
        (element.contains(top) || top.contains(element) || top.closest('[data-sonner-toaster]') !== null),
    };
  });
  expect(seen, String(target)).toEqual({ isMarked: true, isOnScreen: true, isFree: true });
}

export async function press(page: Page, target: Locator) {
  await reach(page, target);
  await page.keyboard.press('Enter');
}
