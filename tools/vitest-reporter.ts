import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { VitestFailure, VitestReport } from './test-report.ts';

/**
 * Writes the result of a run to the file VITEST_REPORT as a VitestReport. Vitest's own JSON report has neither the
 * difference between expected and received nor the line of a test.
 */
export default class implements Reporter {
  async onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly { message?: string; stack?: string }[],
  ): Promise<void> {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const results = tests.map((test) => test.result());
    const skipped = results.filter(({ state }) => state === 'skipped');
    const report: VitestReport = {
      passed: results.filter(({ state }) => state === 'passed').length,
      skipped: skipped.length,
      skipReasons: skipped.flatMap((result) => ('note' in result && result.note) || []),
      failures: [
        ...modules.flatMap((module) => module.errors().map((error) => failureOf(module, undefined, error))),
        ...modules.flatMap((module) =>
          [...module.children.allSuites()].flatMap((suite) =>
            suite.errors().map((error) => failureOf(module, suite.fullName, error)),
          ),
        ),
        ...tests
          .filter((test) => test.result().state === 'failed')
          .map((test) => failureOf(test.module, test, test.result().errors?.[0])),
        ...unhandled.map(({ message = '', stack }) => ({
          name: 'outside of the tests',
          text: stack ?? message,
        })),
      ],
    };
    await writeFile(process.env.VITEST_REPORT!, JSON.stringify(report));
  }
}

function failureOf(
  module: TestModule,
  test: TestCase | string | undefined,
  error: { name?: string; message?: string; diff?: string } | undefined,
): VitestFailure {
  const isTest = typeof test === 'object';
  return {
    name: isTest ? test.fullName : (test ?? 'could not be loaded'),
    project: module.project.name,
    file: relative('.', module.moduleId),
    line: isTest ? test.location?.line : undefined,
    // The difference says more than the message, which shortens objects.
    text: stripVTControlCharacters([error?.message ?? 'no message', error?.diff].filter(Boolean).join('\n')),
  };
}
