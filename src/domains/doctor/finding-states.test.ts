import { expect, test } from 'vitest';
import { byState, summaryOf } from './finding-states.ts';

const finding = (state: 'ok' | 'warning' | 'problem') => ({
  ...{ what: state, found: '', fix: null, action: null, since: null },
  state,
});

test.each([
  [['ok'], 'Everything is good.'],
  [['ok', 'warning'], '1 thing is worth a look.'],
  [['warning', 'warning'], '2 things are worth a look.'],
  [['problem'], '1 thing needs action.'],
  [['problem', 'problem', 'warning'], '2 things need action, 1 is worth a look.'],
] as const)('DOCTOR-01 the summary of %j', (states, summary) => {
  expect(summaryOf(states.map(finding))).toBe(summary);
});

test('DOCTOR-01 what needs action is first', () => {
  expect(byState([finding('ok'), finding('problem')]).map(({ state }) => state)).toEqual(['problem', 'ok']);
});
