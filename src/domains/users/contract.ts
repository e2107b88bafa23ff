/** People and their roles, for the owner alone. */
export const usersContract = {};
