/** The title of a back office screen, as `head` of its route. */
export const adminHead = (title: string) => () => ({ meta: [{ title: `${title} · Back office` }] });
