/** Rows that were selected in a list: these, or all of its filter but these. */
export type Selected = { ids: readonly string[] } | { except: readonly string[] };

/** Rows selected one by one; more are selected by a filter. */
export const MOST_SELECTED = 1000;
