import { fullTime } from '#shared/dates.ts';
import { formatMoney, koboOfText } from '#shared/money.ts';
import type { CellFormat } from './columns.ts';

/** What an empty value is shown as. */
export const EMPTY = '–';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** 'super_admin' → 'Super admin', 'animate-fade-in' → 'Fade in'. */
function words(value: string): string {
  const text = value.replace(/^animate-/, '').replace(/[_-]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The value of a cell as text. `names`: of what it may refer to, by id. */
export function cellText(
  value: string | null,
  format: CellFormat,
  {
    currency,
    timeZone,
    names,
  }: { currency: string; timeZone: string; names: Readonly<Record<string, string>> },
): string {
  if (value === null || value.trim() === '') return EMPTY;
  switch (format) {
    case 'money':
      return formatMoney(koboOfText(value), currency);
    case 'reduction':
      return value.endsWith(' %')
        ? `${number.format(Number.parseFloat(value))} %`
        : formatMoney(koboOfText(value), currency);
    case 'number':
      return number.format(Number(value));
    case 'position':
      return number.format(Number(value) + 1);
    case 'day':
      return day.format(new Date(`${value}T00:00:00Z`));
    case 'instant':
      return fullTime(new Date(value), timeZone);
    case 'flag':
      return value === 'true' ? 'Yes' : 'No';
    case 'word':
      return words(value);
    case 'name':
      return names[value] ?? 'One that was deleted';
    default:
      return value;
  }
}

/** Texts up to this length are shown whole. */
const LONG = 200;
/** How much is shown of what both texts begin with. */
const LEAD = 60;

/** Two versions of a text: of long ones, the part from shortly before the first difference. */
export function excerpts(texts: readonly string[]): string[] {
  const [before = '', after = ''] = texts;
  if (Math.max(before.length, after.length) <= LONG) return [...texts];
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const start = same > 2 * LEAD ? same - LEAD : 0;
  return texts.map((text) => {
    const part = text.slice(start, start + LONG);
    return `${start > 0 && part ? '…' : ''}${part}${text.length > start + LONG ? '…' : ''}`;
  });
}
