import { randomId } from '../random-id.ts';
import { electLeader } from './elect-leader.ts';
import { type Leader, leadTabs, type Word } from './leader.ts';
import type { News } from './stream-keeper.ts';
import { TOPICS, type Topic } from './topics.ts';

/** Something on the page that follows. */
export interface Following {
  topics: readonly Topic[];
  /** The id of the person who is signed in, '' for a visitor. */
  person: string;
  /** These may have changed: read again what they are. */
  read(topics: readonly Topic[]): void;
}

export interface TabOptions {
  /** Address of the events. */
  address: string;
  /** Without it every tab has a stream of its own. */
  locks: LockManager | undefined;
  /** From when, by Date.now(), the page is: what changed since then may be missing in it. */
  madeAt: number;
  isVisible(): boolean;
}

export interface Tab {
  /** Follows until the function that it gives is called. */
  follow(following: Following): () => void;
  /** To be called when `isVisible` may have changed. */
  look(): void;
}

/** All tabs of one version of this agreement. */
const NAME = 'aso-live-1';
/** A page that was made, or a look that was taken, so shortly after a change may not show it, in ms. */
const SLACK_MS = 2_000;
/** Between two pages that follow a page may follow nothing. */
const BETWEEN_PAGES_MS = 1_000;

/**
 * One tab of the browser. While it is looked at and follows something it takes part: one of the tabs that do
 * leads and keeps the stream, the others hear from it. When none does there is no stream.
 */
export function createTab({ address, locks, madeAt, isVisible }: TabOptions): Tab {
  const id = randomId();
  const followings = new Set<Following>();
  /** Until when nothing of a topic was missed, by Date.now(). */
  const heardUntil = new Map<Topic, number>();
  let covered: readonly Topic[] = [];
  let channel: BroadcastChannel | null = null;
  let leader: Leader | null = null;
  let leave: (() => void) | null = null;
  let leaving: ReturnType<typeof setTimeout> | undefined;

  const followed = () => TOPICS.filter((topic) => [...followings].some((one) => one.topics.includes(topic)));
  const person = () => [...followings].at(-1)?.person ?? '';
  const say = (word: Word) => channel?.postMessage(word);
  const want = (joins: boolean) => say({ kind: 'want', from: id, topics: followed(), joins });

  function read(topics: readonly Topic[]): void {
    for (const following of followings) {
      const own = topics.filter((topic) => following.topics.includes(topic));
      if (own.length > 0) following.read(own);
    }
  }

  /** From now on only these are heard of, however much more the stream still tells. */
  function cover(topics: readonly Topic[]): void {
    for (const topic of covered) heardUntil.set(topic, Date.now());
    covered = topics;
  }

  function hearNews(news: News): void {
    const now = Date.now();
    const topics = followed();
    if (news.kind === 'look') {
      read(topics);
      return;
    }
    if (news.kind === 'opened') {
      const { ages, lost, gap } = news;
      const before = covered;
      covered = topics.filter((topic) => ages[topic] !== undefined);
      const missed = (topic: Topic) =>
        gap !== undefined && before.includes(topic)
          ? gap
          : now - (heardUntil.get(topic) ?? madeAt) + SLACK_MS;
      // What was told before and no longer is: whoever may not hear it is told so where it is read.
      const refused = before.filter((topic) => topics.includes(topic) && !covered.includes(topic));
      read([...covered.filter((topic) => lost || ages[topic]! <= missed(topic)), ...refused]);
    } else if (news.kind === 'change') read(topics.filter((topic) => topic === news.topic));
    for (const topic of covered) heardUntil.set(topic, now);
    // The leader forgets whom it does not hear of.
    if (news.kind === 'beat') want(false);
  }

  function hear(word: Word): void {
    if (word.kind === 'who') want(true);
    else if (word.kind === 'news') {
      if (word.to === undefined || word.to === id) hearNews(word.news);
    } else leader?.hear(word);
  }

  function lead(): () => void {
    leader = leadTabs({ address, say, hearNews });
    leader.follow(followed(), person());
    return () => {
      leader?.end();
      leader = null;
    };
  }

  function join(): () => void {
    if (!locks) return lead();
    const opened = new BroadcastChannel(NAME);
    channel = opened;
    opened.onmessage = ({ data }: MessageEvent<Word>) => hear(data);
    want(true);
    const resign = electLeader(locks, NAME, lead);
    return () => {
      say({ kind: 'gone', from: id });
      resign();
      opened.close();
      channel = null;
    };
  }

  function waitForInvalidation(): void {
    clearTimeout(leaving);
    const goes = () => {
      leave?.();
      leave = null;
      cover([]);
    };
    if (!isVisible()) goes();
    else if (followings.size === 0) leaving = setTimeout(goes, BETWEEN_PAGES_MS);
    else if (!leave) leave = join();
    else if (leader) leader.follow(followed(), person());
    else want(true);
  }

  return {
    follow(following) {
      followings.add(following);
      waitForInvalidation();
      return () => {
        followings.delete(following);
        const rest = followed();
        cover(covered.filter((topic) => rest.includes(topic)));
        waitForInvalidation();
      };
    },
    look: waitForInvalidation,
  };
}
