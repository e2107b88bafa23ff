/** Parameters that are of one view, not of a filter. */
const NOT_SAVED = ['page', 'message', 'tab'];

/** What is saved of the parameters of a list's URL. */
export const savedPart = (search: object): Record<string, string | boolean> =>
  Object.fromEntries(
    Object.entries(search).filter(
      (entry): entry is [string, string | boolean] =>
        !NOT_SAVED.includes(entry[0]) && (typeof entry[1] === 'string' || entry[1] === true),
    ),
  );

/** Whether two lists are filtered and sorted alike. */
export function isSameSearch(a: object, b: object): boolean {
  const text = (search: object) => JSON.stringify(Object.entries(savedPart(search)).sort());
  return text(a) === text(b);
}
