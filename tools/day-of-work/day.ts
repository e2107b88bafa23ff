import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as withOrders } from '../../e2e/admin/orders.ts';
import { newWord } from '../../e2e/browsing.ts';
import { ACCOUNTS, expect, open, signIn } from '../../e2e/journey.ts';
import { CountedScreen } from './counted-screen.ts';

export { expect, newWord };

interface Day {
  /** Does a task, or a part of one, where the one before ended, and notes its figures for the table. */
  perform(task: string, work: (screen: CountedScreen) => Promise<void>): Promise<void>;
  /** The number of packing slips on the page at each print. */
  printed(): Promise<number[]>;
  /** The subjects of emails to an address. */
  emailsTo(address: string): Promise<string[]>;
  /** The rows of a statement. */
  rows(statement: string, ...values: unknown[]): Promise<Record<string, unknown>[]>;
}

/** Each test begins on the dashboard, signed in as the assistant. The screen is there only as what is counted. */
export const test = withOrders.extend<{ day: Day }>({
  day: async ({ page, db }, use, testInfo) => {
    await page.addInitScript(() => {
      const prints: number[] = [];
      Object.assign(window, { prints });
      window.print = () => prints.push(document.querySelectorAll('main article').length);
    });
    let isOpen = false;
    await use({
      async perform(task, work) {
        // Not before the data of the task is there.
        if (!isOpen) {
          await signIn(page, ACCOUNTS.admin);
          await open(page, '/admin/dashboard');
          isOpen = true;
        }
        const figures = await CountedScreen.measure(page, work);
        testInfo.annotations.push({ type: 'figures', description: JSON.stringify({ task, ...figures }) });
        expect.soft(figures.tooWide, `${task}: wider than the screen`).toEqual([]);
      },
      printed: () => page.evaluate(() => (window as never as { prints: number[] }).prints),
      async emailsTo(address) {
        const folder = join(process.env.SHOP_DATA_DIR!, 'mailbox');
        const names = await readdir(folder).catch(() => []);
        const emails = await Promise.all(
          names
            .filter((name) => name.endsWith('.json'))
            .map(
              async (name) =>
                JSON.parse(await readFile(join(folder, name), 'utf8')) as { to: string; subject: string },
            ),
        );
        return emails.filter(({ to }) => to === address).map(({ subject }) => subject);
      },
      rows: async (statement, ...values) => (await db.query(statement, values)).rows,
    });
  },
});

/** Opens a screen of the back office by its menu. */
export async function goTo(screen: CountedScreen, name: string): Promise<void> {
  if (!screen.isNarrow) return screen.role('navigation', 'Back office').link(name).click();
  await screen.button('Menu').click();
  await screen.role('dialog').role('navigation', 'Back office').link(name).click();
}

/** Selects all rows that match the filter of a list. */
export async function selectAll(screen: CountedScreen, count: number): Promise<void> {
  if (screen.isNarrow) {
    await screen.button('Select').click();
    await screen
      .role('checkbox', /^Select (?!all)/)
      .first()
      .click();
  } else {
    await screen.role('checkbox', 'Select all on this page').click();
  }
  await selected(screen).button(`Select all ${count} that match`).click();
  await selected(screen)
    .text(new RegExp(`^${count} .*selected$`))
    .shown();
}

/** The bar of selected rows. */
export const selected = (screen: CountedScreen) => screen.role('region', 'Selected');
