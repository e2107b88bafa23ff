import { randomId } from '../random-id.ts';
import { electLeader } from './elect-leader.ts';
import { type Leader, leadTabs, type Word } from './leader.ts';
import type { News } from './stream-keeper.ts';
import { TOPICS, type Topic } from './topics.ts';

/** A part of the page that follows topics. */
export interface Following {
  topics: readonly Topic[];
  /** The id of the signed-in user, '' for a visitor. */
  userId: string;
  /** Also while the tab is hidden. */
  inBackground?: boolean;
  /** These may have changed: read them again. */
  read(topics: readonly Topic[]): void;
}

export interface TabOptions {
  /** URL of the events. */
  url: string;
  /** Without it every tab has its own stream. */
  locks: LockManager | undefined;
  /** When the page was made, by Date.now(): later changes may be missing in it. */
  madeAt: number;
  isVisible(): boolean;
}

export interface Tab {
  /** Follows until the returned function is called. */
  follow(following: Following): () => void;
  /** Call it when `isVisible` may have changed. */
  look(): void;
  /** Replaces the browser's stream, also if another tab has it. */
  reopen(): void;
}

/** All tabs with this version of the protocol. */
const NAME = 'aso-live-1';
/** A page or poll made this shortly after a change may not include it, in ms. */
const SLACK_MS = 2_000;
/** Between two pages with topics, a page may follow nothing for this long, ms. */
const BETWEEN_PAGES_MS = 1_000;

/**
 * One tab of the browser. While it follows something, visible or in the background, it takes part: one of these tabs leads and keeps
 * the stream, the others receive from it. Without any there is no stream.
 */
export function createTab({ url, locks, madeAt, isVisible }: TabOptions): Tab {
  const id = randomId();
  const followings = new Set<Following>();
  /** Until when nothing of a topic was missed, by Date.now(). */
  const receivedUntil = new Map<Topic, number>();
  let covered: readonly Topic[] = [];
  let channel: BroadcastChannel | null = null;
  let leader: Leader | null = null;
  let leaveChannel: (() => void) | null = null;
  let leaveTimer: ReturnType<typeof setTimeout> | undefined;

  /** A hidden tab follows only what it wants in the background. */
  const active = () => [...followings].filter(({ inBackground }) => inBackground || isVisible());
  const followed = () => TOPICS.filter((topic) => active().some((one) => one.topics.includes(topic)));
  const userId = () => [...followings].at(-1)?.userId ?? '';
  const broadcast = (word: Word) => channel?.postMessage(word);
  const want = (joins: boolean) => broadcast({ kind: 'want', from: id, topics: followed(), joins });

  function read(topics: readonly Topic[]): void {
    for (const following of active()) {
      const own = topics.filter((topic) => following.topics.includes(topic));
      if (own.length > 0) following.read(own);
    }
  }

  /** From now on only these are covered, even if the stream has more. */
  function cover(topics: readonly Topic[]): void {
    for (const topic of covered) receivedUntil.set(topic, Date.now());
    covered = topics;
  }

  function receiveNews(news: News): void {
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
          : now - (receivedUntil.get(topic) ?? madeAt) + SLACK_MS;
      // Topics covered before and now refused: reading them again shows the missing permission.
      const refused = before.filter((topic) => topics.includes(topic) && !covered.includes(topic));
      read([...covered.filter((topic) => lost || ages[topic]! <= missed(topic)), ...refused]);
    } else if (news.kind === 'change') read(topics.filter((topic) => topic === news.topic));
    for (const topic of covered) receivedUntil.set(topic, now);
    // The leader drops tabs that do not renew their request.
    if (news.kind === 'beat') want(false);
  }

  function receive(word: Word): void {
    if (word.kind === 'report') want(true);
    else if (word.kind === 'news') {
      if (word.to === undefined || word.to === id) receiveNews(word.news);
    } else leader?.receive(word);
  }

  function lead(): () => void {
    leader = leadTabs({ url, broadcast, onNews: receiveNews });
    leader.follow(followed(), userId());
    return () => {
      leader?.end();
      leader = null;
    };
  }

  function join(): () => void {
    if (!locks) return lead();
    const opened = new BroadcastChannel(NAME);
    channel = opened;
    opened.onmessage = ({ data }: MessageEvent<Word>) => receive(data);
    want(true);
    const resign = electLeader(locks, NAME, lead);
    return () => {
      broadcast({ kind: 'gone', from: id });
      resign();
      opened.close();
      channel = null;
    };
  }

  function update(): void {
    clearTimeout(leaveTimer);
    const goes = () => {
      leaveChannel?.();
      leaveChannel = null;
      cover([]);
    };
    const followedNow = followed();
    // What the tab no longer follows is read again when it does.
    cover(covered.filter((topic) => followedNow.includes(topic)));
    if (!isVisible() && followedNow.length === 0) goes();
    else if (followings.size === 0) leaveTimer = setTimeout(goes, BETWEEN_PAGES_MS);
    else if (!leaveChannel) leaveChannel = join();
    else if (leader) leader.follow(followed(), userId());
    else want(true);
  }

  return {
    follow(following) {
      followings.add(following);
      update();
      return () => {
        followings.delete(following);
        update();
      };
    },
    look: update,
    reopen() {
      if (leader) leader.receive({ kind: 'reopen' });
      else broadcast({ kind: 'reopen' });
    },
  };
}
