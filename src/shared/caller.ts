export type Role = 'user' | 'admin' | 'super_admin';
export const ROLES = ['user', 'admin', 'super_admin'] as const satisfies readonly Role[];

export interface SignedIn {
  userId: string;
  /** What she may do in this session. */
  role: Role;
  /**
   * The role she has and may not use in this session: the shop asks of those who work in it for a second step or a
   * passkey, and she came in without.
   */
  withheld?: Exclude<Role, 'user'>;
}

/** On whose behalf something is done; null is a visitor. */
export type Caller = SignedIn | null;

export const isAdmin = (caller: Caller): caller is SignedIn =>
  caller?.role === 'admin' || caller?.role === 'super_admin';
