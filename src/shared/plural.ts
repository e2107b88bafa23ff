/** A number of at most two decimals with separated thousands, '12,000'. Without Intl: decision 0064. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** '1 order', '12,000 orders'. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** The number of rows of a list that is counted up to a limit: '10,000+ orders'. */
export const countText = (
  { total, capped }: { total: number; capped: boolean },
  one: string,
  many?: string,
): string => (capped ? `${formatCount(total)}+ ${many ?? `${one}s`}` : plural(total, one, many));
