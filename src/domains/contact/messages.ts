import { type CodesOf, codeOf, type Message, type Messages, NO_ANSWER } from '#shared/messages.ts';
import type { contactContract } from './contract.ts';

/** The toast for a sent message. */
export const messageSent: Message = {
  title: 'Message Sent',
  description: 'Your message has been sent! We will get back to you as soon as possible.',
};

/** Shown if the server refused, or if there was no response. */
export function messageNotSent(error: unknown): Message {
  const code = codeOf(error);
  const title = 'Error';
  if (code === undefined)
    return { title, description: 'An unexpected error occurred. Please try again later.' };
  if (code === 'CAPTCHA_FAILED' || code === 'CAPTCHA_UNREACHABLE')
    return { title, description: (error as Error).message };
  return { title, description: 'Failed to send message. Please try again later.' };
}

export const listFailed = 'Failed to fetch messages';
export const messageFailed = 'This message could not be loaded';

/** Opening a message marks it as read without a toast; the button that marks it as unread has one, with 'Undo'. */
export const markedUnread = 'Message marked as unread';

/** The server's message, or that there was no response. */
export function answerOf(error: unknown): string {
  const code = codeOf(error);
  if (code === undefined) return NO_ANSWER;
  return code === 'NOT_FOUND' ? 'There is no such message.' : (error as Error).message;
}

export const setReadMessages: Messages<CodesOf<typeof contactContract.setRead>> = {
  failure: { title: 'Failed to mark the message', description: 'Please try again.' },
};

export const setManyReadMessages: Messages<CodesOf<typeof contactContract.setManyRead>> = {
  success: 'Messages marked',
  failure: { title: 'The messages could not be marked. Please try again.' },
};
