/**
 * How the reference of an error is written for users, who can report it to the shop. The error's log line has it as
 * `requestId`. It ends the message, because an error serialised into a page keeps only its message.
 */
const WORD = 'Reference:';

const AT_THE_END = new RegExp(` ${WORD} ([\\da-f-]{8,36})$`);

/** 'The shop is busy. Please try again. Reference: 0193…' */
export const withReference = (sentence: string, reference: string): string =>
  `${sentence} ${WORD} ${reference}`;

/** Splits a message into its text and its reference, if any. */
export function splitReference(text: string): { sentence: string; reference: string | undefined } {
  const reference = AT_THE_END.exec(text)?.[1];
  return { sentence: reference ? text.replace(AT_THE_END, '') : text, reference };
}

/** The reference in an error's message. */
export const referenceOf = (error: unknown): string | undefined =>
  error instanceof Error ? splitReference(error.message).reference : undefined;
