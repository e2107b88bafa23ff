import type { SearchSchemaInput } from '@tanstack/react-router';

/** A number or text of at most 200 characters, if it is not blank. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text.slice(0, 200) || undefined;
}

/** A page after the first. */
function pageOf(value: unknown): number | undefined {
  const page = Number(textOf(value));
  return Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined;
}

export const oneOf =
  <Value>(values: readonly Value[]) =>
  (value: unknown): Value | undefined =>
    values.find((one) => one === value);

/** A day, 'YYYY-MM-DD'. */
export const dayOf = (value: unknown): string | undefined => {
  const text = textOf(value) ?? '';
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text);
  return isDay ? text : undefined;
};

/** A link sends true, a URL the text 'true'. */
export const isTrue = (value: unknown): true | undefined => String(value) === 'true' || undefined;

type Filters = Record<string, (value: unknown) => unknown>;

/** Validates the search parameters of a list: `search`, `page` and its own. Invalid ones are dropped. */
export const listSearch =
  <Own extends Filters>(own: Own) =>
  (raw: { [Name in keyof Own | 'search' | 'page']?: unknown } & SearchSchemaInput) => {
    const filters = Object.entries(own).map(([name, valid]) => [name, valid(raw[name])]);
    return {
      search: textOf(raw.search),
      page: pageOf(raw.page),
      ...(Object.fromEntries(filters) as { [Name in keyof Own]?: Exclude<ReturnType<Own[Name]>, undefined> }),
    };
  };
