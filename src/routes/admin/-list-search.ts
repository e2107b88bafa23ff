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

/** A day that exists, such as '2026-11-23'. */
export function dayOf(value: unknown): string | undefined {
  const day = textOf(value);
  if (!day || !/^\d{4}-\d\d-\d\d$/.test(day) || day < '0001') return undefined;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : undefined;
}

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
