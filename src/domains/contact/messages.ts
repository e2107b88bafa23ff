import { codeOf, type Said } from '#shared/messages.ts';

/** What sending a message to the shop says. */
export const messageSent: Said = {
  title: 'Message Sent',
  description: 'Your message has been sent! We will get back to you as soon as possible.',
};

/** The shop answered with a refusal, or there was no answer at all. */
export const messageNotSent = (error: unknown): Said =>
  codeOf(error) === undefined
    ? { title: 'Error', description: 'An unexpected error occurred. Please try again later.' }
    : { title: 'Error', description: 'Failed to send message. Please try again later.' };
