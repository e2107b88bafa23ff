import type { SignedIn } from '#shared/caller.ts';
import { DomainError } from '#shared/errors.ts';
import { ADMIN_PAGE_SIZE, countedPage } from '#shared/pages.ts';
import type { Submission } from '../contract.ts';
import type { ContactDeps } from './contact.service.ts';
import {
  countSubmissions,
  findSubmission,
  listSubmissions,
  type SubmissionRow,
  updateRead,
} from './submission.repository.ts';

const submissionOf = (row: SubmissionRow): Submission => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  subject: row.subject,
  message: row.message,
  createdAt: row.createdAt.toISOString(),
  readAt: row.readAt?.toISOString() ?? null,
});

/** A page of messages, newest first, all or only the unread. A page past the end becomes the last. */
export async function listMessages(
  { database }: ContactDeps,
  user: SignedIn,
  { unread = false, page }: { unread?: boolean; page: number },
) {
  return database.asCaller(user, async (tx) => {
    const totals = await countSubmissions(tx);
    const { place, ...found } = countedPage(page, ADMIN_PAGE_SIZE, unread ? totals.unread : totals.total);
    const rows = await listSubmissions(tx, { unread, ...place });
    return { items: rows.map(submissionOf), ...found };
  });
}

/** Throws NOT_FOUND. */
export async function getMessage({ database }: ContactDeps, user: SignedIn, id: string): Promise<Submission> {
  const row = await database.asCaller(user, (tx) => findSubmission(tx, id));
  if (!row) throw new DomainError('NOT_FOUND');
  return submissionOf(row);
}

/** Marks a message; the time of the first reading does not change. Throws NOT_FOUND. */
export async function setRead(
  { database }: ContactDeps,
  user: SignedIn,
  { id, read }: { id: string; read: boolean },
): Promise<Submission> {
  const row = await database.asCaller(user, async (tx) => {
    await updateRead(tx, id, read);
    return findSubmission(tx, id);
  });
  if (!row) throw new DomainError('NOT_FOUND');
  return submissionOf(row);
}

export async function unreadTotal({ database }: ContactDeps, user: SignedIn): Promise<{ unread: number }> {
  const { unread } = await database.asCaller(user, countSubmissions);
  return { unread };
}
