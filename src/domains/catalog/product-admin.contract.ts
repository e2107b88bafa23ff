/** Products as the back office sees and writes them. */
export const productAdminContract = {};
