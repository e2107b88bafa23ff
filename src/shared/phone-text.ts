/** Formats a stored number in readable groups, '+234 803 123 4567'; returns other texts unchanged. */
export const phoneText = (number: string): string =>
  /^\+?\d{7,15}$/.test(number) ? number.replace(/\B(?=(?:\d{3})*\d{4}$)/g, ' ') : number;
