import { afterEach, expect, test, vi } from 'vitest';
import { createDoctor } from './examine.ts';
import { ok, problem, warning } from './finding.ts';

const never = () => new Promise<never>(() => {});

afterEach(() => void vi.useRealTimers());

test('DOCTOR-01 a check that hangs does not hold the others, and says so', async () => {
  const doctor = createDoctor(
    [
      { what: 'Disk', run: never },
      { what: 'Clock', run: async () => ok('Clock', 'right') },
      { what: 'Mail', run: () => Promise.reject(new Error('connect ECONNREFUSED')) },
    ],
    40,
  );
  expect(await doctor.examine()).toMatchObject([
    { what: 'Disk', state: 'warning', found: 'did not answer within 0.04 s' },
    { what: 'Clock', state: 'ok' },
    { what: 'Mail', state: 'problem', found: 'cannot be checked: connect ECONNREFUSED' },
  ]);
});

test('DOCTOR-01 no check runs twice at the same time, also one that hung before', async () => {
  let runs = 0;
  let release = () => {};
  const doctor = createDoctor(
    [
      {
        what: 'Disk',
        run: async () => {
          runs += 1;
          await new Promise<void>((resolve) => {
            release = resolve;
          });
          return ok('Disk', `run ${runs}`);
        },
      },
    ],
    20,
  );
  vi.useFakeTimers();
  const [first, second] = [doctor.examine(), doctor.examine()];
  await vi.advanceTimersByTimeAsync(20);
  await Promise.all([first, second]);
  const third = doctor.examine();
  await vi.advanceTimersByTimeAsync(20);
  await third;
  expect(runs).toBe(1);
  release();
  await vi.advanceTimersByTimeAsync(0);
  const next = doctor.examine();
  await vi.advanceTimersByTimeAsync(0);
  release();
  expect(await next).toMatchObject([{ found: 'run 2' }]);
});

test('DOCTOR-01 what needs a line that failed, or a table that does not exist, is left out', async () => {
  const isDown = { value: true };
  const doctor = createDoctor([
    {
      what: 'Database',
      run: async () => (isDown.value ? problem('Database', 'down', 'start it') : ok('Database', 'up')),
    },
    { what: 'Jobs', needs: 'Database', run: async () => [ok('Jobs', 'none'), warning('More', 'x', 'y')] },
    { what: 'Slides', run: () => Promise.reject(Object.assign(new Error('no table'), { code: '42P01' })) },
  ]);
  const names = async () => (await doctor.examine()).map(({ what }) => what);
  expect(await names()).toEqual(['Database']);
  isDown.value = false;
  expect(await names()).toEqual(['Database', 'Jobs', 'More']);
});
