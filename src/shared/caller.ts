export type Role = 'user' | 'admin' | 'super_admin';
export const ROLES = ['user', 'admin', 'super_admin'] as const satisfies readonly Role[];

export interface SignedIn {
  userId: string;
  role: Role;
}

/** On whose behalf something is done; null is a visitor. */
export type Caller = SignedIn | null;

export const isAdmin = (caller: Caller): caller is SignedIn =>
  caller?.role === 'admin' || caller?.role === 'super_admin';
