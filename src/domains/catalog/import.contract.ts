/** Products from a spreadsheet. */
export const importContract = {};
