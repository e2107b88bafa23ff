import { bigint, boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant, switched } from './columns.ts';

/** better-auth's user is the profile: one place for a role. */
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
  /** Generated: fold() of names and address, with a trigram index. */
  search: text().generatedAlwaysAs(''),
});

export const sessions = pgTable('sessions', {
  id: id(),
  userId: uuid().notNull(),
  token: text().notNull(),
  expiresAt: instant().notNull(),
  ipAddress: text(),
  userAgent: text(),
  /** How the person came in: a Way of platform/auth. */
  way: text(),
  /** The second step, where one was taken; 'remembered' on a device that was to be remembered. */
  secondFactor: text('second_step', { enum: ['app', 'backup_code', 'remembered'] }),
  /** When the person last proved who she is; used up by the step it was for. */
  provenAt: instant(),
  /** Moved when the session is used, every five minutes at most. */
  lastSeenAt: instant().notNull().defaultNow(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
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
  /** What another house gave as the person's address when it last said who she is. */
  address: text(),
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
  /** What is left of ten, all with the same salt. */
  backupCodes: text().array().notNull().default([]),
  backupSalt: text().notNull().default(''),
  /** False until a code of the app came back; until then sign-in does not ask for one. */
  verified: boolean().notNull().default(false),
  /** The 30-second step of the last code that was taken: none is taken twice. */
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

/** The journal of sign-in: who came in, who failed, who changed what of an account. */
export const accountEvents = pgTable('account_events', {
  id: id(),
  /** What happened: a key of EVENTS in shared/account-events.ts, and the group it belongs to. */
  kind: text().notNull(),
  matter: text().notNull(),
  /** Whose account; null when there is none, or none any more. */
  userId: uuid(),
  /** The address or number as it was typed, so that a failure without an account can be read. */
  subject: text().notNull().default(''),
  /** Generated: fold() of the subject, with a trigram index. */
  search: text().generatedAlwaysAs(''),
  /** Who did it, when it was not the person herself. */
  actorId: uuid(),
  ipAddress: text(),
  userAgent: text(),
  detail: jsonb().notNull().default({}),
  createdAt: instant().notNull().defaultNow(),
});
