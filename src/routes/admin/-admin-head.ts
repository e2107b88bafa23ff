/** The title of a screen of the back office, as `head` of its route. */
export const adminHead = (title: string) => () => ({ meta: [{ title: `${title} · Back office` }] });
