type Environment = Record<string, string | undefined>;

/** Renamed variables: old name → new name. The old one is accepted for one more version. */
const RENAMED: Readonly<Record<string, string>> = { BACKUP_DRILL: 'BACKUP_VERIFY' };

/** The environment with current names; if both names are set, the new one applies. */
export function withCurrentNames(env: Environment): Environment {
  const renamed = Object.entries(RENAMED).flatMap(([old, name]) =>
    env[old] !== undefined && env[name] === undefined ? [[name, env[old]] as const] : [],
  );
  return { ...env, ...Object.fromEntries(renamed) };
}

/** A warning for each variable that is set under its old name. */
export const renamedSettings = (env: Environment): string[] =>
  Object.entries(RENAMED).flatMap(([old, name]) =>
    env[old] === undefined ? [] : [`${old} is now ${name}. The old name is not read by the next version.`],
  );
