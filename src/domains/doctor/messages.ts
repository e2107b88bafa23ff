import { type Message, NO_ANSWER } from '#shared/messages.ts';

export const examineFailed: Message = { title: 'The shop could not be checked', description: NO_ANSWER };
export const examineRefused: Message = {
  title: 'You do not have permission to see the state of the shop',
  description: 'Only a super admin sees backups, server and settings.',
};
