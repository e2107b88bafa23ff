/**
 * The newest known minor release of each major version, and a date on which it was available. Minor releases fix
 * security bugs; add new ones with every release of the shop. (There is no 18.5.)
 */
const KNOWN_RELEASES: Readonly<Record<number, { minor: number; seen: string }>> = {
  15: { minor: 20, seen: '2026-11-22' },
  16: { minor: 15, seen: '2026-08-15' },
  17: { minor: 11, seen: '2026-08-15' },
  18: { minor: 6, seen: '2026-08-15' },
};

/** A notice for a server of this version (server_version_num, such as 180004) that lacks a release; else null. */
export function outdatedNotice(versionNumber: number): string | null {
  const [major, minor] = [Math.floor(versionNumber / 10_000), versionNumber % 10_000];
  const known = KNOWN_RELEASES[major];
  if (!known || minor >= known.minor) return null;
  return `PostgreSQL ${major}.${minor} lacks the security fixes of ${major}.${known.minor}, which was out on ${known.seen}.`;
}

/** The remedy: the built-in server is as new as its npm packages. */
export const OUTDATED_REMEDY =
  'update the server; in place of the built-in one use that of your distribution: docs/operations.md, "A database of your own"';
