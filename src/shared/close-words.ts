/** What stands under one heading: a word or phrase of the query, and what it may stand for. */
export interface CloseWords {
  word: string;
  by: string[];
}

/** 'Close to "agbda": agbada', with all words that were found instead. */
export const closeText = (word: string, by: readonly string[]): string =>
  `Close to "${word}": ${by.join(', ')}`;
