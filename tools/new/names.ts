import { placeOf } from '../import-law.ts';
import { refusedWordsIn } from '../vocabulary.ts';

/** A wrong argument; the message is for the terminal. */
export class NewError extends Error {
  override readonly name = 'NewError';
}

/** 'archiveMessage' → 'archive-message'. */
export const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
/** 'gift-cards' → 'giftCards'. */
export const camel = (name: string): string =>
  name.replace(/-(\w)/g, (_, first: string) => first.toUpperCase());
/** 'gift-cards' → 'GiftCards', 'archiveMessage' → 'ArchiveMessage'. */
export const pascal = (name: string): string => camel(name).replace(/^\w/, (first) => first.toUpperCase());
/** 'gift-cards' → 'gift cards', 'archiveMessage' → 'archive message'. */
export const words = (name: string): string => kebab(name).replaceAll('-', ' ');
/** 'gift-cards' → 'Gift cards'. */
export const title = (name: string): string => words(name).replace(/^\w/, (first) => first.toUpperCase());

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const CAMEL = /^[a-z][a-z0-9]*([A-Z][a-z0-9]*)*$/;

/** Throws NewError for a name that the rules of the code base refuse. */
export function checkName(kind: 'domain' | 'operation' | 'screen', name = ''): void {
  const isCamel = kind === 'operation';
  if (!(isCamel ? CAMEL : KEBAB).test(name) || name.length < 3 || name.length > 40) {
    throw new NewError(
      `'${name}' is not a name for ${kind === 'operation' ? 'an operation' : `a ${kind}`}: ${isCamel ? 'a verb and its object, such as archiveMessage' : 'small letters and hyphens, such as gift-cards'}`,
    );
  }
  const path = `src/shared/${kebab(name)}.ts`;
  const place = placeOf(path);
  const [refused] = refusedWordsIn(path, `export const ${camel(name)} = 1;`);
  const why = typeof place === 'string' ? place : refused;
  if (why) throw new NewError(why);
}
