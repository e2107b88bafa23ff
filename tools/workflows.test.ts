import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

// What would only fail on GitHub: a step that names what the project does not have.

interface Step {
  name?: string;
  uses?: string;
  run?: string;
  with?: Record<string, string>;
  env?: Record<string, string>;
  if?: string;
}
interface Job {
  'runs-on'?: string;
  'timeout-minutes'?: number;
  container?: string;
  needs?: string | string[];
  strategy?: { matrix: Record<string, unknown[]> };
  steps?: Step[];
}
interface Workflow {
  name?: string;
  on?: Record<string, unknown>;
  permissions?: unknown;
  jobs?: Record<string, Job>;
}

const folder = '.github/workflows';
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const workflows = readdirSync(folder).map((file): [string, Workflow] => [
  file,
  parse(readFileSync(join(folder, file), 'utf8'), { uniqueKeys: true }) as Workflow,
]);
const jobs = workflows.flatMap(([file, { jobs = {} }]) =>
  Object.entries(jobs).map(([name, job]): [string, Job, string[]] => [
    `${file} › ${name}`,
    job,
    Object.keys(jobs),
  ]),
);

test.each(workflows)(
  '%s says when it runs, and may only read',
  (_file, { name, on, permissions, jobs = {} }) => {
    expect(name).toBeTruthy();
    expect(Object.keys(on ?? {})).not.toEqual([]);
    expect(permissions).toBeDefined();
    expect(Object.keys(jobs)).not.toEqual([]);
  },
);

test.each(jobs)('%s has a machine, an end, and only steps that exist', (_name, job, siblings) => {
  expect(job['runs-on']).toMatch(/^(ubuntu|macos|windows)-/);
  expect(job['timeout-minutes']).toBeGreaterThan(0);
  for (const needed of [job.needs ?? []].flat()) expect(siblings).toContain(needed);
  for (const { uses, run, ...step } of job.steps ?? []) {
    expect([uses, run].filter(Boolean), step.name).toHaveLength(1);
    if (uses) expect(uses).toMatch(/^[\w-]+\/[\w-]+(\/[\w-]+)*@v\d+/);
    for (const [, script = ''] of (run ?? '').matchAll(/\bnpm run ([\w-]+)/g))
      expect(scripts).toHaveProperty(script);
    for (const [, tool = ''] of (run ?? '').matchAll(/\bnpx ([\w-]+)/g)) {
      expect(existsSync(join('node_modules', '.bin', tool)), tool).toBe(true);
    }
    for (const [, path = ''] of (run ?? '').matchAll(/\bnode ([\w/.-]+\.ts)/g))
      expect(existsSync(path), path).toBe(true);
  }
  // It asks git which files changed, and the repository in a container belongs to another user.
  const commands = (job.steps ?? []).map(({ run }) => run).join('\n');
  if (commands.includes('npm run verify')) expect(commands).toContain('safe.directory');
  const used = [...JSON.stringify(job).matchAll(/matrix\.([\w-]+)/g)].map(([, name]) => name);
  expect(Object.keys(job.strategy?.matrix ?? {}).sort()).toEqual([...new Set(used)].sort());
  for (const [, shards = ''] of JSON.stringify(job.steps).matchAll(/--shard=[^/]*\/(\d+)/g)) {
    expect(job.strategy?.matrix.shard).toHaveLength(Number(shards));
  }
});
