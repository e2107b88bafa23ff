import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { type Place, placeOf, whyForbidden } from './import-law.ts';
import { sourceFiles } from './source-files.ts';

// Checks the imports in src/, demo-store/ and tools/gallery/ against the rules in import-law.ts: node tools/boundaries.ts

/** Source files by their path in the project, with forward slashes. */
export type Files = ReadonlyMap<string, string>;

/** The three import forms: `… from 'x'`, `import 'x'`, `import('x')`. */
const importing = [
  /(?:^|[\s;}])(?:import|export)\s[^'"`;()]*?from\s*['"]([^'"]+)['"]/g,
  /(?:^|[\s;}])import\s*['"]([^'"]+)['"]/g,
  /\bimport\s*\(\s*(?:\/\*.*?\*\/\s*)?['"]([^'"]+)['"]/g,
];

/** All violations, one line each. */
export function violationsIn(files: Files): string[] {
  const found: string[] = [];
  for (const [path, text] of files) {
    const place = placeOf(path);
    if (typeof place === 'string') {
      found.push(`${path}: ${place}`);
      continue;
    }
    for (const specifier of specifiersIn(text)) {
      const why = whyNot(place, specifier);
      if (why) found.push(`${path}: may not import ${specifier} (${why})`);
    }
  }
  return found.sort();
}

/** The specifiers that a file imports or re-exports, including types and dynamic imports, excluding comments. */
export function specifiersIn(text: string): string[] {
  // Only comments at the beginning of a line: "//" inside a string is part of a URL.
  const code = text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*\/\/.*$/gm, '');
  return importing.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1]!));
}

function whyNot(from: Place, specifier: string): string | undefined {
  const target = resolve(from.path, specifier.replace(/\?.*$/, ''));
  if (target === undefined) return whyForbidden(from, specifier);
  // The only style sheet is in app/ and the root route links it: that is a URL, not code.
  if (target.endsWith('.css')) return undefined;
  if (!/^(src|demo-store|tools\/gallery)\//.test(target))
    return from.isTest ? undefined : 'src may not import from outside';
  const to = placeOf(target);
  if (typeof to === 'string') return to;
  if (specifier.startsWith('.') && from.folder !== to.folder)
    return `across folders, import it as #${target.replace(/^src\//, '')}`;
  return whyForbidden(from, to);
}

/** The imported file's path in the project, or undefined for a package. */
function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#demo-store/')) return specifier.slice(1);
  if (specifier.startsWith('#gallery/')) return `tools/${specifier.slice(1)}`;
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  return undefined;
}

function readSources(root: string): Files {
  const paths = sourceFiles(root).filter(
    (path) =>
      /^(src|demo-store|tools\/gallery)\/.*\.[cm]?[jt]sx?$/.test(path) && !path.endsWith('routeTree.gen.ts'),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

if (import.meta.main) {
  const files = readSources(dirname(import.meta.dirname));
  const violations = violationsIn(files);
  for (const violation of violations) console.log(violation);
  console.log(`${files.size} files, ${violations.length} violations of the import rules`);
  process.exitCode = violations.length ? 1 : 0;
}
