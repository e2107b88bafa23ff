const isWord = (text: string): boolean => /^\p{Letter}{3,}$/u.test(text);

/**
 * Letters of a word that may be wrong: none in a very short word, one in a short word, else two. In a word of five letters
 * two are nearly half of it: not the first one.
 */
export const mistakesAllowed = (word: string): number => {
  if (!isWord(word)) return 0;
  return word.length < 5 ? 1 : 2;
};

/** The same where someone decides whether the other word is meant. */
export const mistakesToAsk = (word: string): number =>
  isWord(word) ? Math.min(4, Math.max(mistakesAllowed(word), Math.floor(word.length * 0.45))) : 0;

/**
 * The number of letters to insert, delete, replace or swap with their neighbour to get from one word to the other
 * (optimal string alignment); `most` + 1 where there are more than `most`.
 */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, before[j - 2]! + 1);
      }
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return Math.min(last[b.length]!, most + 1);
}

/** How many letters two words begin with. */
function sameStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** A word of the shop, and in how many products it is. */
export interface KnownWord {
  word: string;
  products: number;
}

/**
 * The words that a misspelt one may stand for, at most three: those with the fewest mistakes; of these first those that
 * begin alike for longest, then those in most products.
 */
export function neighboursOf(
  word: string,
  known: readonly KnownWord[],
  most: number = mistakesAllowed(word),
): string[] {
  if (most === 0) return [];
  // A word of three letters has many neighbours, and so has one of five with two of them wrong.
  const needsStart = (far: number) => word.length < 4 || (word.length === 5 && far > 1);
  const near = known
    .map((one) => ({ ...one, far: distance(word, one.word, most), start: sameStart(word, one.word) }))
    .filter(({ far, start }) => far > 0 && far <= most && (start > 0 || !needsStart(far)));
  const least = Math.min(...near.map(({ far }) => far));
  return near
    .filter(({ far }) => far === least)
    .sort((a, b) => b.start - a.start || b.products - a.products || (a.word < b.word ? -1 : 1))
    .slice(0, 3)
    .map((one) => one.word);
}
