/** '1 order', '12,000 orders'. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** The number of rows of a list that is counted up to a limit: '10,000+ orders'. */
export const countText = (
  { total, capped }: { total: number; capped: boolean },
  one: string,
  many?: string,
): string => (capped ? `${total.toLocaleString('en')}+ ${many ?? `${one}s`}` : plural(total, one, many));
