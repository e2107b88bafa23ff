/** What an entry of the journal is about; the groups in which it is read. */
export const MATTERS = ['sign_in', 'failure', 'account', 'rights'] as const;
export type Matter = (typeof MATTERS)[number];
