/** A repeatable source of chance: the same seed always gives the same drawing, on every machine. */
export type Random = {
  /** 0 ≤ x < 1 */
  next: () => number;
  /** whole number, both ends included */
  int: (low: number, high: number) => number;
  pick: <T>(items: readonly T[]) => T;
};

/** FNV-1a over the seed, then mulberry32. */
export function randomFrom(seed: string): Random {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    int: (low, high) => low + Math.floor((high - low + 1) * next()),
    pick: (items) => items[Math.floor(next() * items.length)]!,
  };
}
