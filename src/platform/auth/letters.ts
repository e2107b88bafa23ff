/** A mail in plain text: links are whole addresses on a line of their own. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
}

interface Person {
  email: string;
  firstName?: string;
}

const letter = (to: Person, subject: string, paragraphs: string[]): Letter => ({
  to: to.email,
  subject,
  text: [to.firstName ? `Hello ${to.firstName},` : 'Hello,', ...paragraphs, ''].join('\n\n'),
});

export function confirmationLetter(
  shopName: string,
  to: Person,
  { link, code, again }: { link: string; code: string; again: boolean },
): Letter {
  return letter(to, `${code} is your ${shopName} code`, [
    `please confirm your address, and your account at ${shopName} is open. Press this link:`,
    link,
    `Or type this code on the page where you registered: ${code}`,
    'The link is good for a day, the code for an hour.',
    again
      ? 'You had registered with this address before, so the password is the one you chose then. If you do not remember it, use ‘Forgot password?’ on the sign-in page.'
      : 'If you did not register, do nothing: without the confirmation nobody can use the account.',
  ]);
}

export function knownAddressLetter(shopName: string, to: Person, link: string): Letter {
  return letter(to, `You already have an account at ${shopName}`, [
    `somebody, probably you, just registered at ${shopName} with this address. There is no need: you already have an account. Sign in here:`,
    link,
    'If you do not remember your password, use ‘Forgot password?’ on that page. If it was not you, do nothing: nothing has changed.',
  ]);
}

export function passwordLetter(
  shopName: string,
  to: Person,
  { link, code }: { link: string; code: string },
): Letter {
  return letter(to, `A new password for ${shopName}`, [
    'choose a new password with this link:',
    link,
    `Or type this code on the page where you asked for it: ${code}`,
    'Both are good for an hour. If you did not ask for this, do nothing: your password stays as it is.',
  ]);
}
