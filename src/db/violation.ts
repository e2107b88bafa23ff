/** The constraint by which PostgreSQL refused a write; undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code, constraint } = at as { code?: string; constraint?: string };
    if (code?.startsWith('23') && constraint) return constraint;
  }
  return undefined;
}
