import { expect, test } from 'vitest';
import { loadIdleScripts, loadWhileIdle } from './idle-scripts.ts';

test('scripts are loaded one after the other; one that fails is loaded again the next time, the others are not', async () => {
  const loads: string[] = [];
  let isMissing = true;
  loadWhileIdle(async () => {
    loads.push('form');
    if (isMissing) throw new TypeError('Failed to fetch');
  });
  loadWhileIdle(async () => {
    loads.push('list');
    // A script that declares another one.
    loadWhileIdle(async () => void loads.push('dialog'));
  });
  await loadIdleScripts(new AbortController().signal);
  expect(loads).toEqual(['form', 'list', 'dialog']);
  isMissing = false;
  await loadIdleScripts(AbortSignal.abort());
  expect(loads).toHaveLength(3);
  await loadIdleScripts(new AbortController().signal);
  await loadIdleScripts(new AbortController().signal);
  expect(loads.slice(3)).toEqual(['form']);
});
