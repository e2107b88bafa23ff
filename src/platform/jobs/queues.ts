import type { MailMessage, OrderMail } from '#platform/mail/message.ts';
import type { TextMessage } from '#platform/sms/text-message.ts';

/** What is done besides answering requests: the job's name and what it is given. */
export interface JobPayloads {
  mail: MailMessage | OrderMail;
  text: TextMessage;
  housekeeping: { task: HousekeepingTask };
  backup: Record<string, never>;
}
export type JobName = keyof JobPayloads;

export type HousekeepingTask = 'fold_counters' | 'count_likes' | 'forget_limits' | 'forget_sessions';

/** Where jobs go that failed for good. */
export const DEAD_LETTERS = 'dead_letters';
/** A month, in which the owner may have a letter sent again. What it held of codes and links is long over. */
export const KEEP_DEAD_SECONDS = 30 * 24 * 60 * 60;

/**
 * Mail is tried for some ten hours, at first after seconds: a mail server may be away for a night. Done jobs
 * go after an hour, because mails carry codes.
 */
export const QUEUES: Record<JobName, QueueSettings> = {
  mail: { retryLimit: 20, retryDelay: 2, keepSeconds: 3600, expireSeconds: 180 },
  // A text carries a code that is good for ten minutes; so long it is tried.
  text: { retryLimit: 8, retryDelay: 2, keepSeconds: 600, expireSeconds: 60 },
  // It comes again by itself.
  housekeeping: { retryLimit: 0, retryDelay: 0, keepSeconds: 60, expireSeconds: 300 },
  // It comes again by itself. One that takes longer than this belongs to a process that is gone.
  backup: { retryLimit: 0, retryDelay: 0, keepSeconds: 60, expireSeconds: 6 * 60 * 60 },
};

export interface QueueSettings {
  retryLimit: number;
  /** Seconds before the first retry; each later one waits about twice as long, an hour at most. */
  retryDelay: number;
  /** How long a done job is kept. */
  keepSeconds: number;
  /** A job that runs longer, because its process was killed, is taken up by another. */
  expireSeconds: number;
}
