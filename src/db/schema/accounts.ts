import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
