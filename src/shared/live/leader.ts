import { createStreamKeeper, type News } from './stream-keeper.ts';
import { TOPICS, type Topic } from './topics.ts';

/** Messages between tabs. */
export type Word =
  /** A visible tab follows these topics. `joins`: it did not before. */
  | { kind: 'want'; from: string; topics: readonly Topic[]; joins: boolean }
  | { kind: 'gone'; from: string }
  /** A new leader asks the visible tabs for what they follow. */
  | { kind: 'report' }
  /** The user signed in again. */
  | { kind: 'reopen' }
  /** What the leader received; for one tab or for all. */
  | { kind: 'news'; to?: string; news: News };

/** Requests not renewed for this long belong to a dead tab. */
const EXPIRED_MS = 75_000;
/** Added topics are served at once, removed ones after a delay: between two pages there are none. */
const GROW_MS = 100;
const SHRINK_MS = 1_500;

export interface Leader {
  /** What the leader's own tab follows, and for which user. */
  follow(topics: readonly Topic[], userId: string): void;
  receive(word: Word): void;
  end(): void;
}

/** Keeps the browser's one stream for all visible tabs. `say` reaches the other tabs only. */
export function leadTabs(options: {
  url: string;
  broadcast(word: Word): void;
  onNews(news: News): void;
}): Leader {
  const { url, broadcast, onNews } = options;
  const wishes = new Map<string, { topics: readonly Topic[]; at: number }>();
  const changedAt = new Map<Topic, number>();
  let own: readonly Topic[] = [];
  let user: string | undefined;
  let served: readonly Topic[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Number.POSITIVE_INFINITY;

  const keeper = createStreamKeeper(url, (news) => {
    const now = Date.now();
    if (news.kind === 'opened') {
      changedAt.clear();
      for (const topic of TOPICS) {
        const age = news.ages[topic];
        if (age !== undefined) changedAt.set(topic, now - age);
      }
    } else if (news.kind === 'change') changedAt.set(news.topic, now);
    else if (news.kind === 'beat') forget(now);
    onNews(news);
    broadcast({ kind: 'news', news });
  });

  function forget(now: number): void {
    for (const [tab, { at }] of wishes) if (now - at > EXPIRED_MS) wishes.delete(tab);
    scheduleUpdate();
  }
  const union = () =>
    TOPICS.filter(
      (topic) => own.includes(topic) || [...wishes.values()].some((w) => w.topics.includes(topic)),
    );

  /** Updates the stream soon; a later request does not postpone it. */
  function scheduleUpdate(after?: number): void {
    const grows = union().some((topic) => !served.includes(topic));
    const due = Date.now() + (after ?? (grows ? GROW_MS : SHRINK_MS));
    if (due >= dueAt) return;
    dueAt = due;
    clearTimeout(timer);
    timer = setTimeout(() => {
      dueAt = Number.POSITIVE_INFINITY;
      served = union();
      keeper.want(served, user ?? '');
    }, due - Date.now());
  }

  /** Sends a tab that joins an open stream the age of each topic, as if it had opened the stream. */
  function welcome(tab: string): void {
    if (changedAt.size === 0) return;
    const now = Date.now();
    const ages = Object.fromEntries([...changedAt].map(([topic, at]) => [topic, now - at]));
    broadcast({ kind: 'news', to: tab, news: { kind: 'opened', ages, lost: false, gap: 0 } });
  }

  broadcast({ kind: 'report' });
  return {
    follow(topics, as) {
      own = topics;
      const isAnotherUser = user !== undefined && as !== user;
      user = as;
      scheduleUpdate(isAnotherUser ? 0 : undefined);
    },
    receive(word) {
      if (word.kind === 'want') {
        wishes.set(word.from, { topics: word.topics, at: Date.now() });
        if (word.joins) welcome(word.from);
        scheduleUpdate();
      } else if (word.kind === 'gone') {
        wishes.delete(word.from);
        scheduleUpdate();
      } else if (word.kind === 'reopen') keeper.reopen();
    },
    end() {
      clearTimeout(timer);
      keeper.close();
    },
  };
}
