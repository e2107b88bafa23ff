/**
 * How the number of a failure is written wherever a person reads it, and what she tells the shop. The log's line of
 * that failure has it as `requestId`. It ends the sentence, because an error that travels inside a page keeps nothing
 * but its message.
 */
const WORD = 'Reference:';

const AT_THE_END = new RegExp(` ${WORD} ([\\da-f-]{8,36})$`);

/** 'The shop is busy. Please try again. Reference: 0193…' */
export const withReference = (sentence: string, reference: string): string =>
  `${sentence} ${WORD} ${reference}`;

/** What a sentence says, and the reference it ends with, if any. */
export function splitReference(text: string): { sentence: string; reference: string | undefined } {
  const reference = AT_THE_END.exec(text)?.[1];
  return { sentence: reference ? text.replace(AT_THE_END, '') : text, reference };
}

/** The reference that an error of the shop carries. */
export const referenceOf = (error: unknown): string | undefined =>
  error instanceof Error ? splitReference(error.message).reference : undefined;
