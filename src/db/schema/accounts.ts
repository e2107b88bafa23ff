import { bigint, boolean, date, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { SCOPES } from '#shared/scopes.ts';
import { id, instant, switched } from './columns.ts';

/** better-auth's user is the profile: the role is stored in one place. */
export const profiles = pgTable('profiles', {
  id: id(),
  email: text().notNull(),
  emailVerified: boolean().notNull().default(false),
  name: text().notNull().default(''),
  firstName: text().notNull().default(''),
  lastName: text().notNull().default(''),
  image: text(),
  phone: text(),
  phoneVerified: boolean().notNull().default(false),
  role: text({ enum: ['user', 'admin', 'super_admin'] })
    .notNull()
    .default('user'),
  ...switched,
  banned: boolean().notNull().default(false),
  twoFactorEnabled: boolean().notNull().default(false),
  isDemo: boolean().notNull().default(false),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
  /** Generated: fold() of names and email, with a trigram index. */
  search: text().generatedAlwaysAs(''),
});

export const sessions = pgTable('sessions', {
  id: id(),
  userId: uuid().notNull(),
  token: text().notNull(),
  expiresAt: instant().notNull(),
  ipAddress: text(),
  userAgent: text(),
  /** A sign-in method of platform/auth. */
  signInMethod: text(),
  /** The second factor, if one was used; 'remembered' on a remembered device. */
  secondFactor: text({ enum: ['app', 'backup_code', 'remembered'] }),
  /** Time of the last reauthentication; cleared by the operation it was for. */
  reauthenticatedAt: instant(),
  /** Updated when the session is used, every five minutes at most. */
  lastSeenAt: instant().notNull().defaultNow(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
});

/** Read with their hash only by the role `aso_auth`. */
export const apiKeys = pgTable('api_keys', {
  id: id(),
  name: text().notNull(),
  prefix: text().notNull(),
  /** SHA-256 in hex. */
  hash: text().notNull(),
  scopes: text({ enum: SCOPES }).array().notNull(),
  createdBy: uuid().notNull(),
  createdAt: instant().notNull().defaultNow(),
  expiresAt: instant(),
  lastUsedOn: date(),
  revokedAt: instant(),
});

export const accounts = pgTable('accounts', {
  id: id(),
  userId: uuid().notNull(),
  accountId: text().notNull(),
  providerId: text().notNull(),
  accessToken: text(),
  refreshToken: text(),
  idToken: text(),
  accessTokenExpiresAt: instant(),
  refreshTokenExpiresAt: instant(),
  scope: text(),
  password: text(),
  /** The email that the external provider gave at the last sign-in. */
  email: text(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
});

export const verifications = pgTable('verifications', {
  id: id(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: instant().notNull(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
});

/** An authenticator app. The secret is encrypted, the backup codes are hashes. */
export const twoFactors = pgTable('two_factors', {
  id: id(),
  userId: uuid().notNull(),
  secret: text().notNull(),
  /** The remaining of ten codes, all hashed with the same salt. */
  backupCodes: text().array().notNull().default([]),
  backupSalt: text().notNull().default(''),
  /** False until a code of the app was confirmed; until then sign-in does not ask for one. */
  verified: boolean().notNull().default(false),
  /** The 30-second step of the last accepted code: none is accepted twice. */
  lastStep: bigint({ mode: 'number' }),
  createdAt: instant().notNull().defaultNow(),
});

export const passkeys = pgTable('passkeys', {
  id: id(),
  userId: uuid().notNull(),
  name: text(),
  publicKey: text().notNull(),
  credentialId: text().notNull(),
  counter: bigint({ mode: 'number' }).notNull(),
  deviceType: text().notNull(),
  backedUp: boolean().notNull(),
  transports: text(),
  aaguid: text(),
  createdAt: instant().notNull().defaultNow(),
  lastUsedAt: instant(),
});

/** The audit log of accounts: sign-ins, failures and account changes. */
export const accountEvents = pgTable('account_events', {
  id: id(),
  /** A key of EVENTS in shared/account-events.ts, and its category. */
  kind: text().notNull(),
  matter: text().notNull(),
  /** The account; null if there is none or it was deleted. */
  userId: uuid(),
  /** The email or number as typed, to identify a failure without an account. */
  subject: text().notNull().default(''),
  /** Generated: fold() of the subject, with a trigram index. */
  search: text().generatedAlwaysAs(''),
  /** The user who did it, if not the account's own. */
  actorId: uuid(),
  ipAddress: text(),
  userAgent: text(),
  detail: jsonb().notNull().default({}),
  createdAt: instant().notNull().defaultNow(),
});
