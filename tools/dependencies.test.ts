import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const DECISION = join(import.meta.dirname, '../docs/decisions/0001-dependencies.md');

/** The packages that the table names, each once; one may end in `*`. */
const named = [...readFileSync(DECISION, 'utf8').matchAll(/^\| ([^|]+) \| .+ \|$/gm)]
  .flatMap(([, names]) => names!.split(', '))
  .filter((name) => name !== 'Package' && !name.startsWith('---'));
const isNamed = (dependency: string) => (name: string) =>
  name.endsWith('*') ? dependency.startsWith(name.slice(0, -1)) : dependency === name;

test('every dependency has its sentence in decision 0001, and none has two', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const all = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
    (name) => !name.startsWith('@types/'),
  );
  const sentences = all.map((name) => [name, named.filter(isNamed(name)).length]);
  expect(sentences.filter(([, count]) => count !== 1)).toEqual([]);
  expect(named.filter((name) => !all.some((one) => isNamed(one)(name)))).toEqual([]);
});
