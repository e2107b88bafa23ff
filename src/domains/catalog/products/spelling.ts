/** Letters of a word that may be wrong: none in a very short word, one in a short word, else two. */
export const mistakesAllowed = (word: string): number => {
  if (!/^\p{Letter}+$/u.test(word) || word.length < 3) return 0;
  return word.length < 6 ? 1 : 2;
};

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

/** A word of the shop, and in how many products it is. */
export interface KnownWord {
  word: string;
  products: number;
}

/**
 * The words that a misspelt one may stand for, at most three: those with the fewest mistakes; of these first those with
 * the same first letter, then those in most products.
 */
export function neighboursOf(word: string, known: readonly KnownWord[]): string[] {
  const most = mistakesAllowed(word);
  if (most === 0) return [];
  const near = known
    .map((one) => ({ ...one, far: distance(word, one.word, most), sameStart: one.word[0] === word[0] }))
    // A word of three letters has many neighbours.
    .filter(({ far, sameStart }) => far > 0 && far <= most && (word.length > 3 || sameStart));
  const least = Math.min(...near.map(({ far }) => far));
  return near
    .filter(({ far }) => far === least)
    .sort(
      (a, b) =>
        Number(b.sameStart) - Number(a.sameStart) || b.products - a.products || (a.word < b.word ? -1 : 1),
    )
    .slice(0, 3)
    .map((one) => one.word);
}
