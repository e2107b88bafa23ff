/** The categories of audit log entries. */
export const MATTERS = ['sign_in', 'failure', 'account', 'rights'] as const;
export type Matter = (typeof MATTERS)[number];
