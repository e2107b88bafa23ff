import { ADMIN_PASSWORD_LENGTH, MAX_PASSKEYS } from './account-limits.ts';
import { ERRORS_OF_PAGES } from './errors-of-pages.ts';
import { formatWait } from './format-wait.ts';
import { HOW_TO_WRITE_A_NUMBER } from './phone-number.ts';
import { withReference } from './reference.ts';

/** The messages for the user by HTTP status and code. `{name}` is replaced by the error's params. */
const BY_STATUS = {
  400: {
    BAD_INPUT: ERRORS_OF_PAGES.BAD_INPUT,
    /** The captcha answer is missing, wrong, expired or was used before. */
    CAPTCHA_FAILED: 'The check that keeps robots out did not pass. Please wait for its tick and try again.',
    ADMIN_PASSWORD: `Admins need a password of at least ${ADMIN_PASSWORD_LENGTH} characters.`,
    WRONG_CODE: 'That code is not right. Please look at the newest message.',
    INVALID_EMAIL: 'Please enter a valid email address',
    INVALID_OTP: 'That code is not right.',
    OTP_EXPIRED: 'That code has expired.',
    INVALID_TOKEN: 'This link has expired.',
    WRONG_PASSWORD: 'That password is not right.',
    /** The code of the authenticator app, or a backup code. */
    INVALID_CODE: 'That code is not right.',
    CODE_USED: 'That code was used already. Please wait until your app shows the next one.',
    TWO_STEP_OFF: 'Two-step sign-in is not on.',
    PASSKEY_NOT_ADDED: 'The passkey could not be added. Please try again.',
    INVALID_PHONE_NUMBER: `${HOW_TO_WRITE_A_NUMBER}.`,
    NO_NUMBER: 'There is no phone number in your details. Please add one first.',
  },
  401: {
    /** Also for a key whose maker is no super admin any more. */
    API_KEY_INVALID: 'This API key is unknown, expired or revoked.',
    SIGN_IN_REQUIRED: 'User must be authenticated to {action}',
    INVALID_EMAIL_OR_PASSWORD: 'Invalid email or password',
    INVALID_PHONE_NUMBER_OR_PASSWORD: 'Invalid phone number or password',
    SECOND_STEP_EXPIRED: 'That took too long. Please sign in again.',
    /** One code for an unknown passkey, a removed one, and an invalid signature. */
    PASSKEY_REFUSED:
      'This passkey opens no account here. It may have been removed. Please sign in another way.',
  },
  403: {
    NOT_ALLOWED_FROM: 'This request did not come from the shop’s own pages.',
    /** The signature of a preview link does not fit its day and end. */
    PREVIEW_INVALID: 'This preview link is not valid.',
    /** Previews only show: nothing is ordered, liked or sent in them. */
    PREVIEW_ONLY: 'This is a preview. Nothing can be ordered or sent in it.',
    SCOPE_MISSING: 'This API key needs the scope {scope} to {action}',
    NO_PERMISSION: 'You do not have permission to {action}',
    /** An order that waited for the network, with the session of another user than the one who submitted it. */
    OTHER_ACCOUNT: 'This order was submitted by another account.',
    OWN_ROLE: 'You cannot change your own role',
    OWN_BAN: 'You cannot ban yourself',
    /** See platform/auth/reauthentication/reauthentication.ts. */
    REAUTHENTICATION_REQUIRED: 'Please confirm that it is you.',
    PASSKEY_FIRST: 'This account has a passkey. Please sign in with it first, and then try again.',
    LINK_WRONG_ACCOUNT: 'This link belongs to another account. Please sign in with that one.',
    DEMO_ACCOUNT:
      'This account belongs to the demonstration and stays. An account that you register yourself can be deleted.',
    EMAIL_NOT_VERIFIED: 'Email not verified',
    BANNED: 'This account is closed. Please write to us.',
    USER_UNVERIFIED:
      'Your device did not check that it is you. Please set up its screen lock, fingerprint or face, and try again.',
  },
  404: {
    NOT_FOUND: 'Not found',
    PROFILE_NOT_FOUND: 'User profile not found',
    PASSKEY_GONE: 'This passkey is no longer on your account.',
    UNKNOWN_PROVIDER: 'There is no such way to sign in.',
    IDENTITY_NOT_FOUND: 'This account is not linked any more.',
  },
  409: {
    /** A save over a version that is no longer the newest. */
    STALE: 'This was changed by {name}.',
    /** A status change over 'completed' or 'cancelled', which the screen did not show yet. */
    STATUS_CHANGED: '{name} has set this order to {status} in the meantime.',
    /** The customer was reminded less than 24 hours ago, by this staff member. */
    REMINDED: '{name} reminded the customer already.',
    NO_REMINDER: 'This order needs no reminder any more.',
    /** A unique value is already used: `field` names it. */
    CONFLICT: '{field} is already in use.',
    /** Prices differ from those that were shown: of an order to the customer, or of a preview to the staff. */
    PRICES_CHANGED: 'Some prices changed since you last looked.',
    /** A product in the order no longer exists, or is a draft. */
    PRODUCTS_GONE: 'Some products are no longer available.',
    /** `names`: the products in the order that are sold out. */
    PRODUCTS_SOLD_OUT: 'Sold out: {names}. Please remove it from the order.',
    /** The same idempotency key with another body. */
    KEY_REUSED: 'This was already sent with other contents.',
    /** Every shop needs a user who can assign roles. */
    LAST_SUPER_ADMIN: 'The last super admin stays one.',
    /** A list of the staff's own making that has its maximum length. */
    LIST_FULL: 'There are at most {most} of these.',
    LAST_ITEM: 'An order keeps at least one item.',
    NOT_PENDING: 'Items can be taken out only while the order is pending.',
    CATEGORY_CYCLE: 'A category cannot stand below itself.',
    /** The maximum number of images per product. */
    IMAGE_LIMIT: 'A product has at most {most} images.',
    /** An order of images that no longer matches the product's images. */
    IMAGES_CHANGED: 'The images of this product were changed. The current ones are shown.',
    /** Products that an import changes, or has as new, differ from its preview. Nothing was saved; `data` has them. */
    ROWS_CHANGED: 'Some of these products were changed since the preview. Nothing was saved.',
    OWN_ADDRESS: 'That is the address of your account already.',
    /** A confirmation link of an account that is confirmed already. */
    CONFIRMED: 'This email is confirmed already. Please sign in.',
    TWO_STEP_ON: 'Two-step sign-in is on already.',
    ENROLMENT_OVER: 'This key has expired. Please begin again.',
    TOO_MANY_PASSKEYS: `An account has at most ${MAX_PASSKEYS} passkeys. Please remove one that you no longer use.`,
    LAST_SIGN_IN_METHOD: 'This is your only way to sign in. Please set a password or add a passkey first.',
    NUMBER_TAKEN: 'This number cannot be confirmed for this account. Please use another one, or write to us.',
  },
  410: {
    PREVIEW_EXPIRED: 'This preview link worked for 24 hours and has ended.',
    LINK_EXPIRED: 'This link has expired. Please ask for a new one.',
  },
  413: {
    TOO_LARGE: 'What was sent is too large.',
    IMAGE_TOO_LARGE: 'Image size should be less than 5MB',
  },
  415: {
    NOT_AN_IMAGE: 'Please select an image file',
  },
  422: {
    /** Damaged, truncated, or more pixels than the shop accepts. */
    IMAGE_UNREADABLE: 'This image cannot be opened. Please save it again, with at most 50 million pixels.',
    /** An address that images are not downloaded from: of a private network, another port or protocol. */
    URL_REFUSED: 'Images are downloaded from public addresses of the web only.',
    /** A URL that a webhook does not send to. */
    WEBHOOK_URL_REFUSED: 'A webhook sends to public https addresses only. {reason}.',
    /** The endpoint of a subscription: not https, or on a private network. */
    PUSH_REFUSED:
      'The notification service of this browser is not at a public address, so the shop cannot use it.',
    /** `reason`: what the other server did. */
    DOWNLOAD_FAILED: 'The image could not be downloaded: {reason}.',
    /** Invalid rows of a spreadsheet, with their errors in `data`. Nothing was created. */
    ROWS_REFUSED: 'Some rows have validation errors. Please fix them and try again.',
  },
  429: {
    RATE_LIMITED: ERRORS_OF_PAGES.RATE_LIMITED,
    /** Beyond a limit an attempt costs a proof of work; the body has its `proof`. */
    PROOF_REQUIRED: 'There were many attempts. Please send a proof of work with this request.',
    TOO_MANY_ATTEMPTS: 'Too many attempts for this account{network}. Please try again in {wait}{instead}.',
    /** An email or text of the same kind was sent less than a minute ago. */
    TOO_SOON: 'A message was sent a moment ago. Please look for it, or try again in {wait}.',
    TOO_MANY_TEXTS: 'So many texts were sent today. Please try again tomorrow.',
  },
  500: {
    UNEXPECTED: ERRORS_OF_PAGES.UNEXPECTED,
  },
  503: {
    /** The captcha provider did not respond. */
    CAPTCHA_UNREACHABLE:
      'The check that keeps robots out is not working right now. Please try again in a few minutes.',
    /** The image store does not respond. Nothing was saved. */
    STORAGE_UNAVAILABLE: 'Images cannot be stored right now. Please try again in a few minutes.',
    /** WEB_PUSH or SERVICE_WORKER is off. */
    PUSH_OFF: 'This shop sends no notifications at the moment.',
    BUSY: ERRORS_OF_PAGES.BUSY,
    PROVIDER_NOT_AVAILABLE:
      'Sign-in with {provider} is not available right now. Please try again in a few minutes, or choose another way.',
  },
  507: {
    /** The free disk space is below the reserve for orders (DISK_RESERVE). */
    DISK_FULL:
      'The shop’s disk is nearly full, so nothing can be uploaded. Orders go on. Please ask the person who runs the server to make room.',
  },
} as const;

type ByStatus = typeof BY_STATUS;
type Status = keyof ByStatus;
export type ErrorCode = { [S in Status]: keyof ByStatus[S] }[Status];
export type ErrorParams = Record<string, unknown>;

/**
 * The closed list of errors. A contract declares which of these an operation may raise; any other error becomes
 * UNEXPECTED with the reference of its log line.
 */
export const ERRORS = Object.fromEntries(
  Object.entries(BY_STATUS).flatMap(([status, texts]) =>
    Object.entries(texts).map(([code, text]) => [code, { status: Number(status), text }]),
  ),
) as Record<ErrorCode, { status: Status; text: string }>;

/** What an operation that takes an image may raise. */
export const IMAGE_CODES = [
  'NOT_AN_IMAGE',
  'IMAGE_TOO_LARGE',
  'IMAGE_UNREADABLE',
  'STORAGE_UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/**
 * The errors that a service raises: `throw errors.NOT_FOUND()`. Its operation passes the constructors of the errors
 * that its contract declares, so an undeclared code is a type error. `Data` is that of codes whose data has a schema.
 */
export type Errors<
  C extends ErrorCode,
  Data extends Partial<Record<ErrorCode, unknown>> = Record<never, never>,
> = {
  readonly [K in C]: (options?: { data?: ErrorParams; cause?: unknown }) => Error;
} & { readonly [K in keyof Data]: (options: { data: Data[K] }) => Error };

/** The dependency of a service that raises errors. */
export interface Raises<
  C extends ErrorCode,
  Data extends Partial<Record<ErrorCode, unknown>> = Record<never, never>,
> {
  errors: Errors<C, Data>;
}

/**
 * The message of a code with its `{names}` replaced; `{wait}` from the param `seconds`. Ends with the param
 * `reference`, if there is one.
 */
export function textOf(code: ErrorCode, params: ErrorParams = {}): string {
  const known: ErrorParams = { wait: formatWait(Number(params.seconds)), ...params };
  const text = ERRORS[code].text.replace(/\{(\w+)\}/g, (_, name: string) => String(known[name] ?? ''));
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return typeof params.reference === 'string' ? withReference(sentence, params.reference) : sentence;
}
