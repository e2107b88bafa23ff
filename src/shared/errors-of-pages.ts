/**
 * The messages of the errors that every operation may raise, and so the pages of the shop. The others are not part of
 * their scripts.
 */
export const ERRORS_OF_PAGES = {
  BAD_INPUT: 'Some of what was sent is not valid.',
  RATE_LIMITED: 'Too many requests. Please try again in {wait}.',
  UNEXPECTED: 'Something went wrong on our side. Please try again.',
  BUSY: 'The shop is busy. Please try again.',
} as const;
