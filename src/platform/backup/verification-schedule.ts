/** How often a backup that the shop took by itself is restored for a trial, as BACKUP_DRILL says. */
export const DRILL_PLANS = ['weekly', 'after-each', 'off'] as const;
export type DrillPlan = (typeof DRILL_PLANS)[number];
