/** Which products a promotion holds. */
export const assignmentContract = {};
