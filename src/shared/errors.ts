import { ADMIN_PASSWORD_LENGTH } from './account-limits.ts';
import { formatWait } from './format-wait.ts';
import { withReference } from './reference.ts';
import { SIGN_IN_ERRORS } from './sign-in-errors.ts';

/**
 * The closed list of errors: code → HTTP status and the message for the user. `{name}` in a message is replaced by
 * the error's params. A contract declares which of these an operation may raise; any other error becomes UNEXPECTED
 * with the reference of its log line.
 */
export const ERRORS = {
  BAD_INPUT: { status: 400, text: 'Some of what was sent is not valid.' },
  NOT_ALLOWED_FROM: { status: 403, text: 'This request did not come from the shop’s own pages.' },
  SIGN_IN_REQUIRED: { status: 401, text: 'User must be authenticated to {action}' },
  NO_PERMISSION: { status: 403, text: 'You do not have permission to {action}' },
  NOT_FOUND: { status: 404, text: 'Not found' },
  PROFILE_NOT_FOUND: { status: 404, text: 'User profile not found' },
  OWN_ROLE: { status: 403, text: 'You cannot change your own role' },
  OWN_BAN: { status: 403, text: 'You cannot ban yourself' },
  RATE_LIMITED: { status: 429, text: 'Too many requests. Please try again in {wait}.' },
  /** The captcha answer is missing, wrong, expired or was used before. */
  CAPTCHA_FAILED: {
    status: 400,
    text: 'The check that keeps robots out did not pass. Please wait for its tick and try again.',
  },
  /** The captcha provider did not respond. */
  CAPTCHA_UNREACHABLE: {
    status: 503,
    text: 'The check that keeps robots out is not working right now. Please try again in a few minutes.',
  },
  TOO_LARGE: { status: 413, text: 'What was sent is too large.' },
  /** The free disk space is below the reserve for orders (DISK_RESERVE). */
  DISK_FULL: {
    status: 507,
    text: 'The shop’s disk is nearly full, so nothing can be uploaded. Orders go on. Please ask the person who runs the server to make room.',
  },
  /** A save over a version that is no longer the newest. */
  STALE: { status: 409, text: 'This was changed by {who}.' },
  /** A status change over 'completed' or 'cancelled', which the screen did not show yet. */
  STATUS_CHANGED: { status: 409, text: '{who} has set this order to {status} in the meantime.' },
  /** A unique value is already used: `field` names it. */
  CONFLICT: { status: 409, text: '{field} is already in use.' },
  /** The order's prices differ from those shown to the customer; the data contains the lines before and after. */
  PRICES_CHANGED: { status: 409, text: 'Some prices changed since you last looked.' },
  /** A product in the order no longer exists. */
  PRODUCTS_GONE: { status: 409, text: 'Some products are no longer available.' },
  /** The same idempotency key with another body. */
  KEY_REUSED: { status: 409, text: 'This was already sent with other contents.' },
  /** Every shop needs a user who can assign roles. */
  LAST_SUPER_ADMIN: { status: 409, text: 'The last super admin stays one.' },
  LAST_ITEM: { status: 409, text: 'An order keeps at least one item.' },
  NOT_PENDING: { status: 409, text: 'Items can be taken out only while the order is pending.' },
  CATEGORY_CYCLE: { status: 409, text: 'A category cannot stand below itself.' },
  NOT_AN_IMAGE: { status: 415, text: 'Please select an image file' },
  IMAGE_TOO_LARGE: { status: 413, text: 'Image size should be less than 5MB' },
  /** Damaged, truncated, or more pixels than the shop accepts. */
  IMAGE_UNREADABLE: {
    status: 422,
    text: 'This image cannot be opened. Please save it again, with at most 50 million pixels.',
  },
  /** The image store does not respond. Nothing was saved. */
  STORAGE_UNAVAILABLE: {
    status: 503,
    text: 'Images cannot be stored right now. Please try again in a few minutes.',
  },
  /** The maximum number of images per product. */
  IMAGE_LIMIT: { status: 409, text: 'A product has at most {most} images.' },
  /** An order of images that no longer matches the product's images. */
  IMAGES_CHANGED: {
    status: 409,
    text: 'The images of this product were changed. The current ones are shown.',
  },
  /** Invalid rows of a spreadsheet, with their errors in `data`. Nothing was created. */
  ROWS_REFUSED: { status: 422, text: 'Some rows have validation errors. Please fix them and try again.' },
  /** See platform/auth/reauthentication/reauthentication.ts. */
  REAUTHENTICATION_REQUIRED: { status: 403, text: 'Please confirm that it is you.' },
  ADMIN_PASSWORD: {
    status: 400,
    text: `Admins need a password of at least ${ADMIN_PASSWORD_LENGTH} characters.`,
  },
  OWN_ADDRESS: { status: 409, text: 'That is the address of your account already.' },
  WRONG_CODE: { status: 400, text: 'That code is not right. Please look at the newest message.' },
  LINK_EXPIRED: { status: 410, text: 'This link has expired. Please ask for a new one.' },
  LINK_WRONG_ACCOUNT: {
    status: 403,
    text: 'This link belongs to another account. Please sign in with that one.',
  },
  DEMO_ACCOUNT: {
    status: 403,
    text: 'This account belongs to the demonstration and stays. An account that you register yourself can be deleted.',
  },
  ...SIGN_IN_ERRORS,
  BUSY: { status: 503, text: 'The shop is busy. Please try again.' },
  UNEXPECTED: {
    status: 500,
    text: 'Something went wrong on our side. Please try again.',
  },
} as const satisfies Record<string, { status: number; text: string }>;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorParams = Record<string, unknown>;

/** What an operation that takes an image may raise. */
export const IMAGE_CODES = [
  'NOT_AN_IMAGE',
  'IMAGE_TOO_LARGE',
  'IMAGE_UNREADABLE',
  'STORAGE_UNAVAILABLE',
] as const satisfies readonly ErrorCode[];
export type ImageCode = (typeof IMAGE_CODES)[number];

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

/** An expected error. The API layer converts it to a response if the operation declared its code. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly data: ErrorParams;

  constructor(code: ErrorCode, data: ErrorParams = {}) {
    super(textOf(code, data));
    this.code = code;
    this.data = data;
  }
}
