/** The name of a backup made at this time. Names sort by time. */
export const backupName = (madeAt: Date): string => `aso-house-${madeAt.toISOString().replaceAll(':', '')}`;

/** The time in the name of a backup. */
export const madeAtOf = (name: string): Date =>
  new Date(name.replace(/^aso-house-(.*T\d\d)(\d\d)(.*)$/, '$1:$2:$3'));
