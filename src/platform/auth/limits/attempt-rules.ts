import { deviceOf, type Limit, type Source } from './limits.ts';
import { networkOf } from './network.ts';
import type { ProofPurpose } from './sign-in-proofs.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/**
 * Wrong passwords without a proof of work: for one account from one network, for one account from anywhere,
 * and from one IP address for all accounts. Beyond any of them each costs a proof. A device on which the
 * account was signed in before is counted separately and by nothing else.
 */
const PASSWORD_HERE: Limit = { name: 'password-here', seconds: 15 * 60, max: 10 };
const PASSWORD_ANYWHERE: Limit = { name: 'password', seconds: HOUR, max: 30 };
const PASSWORD_FROM: Limit = { name: 'password-from', seconds: HOUR, max: 100 };
const PASSWORD_DEVICE: Limit = { name: 'password-device', seconds: 15 * 60, max: 10 };
/**
 * Wrong passwords with a proof: for one account from one network or known device, and then, each for the
 * hardest proof, for one account from anywhere. The second keeps a neighbour from locking the owner out with
 * a few proofs; both bound a guesser with unlimited computing power.
 */
const PASSWORD_PROVEN: Limit = { name: 'password-proven', seconds: HOUR, max: 6 };
const PASSWORD_HARDEST: Limit = { name: 'password-hardest', seconds: HOUR, max: 1_000 };

/**
 * Wrong six-digit codes: for one account from one network, with a proof or without, so that no other network
 * is refused; from anywhere, and from one IP address for all accounts, without a proof.
 */
const CODES_HERE: Limit = { name: 'code-here', seconds: DAY, max: 5 };
const CODES_ANYWHERE: Limit = { name: 'code', seconds: HOUR, max: 10 };
const CODES_FROM: Limit = { name: 'code-from', seconds: HOUR, max: 200 };
const CODES_DEVICE: Limit = { name: 'code-device', seconds: HOUR, max: 10 };

/** Emails requested without a proof: well below the maximum of a mailbox. */
const EMAILS_HERE: Limit = { name: 'email-here', seconds: HOUR, max: 3 };
const EMAILS_ANYWHERE: Limit = { name: 'email', seconds: HOUR, max: 4 };
const EMAILS_FROM: Limit = { name: 'email-from', seconds: HOUR, max: 200 };
const EMAILS_DEVICE: Limit = { name: 'email-device', seconds: HOUR, max: 6 };
/**
 * Maximum of emails of one kind to a mailbox, with a proof or without; those that a known device requests are
 * counted by that device alone. When it is reached the newest email is valid instead of another one: it is at
 * most 36 minutes old, and its link and code are valid for an hour.
 */
export const EMAILS_SENT: Limit = { name: 'email-sent', seconds: HOUR / 2, max: 5 };

/** No maximum: the count sets the hardness of the next proof. */
const NO_END = 2 ** 31 - 1;
const tries = (purpose: ProofPurpose): Limit => ({ name: `${purpose}-failures`, seconds: HOUR, max: NO_END });

/** A limit with the account and the network, device or IP address that it counts. */
export type Counter = readonly [limit: Limit, account: string, source?: string];

export interface Attempt {
  /** The email or number as typed. */
  account: string;
  source: Source;
  /** The answer to a proof of work that came with the request. */
  proof: string | null | undefined;
}

/** Limits and proofs for attempts of one kind. */
export interface Rule {
  purpose: ProofPurpose;
  /**
   * Without a proof all of them are counted; the one a guesser spends first comes first, so that the others
   * are not queried.
   */
  free: readonly Counter[];
  /**
   * With a proof the first that has room is counted; from the second on it is the hardest proof. Empty: no
   * bound.
   */
  proven: readonly Counter[];
  /**
   * Counts every attempt. Its count, in multiples of the free attempts, sets the hardness of the next proof.
   */
  counted: Counter;
  step: number;
  /** What a refusal says of where the attempts came from, and the alternative that it offers. */
  network: string;
  instead: string;
}

const FROM_YOUR_NETWORK = ' from your network';

function passwordRule({ account, source }: Attempt): Rule {
  const device = deviceOf(account, source);
  const network = networkOf(source.ipAddress);
  return {
    purpose: 'password',
    free: device
      ? [[PASSWORD_DEVICE, account, device]]
      : [
          [PASSWORD_ANYWHERE, account],
          [PASSWORD_HERE, account, network],
          [PASSWORD_FROM, '', source.ipAddress],
        ],
    proven: [
      [PASSWORD_PROVEN, account, device ?? network],
      [PASSWORD_HARDEST, account],
    ],
    counted: [tries('password'), account, device ?? ''],
    step: PASSWORD_ANYWHERE.max,
    network: '',
    instead: ', sign in with a code by email, or choose a new password with ‘Forgot password?’',
  };
}

/** A code of an email that has a link as well. */
const codeRule = (attempt: Attempt): Rule => ({
  ...bareCodeRule(attempt),
  instead: ', or use the link in the newest email',
});

/** A code of an email without a link. */
function bareCodeRule({ account, source }: Attempt): Rule {
  const device = deviceOf(account, source);
  const always: Counter = device
    ? [CODES_DEVICE, account, device]
    : [CODES_HERE, account, networkOf(source.ipAddress)];
  return {
    purpose: 'code',
    free: device ? [always] : [always, [CODES_ANYWHERE, account], [CODES_FROM, '', source.ipAddress]],
    proven: [always],
    counted: [tries('code'), account, device ?? ''],
    step: CODES_ANYWHERE.max,
    network: device ? '' : FROM_YOUR_NETWORK,
    instead: '',
  };
}

/** A code that is valid in one browser only and has its own few attempts. */
const ownCodeRule = ({ source }: Attempt): Rule => ({
  purpose: 'code',
  free: [[CODES_FROM, '', source.ipAddress]],
  proven: [],
  counted: [tries('code'), '', source.ipAddress],
  step: CODES_FROM.max,
  network: FROM_YOUR_NETWORK,
  instead: '',
});

function emailRule({ account, source }: Attempt): Rule {
  const device = deviceOf(account, source);
  return {
    purpose: 'email',
    free: device
      ? [[EMAILS_DEVICE, account, device]]
      : [
          [EMAILS_FROM, '', source.ipAddress],
          [EMAILS_HERE, account, networkOf(source.ipAddress)],
          [EMAILS_ANYWHERE, account],
        ],
    proven: [],
    counted: [tries('email'), account, device ?? ''],
    step: EMAILS_ANYWHERE.max,
    network: '',
    instead: '',
  };
}

/** How attempts at a password, a code, a code that is valid in one browser only, or for an email are limited. */
export const RULES = {
  password: passwordRule,
  code: codeRule,
  bareCode: bareCodeRule,
  ownCode: ownCodeRule,
  email: emailRule,
};
export type Kind = keyof typeof RULES;
