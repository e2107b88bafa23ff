/** A stored number in groups that can be read aloud and compared, '+234 803 123 4567'; other texts as they are. */
export const phoneText = (number: string): string =>
  /^\+?\d{7,15}$/.test(number) ? number.replace(/\B(?=(?:\d{3})*\d{4}$)/g, ' ') : number;
