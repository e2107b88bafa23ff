type Environment = Record<string, string | undefined>;

/** Variables of earlier versions and what they are called now. Each is read for one version more. */
const RENAMED: Readonly<Record<string, string>> = { BACKUP_DRILL: 'BACKUP_VERIFY' };

/** The environment with today's names; a variable that is set under both has its new value. */
export function withCurrentNames(env: Environment): Environment {
  const renamed = Object.entries(RENAMED).flatMap(([old, name]) =>
    env[old] !== undefined && env[name] === undefined ? [[name, env[old]] as const] : [],
  );
  return { ...env, ...Object.fromEntries(renamed) };
}

/** One sentence for each variable that is still set under its old name. */
export const renamedSettings = (env: Environment): string[] =>
  Object.entries(RENAMED).flatMap(([old, name]) =>
    env[old] === undefined ? [] : [`${old} is now ${name}. The old name is not read by the next version.`],
  );
