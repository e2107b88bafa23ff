import type { CodesOf, Messages } from '#shared/messages.ts';
import type { importContract } from './import.contract.ts';

export const importMessages: Messages<CodesOf<typeof importContract.importProducts>> = {
  // The screen shows the reason.
  failure: { title: 'Failed to create products in bulk' },
};

export const cancelMessages: Messages = {
  failure: { title: 'The import could not be cancelled' },
};

export const fileUnusable = 'Failed to process file. Please check the format and try again.';
export const rowsBad = 'Some rows have validation errors. Please fix them and try again.';
export const notCreated = 'Failed to create some products. Please check the errors and try again.';
const productsCreated = (count: number): string => `Successfully created ${count} products`;

export const correctMessages: Messages = {
  failure: { title: 'The cell could not be compared with the shop' },
};

/** `changed`: the existing products that were changed. */
export const productsImported = (created: number, changed: number): string =>
  changed === 0
    ? productsCreated(created)
    : created === 0
      ? `Successfully changed ${changed} products`
      : `Successfully created ${created} and changed ${changed} products`;
