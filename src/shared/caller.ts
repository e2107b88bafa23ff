import type { Scope } from './scopes.ts';

export type Role = 'user' | 'admin' | 'super_admin';
export const ROLES = ['user', 'admin', 'super_admin'] as const satisfies readonly Role[];

export interface SignedIn {
  userId: string;
  /** The effective role of this session. */
  role: Role;
  /**
   * The user's role, if this session may not use it: staff need a second factor or a passkey, and this session was
   * signed in without.
   */
  withheld?: Exclude<Role, 'user'>;
  /** The API key by which a program calls on behalf of the user, and what it may do. */
  apiKey?: { id: string; scopes: readonly Scope[] };
  /** What this request does, for the history of changes: of operations that declare it (RouteOptions.change). */
  change?: () => {
    operation: string;
    summary: string;
    /** The change set that other transactions share, or that this one begins (RouteOptions.changeSet). */
    changeSet?: string | undefined;
    /** Receives the change set of each transaction that changed something, once it is committed. */
    onChangeSet?: (id: string) => void;
  };
}

/** The user on whose behalf an operation runs; null is a visitor. */
export type Caller = SignedIn | null;

export const isAdmin = (caller: Caller): caller is SignedIn =>
  caller?.role === 'admin' || caller?.role === 'super_admin';
