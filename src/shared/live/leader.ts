import { keepStream, type News } from './stream-keeper.ts';
import { TOPICS, type Topic } from './topics.ts';

/** What tabs say to one another. */
export type Word =
  /** A tab that is looked at follows these. `joins`: it was not there before. */
  | { kind: 'want'; from: string; topics: readonly Topic[]; joins: boolean }
  | { kind: 'gone'; from: string }
  /** A new leader asks who is there. */
  | { kind: 'who' }
  /** What the leader heard; for one tab or for all. */
  | { kind: 'news'; to?: string; news: News };

/** Wishes that are not renewed for so long are those of a tab that died. */
const FORGOTTEN_MS = 75_000;
/** A wish more is served at once, a wish less when no new one follows: between two pages there is none. */
const GROW_MS = 100;
const SHRINK_MS = 1_500;

export interface Leader {
  /** What the leader's own tab follows, and as whom. */
  follow(topics: readonly Topic[], person: string): void;
  hear(word: Word): void;
  end(): void;
}

/** Keeps the one stream of the browser for all tabs that are looked at. `say` reaches the others, not itself. */
export function leadTabs(options: {
  address: string;
  say(word: Word): void;
  hearNews(news: News): void;
}): Leader {
  const { address, say, hearNews } = options;
  const wishes = new Map<string, { topics: readonly Topic[]; at: number }>();
  const changedAt = new Map<Topic, number>();
  let own: readonly Topic[] = [];
  let person: string | undefined;
  let served: readonly Topic[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Number.POSITIVE_INFINITY;

  const keeper = keepStream(address, (news) => {
    const now = Date.now();
    if (news.kind === 'opened') {
      changedAt.clear();
      for (const topic of TOPICS) {
        const age = news.ages[topic];
        if (age !== undefined) changedAt.set(topic, now - age);
      }
    } else if (news.kind === 'change') changedAt.set(news.topic, now);
    else if (news.kind === 'beat') forget(now);
    hearNews(news);
    say({ kind: 'news', news });
  });

  function forget(now: number): void {
    for (const [tab, { at }] of wishes) if (now - at > FORGOTTEN_MS) wishes.delete(tab);
    waitForInvalidation();
  }
  const union = () =>
    TOPICS.filter(
      (topic) => own.includes(topic) || [...wishes.values()].some((w) => w.topics.includes(topic)),
    );

  /** Serves the wishes soon; a wish that comes meanwhile does not put it off. */
  function waitForInvalidation(after?: number): void {
    const grows = union().some((topic) => !served.includes(topic));
    const due = Date.now() + (after ?? (grows ? GROW_MS : SHRINK_MS));
    if (due >= dueAt) return;
    dueAt = due;
    clearTimeout(timer);
    timer = setTimeout(() => {
      dueAt = Number.POSITIVE_INFINITY;
      served = union();
      keeper.want(served, person ?? '');
    }, due - Date.now());
  }

  /** A tab that comes to a stream that stands is told how old everything is, as if it had opened it. */
  function welcome(tab: string): void {
    if (changedAt.size === 0) return;
    const now = Date.now();
    const ages = Object.fromEntries([...changedAt].map(([topic, at]) => [topic, now - at]));
    say({ kind: 'news', to: tab, news: { kind: 'opened', ages, lost: false, gap: 0 } });
  }

  say({ kind: 'who' });
  return {
    follow(topics, as) {
      own = topics;
      const isSomebodyElse = person !== undefined && as !== person;
      person = as;
      waitForInvalidation(isSomebodyElse ? 0 : undefined);
    },
    hear(word) {
      if (word.kind === 'want') {
        wishes.set(word.from, { topics: word.topics, at: Date.now() });
        if (word.joins) welcome(word.from);
        waitForInvalidation();
      } else if (word.kind === 'gone') {
        wishes.delete(word.from);
        waitForInvalidation();
      }
    },
    end() {
      clearTimeout(timer);
      keeper.close();
    },
  };
}
