import { causesOf } from './busy.ts';

/** The constraint by which PostgreSQL refused a write; undefined for any other error. */
export const violatedConstraint = (error: unknown): string | undefined =>
  causesOf(error).find(({ code, constraint }) => code?.startsWith('23') && constraint)?.constraint;
