import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { writeWhole } from '../write-whole.ts';
import type { MailMessage } from './message.ts';

/** Maximum number of emails; the oldest are deleted. */
const MAX_MAILS = 200;

export interface StoredMail extends MailMessage {
  id: string;
  /** ISO instant. */
  at: string;
}

export interface Mailbox {
  add(mail: MailMessage): Promise<void>;
  /** Newest first. */
  list(): Promise<StoredMail[]>;
  get(id: string): Promise<StoredMail | null>;
}

const ID = /^[0-9a-f-]{36}$/;

/** Stores emails as files in a folder, readable only by the shop's account, if there is no mail server. */
export function createMailbox(dir: string): Mailbox {
  const fileOf = (id: string): string => join(dir, `${id}.json`);

  /** IDs start with the time, so they sort by it. */
  async function idsNewestFirst(): Promise<string[]> {
    const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
    return ids
      .filter((id) => ID.test(id))
      .sort()
      .reverse();
  }

  /** Null if it does not exist: another process may just have deleted it. */
  async function get(id: string): Promise<StoredMail | null> {
    if (!ID.test(id)) return null;
    const text = await readFile(fileOf(id), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    return text === null ? null : (JSON.parse(text) as StoredMail);
  }

  return {
    get,
    async add(mail) {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const id = uuidv7();
      const stored: StoredMail = { ...mail, id, at: new Date().toISOString() };
      await writeWhole(fileOf(id), JSON.stringify(stored), 0o600);
      const old = (await idsNewestFirst()).slice(MAX_MAILS);
      await Promise.all(old.map((one) => rm(fileOf(one), { force: true })));
    },
    async list() {
      const mails = await Promise.all((await idsNewestFirst()).map(get));
      return mails.filter((mail) => mail !== null);
    },
  };
}
