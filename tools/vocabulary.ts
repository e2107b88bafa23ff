import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { sourceFiles } from './source-files.ts';

// Checks that words which this code base no longer uses do not come back: node tools/vocabulary.ts

/** Words refused as a part of identifiers and of file names, and what to write instead. */
const NAMES: Readonly<Record<string, string>> = {
  letter: 'email',
  letters: 'emails',
  journal: 'audit log',
  drill: 'verify, or resilience for fault injection',
  drills: 'verifications',
  furnish: 'seed',
  furnished: 'seeded',
  goodbye: 'account deletion',
  door: 'guard, middleware, proxy',
  ending: 'shutdown',
  somebody: 'user',
  scene: 'fixture',
  office: 'admin',
  picture: 'image',
  pictures: 'images',
  ticks: 'selection',
  ticked: 'selected',
  house: 'provider, shop',
  who: 'user, name',
  whoever: 'user',
  person: 'user',
  persons: 'users',
  people: 'users',
  colleague: 'staff',
  colleagues: 'staff',
  way: 'sign-in method',
  ways: 'sign-in methods',
  said: 'message',
  says: 'message',
  told: 'notified',
  heard: 'received',
};

/** Words refused in comments, documents and titles of tests. Elsewhere they are ordinary English. */
const PROSE: readonly [RegExp, string][] = [
  [/\bdrill(s|ed)?\b/i, 'verify, or resilience'],
  [/\bfurnish(es|ed|ing)?\b/i, 'seed'],
  [/\bgoodbye\b/i, 'account deletion'],
  [/\bcolleagues?\b/i, 'other staff member'],
  [/\bwhoever\b/i, 'a user who, an attacker who'],
  [/\bno longer good\b/i, 'expired'],
];

/** Names that are other people's, stay for one version, or are stored in databases and files of earlier versions. */
const ALLOWED: readonly RegExp[] = [
  // Read, or redirected from, for one version more.
  /^(BACKUP_DRILL|journal\.tsx)$/,
  // A topic of /api/events.
  /^people$/,
  // Stored with events of earlier versions.
  /^PERSON_UNVERIFIED$/,
  // pg-boss and mail servers call it so.
  /^dead_?letters?$/i,
  // What other shops sell.
  /^Office( |$)/,
  // The form of a backup's manifest.
  /^pictures$/,
];

/** Files whose words are history, generated, texts of the demo store, names of the version before, or the list itself. */
const SKIPPED =
  /^(CHANGELOG\.md|tools\/vocabulary(\.test)?\.ts|src\/db\/migrations\/|demo-store\/|src\/app\/cli\/backup\.ts|src\/platform\/renamed-settings)|\.gen\.ts$/;

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());

/** The refused word in a name and what to write instead; undefined when there is none. */
function refusedIn(name: string): string | undefined {
  if (ALLOWED.some((pattern) => pattern.test(name))) return undefined;
  const word = wordsOf(name).find((one) => Object.hasOwn(NAMES, one));
  return word && `${name}: write ${NAMES[word]} instead of ${word}`;
}

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

interface Node {
  type: string;
  start: number;
  name?: unknown;
  value?: unknown;
}

/** Names, and texts with the offset at which each begins. */
function namesAndTextsOf(
  path: string,
  code: string,
): { names: [string, number][]; texts: [string, number][] } {
  const names: [string, number][] = [];
  const texts: [string, number][] = [...code.matchAll(COMMENTS)].map(({ 0: text, index }) => [text, index]);
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const one of node) visit(one);
      return;
    }
    const { type, start, name, value } = node as Node;
    // In JSX a name in lower case is an element of HTML.
    const isName =
      /^(Private)?Identifier$/.test(type) || (type === 'JSXIdentifier' && /^[A-Z]/.test(String(name)));
    if (isName && typeof name === 'string') names.push([name, start]);
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') texts.push([value, start]);
    if (type === 'TemplateElement') texts.push([(value as { raw: string }).raw, start]);
    Object.values(node).forEach(visit);
  };
  visit(parseSync(path, code).program);
  return { names, texts };
}

/** Every refused word of a file, as one line each. */
export function refusedWordsIn(path: string, text: string): string[] {
  if (SKIPPED.test(path)) return [];
  const found: string[] = [];
  const lineOf = (offset: number) => `${path}:${text.slice(0, offset).split('\n').length}`;
  const inPath = refusedIn(path.slice(path.lastIndexOf('/') + 1));
  if (inPath) found.push(`${path}: ${inPath}`);
  const isCode = /\.(ts|tsx|mjs)$/.test(path);
  const { names, texts } = isCode
    ? namesAndTextsOf(path, text)
    : { names: [], texts: [[text, 0] as [string, number]] };
  for (const [name, offset] of names) {
    const why = refusedIn(name);
    if (why) found.push(`${lineOf(offset)}: ${why}`);
  }
  for (const [part, offset] of texts) {
    for (const [pattern, instead] of PROSE) {
      const match = pattern.exec(part);
      if (match) found.push(`${lineOf(offset + match.index)}: write ${instead} instead of ${match[0]}`);
    }
  }
  return found;
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname);
  const files = sourceFiles(root).filter((path) => /\.(ts|tsx|mjs|md|css|yml|yaml|example)$/.test(path));
  const found = files.flatMap((path) => refusedWordsIn(path, readFileSync(join(root, path), 'utf8')));
  for (const line of found) console.error(line);
  console.log(`${files.length} files, ${found.length} refused words`);
  if (found.length > 0) process.exitCode = 1;
}
