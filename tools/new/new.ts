import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Generator, getConfig } from '@tanstack/router-generator';
import { createEdit, type Edit } from './edit.ts';
import { camel, checkName, kebab, NewError, title } from './names.ts';
import * as text from './templates.ts';

// Makes the skeleton of an operation, a domain or a screen, which compiles and is tested.

const USAGE = `npm run new -- operation <domain> <name>   such as: operation contact archiveMessage
npm run new -- domain <name>               such as: domain gift-cards
npm run new -- screen <domain> <name>      such as: screen contact message-archive`;

/** The function of a router, from its parameter to the end of the object that it returns. */
const ROUTER =
  /\nexport function \w+Router\((deps|\{[^}]*\bdatabase\b[^}]*\}): [\s\S]*?\n {2}return \{\n[\s\S]*?\n(?= {2}\};)/;

function checkDomain(edit: Edit, domain: string): void {
  checkName('domain', domain);
  if (!edit.exists(`src/domains/${domain}`))
    throw new NewError(`${domain} is not a domain; npm run new -- domain ${domain} makes one`);
}

/** Service, SQL and test of an operation. */
function addOperationFiles(edit: Edit, domain: string, name: string): void {
  const server = `src/domains/${domain}/server/${kebab(name)}`;
  edit.add(`${server}.ts`, text.serviceFile(domain, name));
  edit.add(`${server}.repository.ts`, text.repositoryFile(name));
  edit.add(`${server}.db.test.ts`, text.operationTest(domain, name));
}

/** Imports `name` from `from`, in the existing import of that module or in one of its own. */
function importName(edit: Edit, path: string, name: string, from: string): void {
  const existing = new RegExp(`import \\{([^}]*)\\} from '${from.replace(/[.#/]/g, '\\$&')}';`);
  const [line, names = ''] = existing.exec(edit.read(path)) ?? [];
  if (line && new RegExp(`\\b${name}\\b`).test(names)) return;
  if (line) edit.replace(path, line, () => `import { ${name}, ${names.trim()} } from '${from}';`);
  else edit.replace(path, /^import /m, () => `import { ${name} } from '${from}';\nimport `);
}

function addOperation(edit: Edit, domain: string, name: string): void {
  checkDomain(edit, domain);
  checkName('operation', name);
  const contract = `src/domains/${domain}/contract.ts`;
  const router = `src/domains/${domain}/server/router.ts`;
  if (new RegExp(`\\b${name}:`).test(edit.read(contract)))
    throw new NewError(`${domain} has ${name} already`);
  const [, parameter] = ROUTER.exec(edit.read(router)) ?? [];
  if (!parameter)
    throw new NewError(
      `${router} has no function that takes the database and returns an object of operations`,
    );
  const deps = parameter === 'deps' ? 'deps' : '{ database }';
  addOperationFiles(edit, domain, name);
  edit.replace(
    contract,
    /export const \w+Contract = \{\n[\s\S]*?\n(?=\};)/,
    (found) => `${found}${text.contractEntry(domain, name)}`,
  );
  edit.replace(router, ROUTER, (found) => `${found}${text.routerEntry(domain, name, deps)}`);
  importName(edit, router, name, `./${kebab(name)}.ts`);
  importName(edit, router, `${camel(domain)}Contract`, '../contract.ts');
  importName(edit, router, 'gated', '#platform/rpc/gate.ts');
  importName(edit, router, 'serve', '#platform/rpc/gate.ts');
  importName(edit, contract, 'z', 'zod');
  importName(edit, contract, 'route', '#shared/route.ts');
  importName(edit, contract, 'id', '#shared/shapes.ts');
}

function addDomain(edit: Edit, name: string): void {
  checkName('domain', name);
  if (edit.exists(`src/domains/${name}`)) throw new NewError(`The domain ${name} exists`);
  const domain = camel(name);
  const operation = `check${domain.charAt(0).toUpperCase()}${domain.slice(1)}`;
  edit.add(`src/domains/${name}/contract.ts`, text.contractFile(name, operation));
  edit.add(`src/domains/${name}/server/router.ts`, text.routerFile(name, operation));
  addOperationFiles(edit, name, operation);
  const key = domain === name ? name : `'${name}'`;
  edit.replace('tools/import-law.ts', /const dependsOn[^{]*\{\n/, (found) => `${found}  ${key}: [],\n`);
  const server = 'src/app/server';
  const like = /^import .* from '#domains\//;
  edit.addLine(
    `${server}/contract.ts`,
    `import { ${domain}Contract } from '#domains/${name}/contract.ts';`,
    like,
  );
  edit.addLine(
    `${server}/app-router.ts`,
    `import { ${domain}Router } from '#domains/${name}/server/router.ts';`,
    like,
  );
  edit.replace(
    `${server}/contract.ts`,
    'export const contract = {\n',
    (found) => `${found}  ${domain}: ${domain}Contract,\n`,
  );
  edit.replace(
    `${server}/app-router.ts`,
    /createAppRouter[^{]*\{\n {2}return \{\n/,
    (found) => `${found}    ${domain}: ${domain}Router(deps),\n`,
  );
  edit.replace(
    `${server}/http/openapi.ts`,
    /const TAGS[^{]*\{\n/,
    (found) => `${found}  ${domain}: '${title(name)}',\n`,
  );
}

function addScreen(edit: Edit, domain: string, name: string): void {
  checkDomain(edit, domain);
  checkName('screen', name);
  const screen = `src/domains/${domain}/ui/admin/${name}-screen`;
  edit.add(`src/routes/admin/_layout/${name}.tsx`, text.routeFile(domain, name));
  edit.add(`${screen}.tsx`, text.screenFile(name));
  edit.add(`${screen}.test.tsx`, text.screenTest(name));
}

/** What the words ask for in the project at `root`, not written yet. Throws NewError. */
export function planNew(root: string, [kind, ...names]: readonly string[]): Edit {
  const edit = createEdit(root);
  const [first = '', second = ''] = names;
  if (kind === 'operation' && names.length === 2) addOperation(edit, first, second);
  else if (kind === 'domain' && names.length === 1) addDomain(edit, first);
  else if (kind === 'screen' && names.length === 2) addScreen(edit, first, second);
  else throw new NewError(USAGE);
  return edit;
}

/** Makes what the words ask for; returns the written paths. Throws NewError before the first is written. */
export async function makeNew(root: string, words: readonly string[]): Promise<string[]> {
  const written = planNew(root, words).write();
  const [kind] = words;
  if (kind === 'screen') await writeRouteTree(root);
  const run = (script: string, ...args: string[]) =>
    execFileSync(process.execPath, [join('node_modules', script), ...args], { cwd: root, stdio: 'pipe' });
  run('@biomejs/biome/bin/biome', 'check', '--write', ...written);
  if (kind !== 'screen') {
    run('vitest/vitest.mjs', 'run', '-u', '--project', 'unit', 'src/app/server/access.test.ts');
    written.push('docs/access.txt');
  }
  return written;
}

/** The types of a route come from the tree, which otherwise the build writes. */
async function writeRouteTree(root: string): Promise<void> {
  const config = getConfig(
    {
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/app/client/routeTree.gen.ts',
      // Its file is renamed into the project, which a temporary folder of another disk would refuse.
      tmpDir: join(root, '.cache', 'routes'),
      disableLogging: true,
    },
    root,
  );
  const file = join(root, 'src', 'app', 'client', 'routeTree.gen.ts');
  // What the framework adds to the tree that the router's generator writes.
  const added = /\nimport type \{ getRouter \}[\s\S]*$/.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
  await new Generator({ config, root }).run();
  const tree = readFileSync(file, 'utf8');
  if (!tree.includes(added.trim())) writeFileSync(file, `${tree.trimEnd()}\n${added}`);
}

if (import.meta.main) {
  try {
    const root = dirname(dirname(import.meta.dirname));
    if (!existsSync(join(root, 'src'))) throw new NewError('Run it in the project');
    for (const path of await makeNew(root, process.argv.slice(2))) console.log(path);
    console.log('Made. CONTRIBUTING.md says what is next; npm run verify checks it.');
  } catch (error) {
    if (!(error instanceof NewError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
