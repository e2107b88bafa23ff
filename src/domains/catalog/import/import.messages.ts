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
export const productsCreated = (count: number): string => `Successfully created ${count} products`;
