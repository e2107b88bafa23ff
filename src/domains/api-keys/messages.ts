import { type MessagesFor, NO_ANSWER } from '#shared/messages.ts';
import type { Scope } from '#shared/scopes.ts';
import type { apiKeysContract } from './contract.ts';
import { MOST_KEYS } from './key-limits.ts';

type Contract = typeof apiKeysContract;

export const SCOPE_LABELS: Record<Scope, string> = {
  'orders:read': 'See orders and their customers',
  'orders:write': 'Change the status and due day of orders, write notes',
  'products:read': 'See products, drafts and categories',
  'products:write': 'Add, change and delete products and their images',
};

export const listFailed = { title: 'API keys could not be loaded', description: NO_ANSWER };
export const listRefused = {
  title: 'You do not have permission to manage API keys',
  description: 'Only a super admin lets other programs into the shop.',
};

export const createKeyMessages: MessagesFor<Contract, 'createKey'> = {
  failure: { title: 'The key could not be made. Please try again.' },
  refused: {
    CONFLICT: {
      title: 'This key was made already',
      description: 'It cannot be shown again. Please revoke it and make a new one.',
    },
    LIST_FULL: {
      title: `There are at most ${MOST_KEYS} API keys.`,
      description: 'Please revoke one that is no longer used.',
    },
    REAUTHENTICATION_REQUIRED: {
      title: 'The key was not made',
      description: 'Please press the button again, and confirm that it is you.',
    },
  },
};

export const revokeKeyMessages: MessagesFor<Contract, 'revokeKey'> = {
  success: { title: 'Key revoked', description: 'It opens nothing any more.' },
  failure: { title: 'The key could not be revoked. Please try again.' },
  refused: { NOT_FOUND: { title: 'Someone else has revoked this key already.' } },
};
