import type { MailMessage, OrderMail } from '#platform/mail/message.ts';
import type { TextMessage } from '#platform/sms/text-message.ts';

/** Background jobs: name and payload. */
export interface JobPayloads {
  mail: MailMessage | OrderMail;
  text: TextMessage;
  push: PushJob;
  housekeeping: { task: HousekeepingTask };
  backup: Record<string, never>;
  /** Sends what is due for a webhook. */
  webhook: { webhook: string };
}
/** A notification for one browser; the worker writes it from the order as it is when it is sent. */
export interface PushJob {
  subscription: string;
  /** The account of the subscription when it was queued. */
  user: string;
  order: string;
  topic: 'own_orders' | 'new_orders';
  /** Of the topic own_orders: the status that it reports. */
  status: string | null;
  /** Seconds of the epoch after which it is not sent any more. */
  until: number;
}

export type JobName = keyof JobPayloads;

export type HousekeepingTask =
  | 'fold_counters'
  | 'count_likes'
  | 'forget_limits'
  | 'forget_sessions'
  | 'keep_history'
  | 'wake_webhooks'
  | 'apply_planned_changes';

/** The queue of permanently failed jobs. */
export const DEAD_LETTERS = 'dead_letters';
/** A month, in which the owner can resend an email. Its codes and links have expired long before. */
export const DEAD_RETENTION_SECONDS = 30 * 24 * 60 * 60;

/**
 * Email is retried for about ten hours, at first after seconds: a mail server may be down for a night. Completed jobs
 * are deleted after an hour, because emails contain codes.
 */
export const QUEUES: Record<JobName, QueueSettings> = {
  mail: { retryLimit: 20, retryDelay: 2, retentionSeconds: 3600, expireSeconds: 180 },
  // A text message contains a code that is valid for ten minutes; it is retried that long.
  text: { retryLimit: 8, retryDelay: 2, retentionSeconds: 600, expireSeconds: 60 },
  // Retried for a day, until `until`. A queue of its own: a slow push service delays nothing else.
  push: { retryLimit: 60, retryDelay: 15, retentionSeconds: 600, expireSeconds: 60 },
  // It is scheduled again.
  housekeeping: { retryLimit: 0, retryDelay: 0, retentionSeconds: 60, expireSeconds: 300 },
  // It is scheduled again. One that takes longer belongs to a dead process.
  backup: { retryLimit: 0, retryDelay: 0, retentionSeconds: 60, expireSeconds: 6 * 60 * 60 },
  // What is due is in the table of deliveries, and looked for each minute.
  webhook: { retryLimit: 0, retryDelay: 0, retentionSeconds: 60, expireSeconds: 120 },
};

export interface QueueSettings {
  retryLimit: number;
  /** Seconds before the first retry; each later one waits about twice as long, an hour at most. */
  retryDelay: number;
  /** The retention of a completed job. */
  retentionSeconds: number;
  /** A job that runs longer, because its process was killed, is restarted by another. */
  expireSeconds: number;
}
