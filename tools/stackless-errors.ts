import type { Plugin } from 'vite';

/** The errors that React's client makes when it is loaded, only to compare them by identity. */
const SENTINEL = /(?<== )Error\((formatProdErrorMessage\(\d+\))\)(?=[,;]\n)/g;
const COUNT = 5;

/**
 * React's client makes these errors without a stack. While a debugger is attached (Lighthouse, DevTools, error
 * reporting of a test browser), V8 parses the whole file again to find the lines of a stack: four fifths of the time in
 * which the page's scripts are evaluated. Without a debugger there is no such cost, so nothing changes for shoppers
 * (decision 0064).
 */
export const stacklessErrors: Plugin = {
  name: 'stackless-errors',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: {
    filter: { id: /\/react-dom-client\.production\.js$/ },
    handler(code) {
      const found = code.match(SENTINEL)?.length;
      if (found !== COUNT) this.error(`react-dom makes ${found ?? 0} errors when it is loaded, not ${COUNT}`);
      return {
        code: code.replace(SENTINEL, 'Object.assign(Object.create(Error.prototype), { message: $1 })'),
        map: null,
      };
    },
  },
};
