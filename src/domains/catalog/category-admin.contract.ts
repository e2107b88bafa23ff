/** The category tree as the back office sees and writes it. */
export const categoryAdminContract = {};
