import { expect, test } from 'vitest';
import { refusedWordsIn } from './vocabulary.ts';

const REFUSED: [string, string, string, string][] = [
  [
    'a name',
    'src/a.ts',
    'const signInLetter = 1;',
    'src/a.ts:1: signInLetter: write email instead of letter',
  ],
  ['a local name', 'src/a.ts', 'f(() => { let who; });', 'src/a.ts:1: who: write user, name instead of who'],
  ['a file', 'src/scene.ts', '', 'src/scene.ts: scene.ts: write fixture instead of scene'],
  [
    'a comment',
    'src/a.ts',
    '\n// Whoever asks.',
    'src/a.ts:2: write a user who, an attacker who instead of Whoever',
  ],
  ['a text', 'src/a.tsx', 'f("no longer good")', 'src/a.tsx:1: write expired instead of no longer good'],
  ['a document', 'docs/a.md', 'A colleague', 'docs/a.md:1: write other staff member instead of colleague'],
];
test.each(REFUSED)('a refused word in %s is named with its line', (_, path, text, line) => {
  expect(refusedWordsIn(path, text)).toEqual([line]);
});

const TAKEN: [string, string, string][] = [
  ['a longer word', 'src/a.ts', 'const letterhead = 1; // the doorstep'],
  ['another meaning in a text', 'src/a.tsx', 'const a = <p>Aso House sells letters and doors</p>;'],
  ['the changelog', 'CHANGELOG.md', 'The journal is the audit log, npm run drill is gone.'],
];
test.each(TAKEN)('%s is no finding', (_, path, text) => {
  expect(refusedWordsIn(path, text)).toEqual([]);
});
