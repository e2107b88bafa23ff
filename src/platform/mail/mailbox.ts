import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { MailMessage } from './message.ts';

/** More than a demonstration needs; the oldest go. */
const CACHED = 200;

export interface KeptMail extends MailMessage {
  id: string;
  /** ISO instant. */
  at: string;
}

export interface Mailbox {
  add(mail: MailMessage): Promise<void>;
  /** Newest first. */
  list(): Promise<KeptMail[]>;
  get(id: string): Promise<KeptMail | null>;
}

const ID = /^[0-9a-f-]{36}$/;

/** Keeps mails as files of a folder, readable by the shop alone, when there is no mail server. */
export function createMailbox(dir: string): Mailbox {
  const fileOf = (id: string): string => join(dir, `${id}.json`);

  /** Ids begin with the time, so their order is that of the mails. */
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

  /** Null when there is none: another process may just have taken it away. */
  async function get(id: string): Promise<KeptMail | null> {
    if (!ID.test(id)) return null;
    const text = await readFile(fileOf(id), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    return text === null ? null : (JSON.parse(text) as KeptMail);
  }

  return {
    get,
    async add(mail) {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const id = uuidv7();
      const kept: KeptMail = { ...mail, id, at: new Date().toISOString() };
      // Written aside first: a reader never sees half a mail.
      const draft = join(dir, `${id}.draft`);
      await writeFile(draft, JSON.stringify(kept), { mode: 0o600 });
      await rename(draft, fileOf(id));
      const old = (await idsNewestFirst()).slice(CACHED);
      await Promise.all(old.map((one) => rm(fileOf(one), { force: true })));
    },
    async list() {
      const mails = await Promise.all((await idsNewestFirst()).map(get));
      return mails.filter((mail) => mail !== null);
    },
  };
}
