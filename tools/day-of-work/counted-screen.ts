import { setTimeout as sleep } from 'node:timers/promises';
import { errors, type Locator, type Page } from '@playwright/test';

/** What a task took. */
export interface Figures {
  /** Clicks, keys that are commands, and filled fields. */
  actions: number;
  seconds: number;
  /** The part of `seconds` in which the shop had not yet answered. */
  waiting: number;
  /** Waits of more than a second during which the screen did not show that it was working. */
  silentWaits: string[];
  /** Clicks that had to wait for what covers their target, or for a target that moves. */
  heldClicks: string[];
  /** Actions before which the page was wider than the screen. */
  tooWide: string[];
}

type Role = Parameters<Locator['getByRole']>[0];
type Name = string | RegExp;

const POLL_MS = 20;
const LIMIT_MS = 120_000;
const SILENT_MS = 1_000;
const HELD_MS = 2_000;

/** Counts the actions of one task and the time it waits. */
class Counter {
  actions = 0;
  waitingMs = 0;
  readonly silentWaits: string[] = [];
  readonly heldClicks: string[] = [];
  readonly tooWide: string[] = [];

  /** Polls until the condition holds, counting the time as waiting for the shop. */
  async wait(page: Page, what: string, condition: () => Promise<boolean>): Promise<void> {
    const started = performance.now();
    let lastSign = started;
    let silentMs = 0;
    while (!(await condition().catch(isNavigating))) {
      const now = performance.now();
      if (now - started > LIMIT_MS) throw new Error(`Waited ${LIMIT_MS / 1000} s for ${what}`);
      if (await page.evaluate(showsWork).catch(isNavigating)) lastSign = now;
      silentMs = Math.max(silentMs, now - lastSign);
      await sleep(POLL_MS);
    }
    this.waitingMs += performance.now() - started;
    if (silentMs > SILENT_MS) this.silentWaits.push(`${(silentMs / 1000).toFixed(1)} s for ${what}`);
  }

  /** Clicks, counting the time for which that is not possible as waiting. */
  async click(part: Locator): Promise<void> {
    const started = performance.now();
    try {
      await part.click({ timeout: HELD_MS });
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
      await part.click();
      const ms = performance.now() - started;
      const cover = /(<[^\n]{0,60})[^\n]* intercepts pointer events/.exec(error.message)?.[1];
      this.waitingMs += ms;
      this.heldClicks.push(
        `${(ms / 1000).toFixed(1)} s before ${part}: ${cover ? `under ${cover} …` : 'it moves'}`,
      );
    }
  }

  async act(page: Page, what: string, action: () => Promise<unknown>): Promise<void> {
    this.actions++;
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0) this.tooWide.push(`${excess} px before ${what}`);
    await action();
  }
}

/** Between two documents there is nothing to read; other errors are failures. */
function isNavigating(error: Error): boolean {
  if (/context was destroyed|navigat/i.test(error.message)) return false;
  throw error;
}

/** Whether a visible part of the page says that it is busy. */
function showsWork(): boolean {
  const signs = document.querySelectorAll(
    '[aria-busy="true"], [role="progressbar"], .skeleton, .animate-spin',
  );
  return [...signs].some((sign) => sign.checkVisibility());
}

/**
 * A part of the screen, found by what a person sees. It is the only object that acts on a page here, and counts all it
 * does: the locators of Playwright stay inside.
 */
export class CountedScreen {
  readonly #counter: Counter;
  readonly #page: Page;
  readonly #part: Locator;

  private constructor(counter: Counter, page: Page, part: Locator) {
    this.#counter = counter;
    this.#page = page;
    this.#part = part;
  }

  /** Does a task on the page. */
  static async measure(page: Page, task: (screen: CountedScreen) => Promise<void>): Promise<Figures> {
    const counter = new Counter();
    const started = performance.now();
    await task(new CountedScreen(counter, page, page.locator(':root')));
    const seconds = (performance.now() - started) / 1000;
    const { actions, waitingMs, silentWaits, heldClicks, tooWide } = counter;
    return { actions, seconds, waiting: waitingMs / 1000, silentWaits, heldClicks, tooWide };
  }

  #at(part: Locator): CountedScreen {
    return new CountedScreen(this.#counter, this.#page, part);
  }

  role(role: Role, name?: Name): CountedScreen {
    return this.#at(this.#part.getByRole(role, name === undefined ? {} : { name, exact: true }));
  }

  button = (name: Name) => this.role('button', name);
  link = (name: Name) => this.role('link', name);
  /** A field by its label. */
  field = (label: Name) => this.#at(this.#part.getByLabel(label));
  text = (text: Name) => this.#at(this.#part.getByText(text).filter({ visible: true }));
  /** Those of the parts that contain a text. */
  having = (text: Name) => this.#at(this.#part.filter({ hasText: text }));
  first = () => this.#at(this.#part.first());

  /** Whether the menu and the columns of lists are folded. */
  get isNarrow(): boolean {
    return this.#page.viewportSize()!.width < 640;
  }

  #ready(): Promise<void> {
    const part = this.#part;
    return this.#counter.wait(
      this.#page,
      String(part),
      async () => (await part.count()) > 0 && (await part.isVisible()) && (await part.isEnabled()),
    );
  }

  /** Waits until it is on the screen. */
  shown(): Promise<void> {
    return this.#counter.wait(this.#page, String(this.#part), () => this.#part.first().isVisible());
  }

  /** Waits until it is no longer on the screen. */
  gone(): Promise<void> {
    return this.#counter.wait(
      this.#page,
      `the end of ${this.#part}`,
      async () => (await this.#part.filter({ visible: true }).count()) === 0,
    );
  }

  /** Waits until there are as many on the screen. */
  counted(count: number): Promise<void> {
    return this.#counter.wait(
      this.#page,
      `${count} × ${this.#part}`,
      async () => (await this.#part.filter({ visible: true }).count()) === count,
    );
  }

  async #act(action: () => Promise<unknown>): Promise<void> {
    await this.#ready();
    await this.#counter.act(this.#page, String(this.#part), action);
  }

  click = () => this.#act(() => this.#counter.click(this.#part));
  fill = (text: string) => this.#act(() => this.#part.fill(text));
  select = (option: string) => this.#act(() => this.#part.selectOption(option));

  /** Clicks a button that chooses files, and chooses them: two actions. */
  async choose(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const chooser = this.#page.waitForEvent('filechooser');
    await this.click();
    await this.#counter.act(this.#page, 'the choice of a file', async () => (await chooser).setFiles(file));
  }

  /** Clicks a link that opens a tab, works in it, and closes it: two actions and those of the work. */
  async inNewTab(work: (screen: CountedScreen) => Promise<void>): Promise<void> {
    const opened = this.#page.waitForEvent('popup');
    await this.click();
    const tab = await opened;
    await work(new CountedScreen(this.#counter, tab, tab.locator(':root')));
    await this.#counter.act(tab, 'the end of the tab', () => tab.close());
  }
}
