import type { Message } from '#shared/messages.ts';

export const examineFailed: Message = {
  title: 'The shop could not be checked',
  description: 'Please check your connection and try again.',
};
export const examineRefused: Message = {
  title: 'You do not have permission to see how the shop stands',
  description: 'Only a super admin sees backups, server and settings.',
};
