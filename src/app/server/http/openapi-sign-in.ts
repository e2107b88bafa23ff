import { z } from 'zod';
import { signInContract } from '#domains/accounts/sign-in.contract.ts';
import { SIGN_IN_PATHS, type SignInOperation } from '#domains/accounts/sign-in.paths.ts';
import { ERRORS, type ErrorCode } from '#shared/errors.ts';

/** Links that a browser follows, and that answer with a redirect. */
const LINKS: readonly string[] = ['returnFromProvider', 'openConfirmationLink'] satisfies SignInOperation[];

/** What the contract does not say. Other operations have their name as summary. */
const TEXTS: Partial<Record<SignInOperation, object>> = {
  signInByPassword: {
    summary: 'Sign in by email and password',
    description:
      'The answer sets the cookie of the session, which later requests send. Where two-step sign-in is on, the answer has twoFactorRedirect, and the second step is done in the browser. Where the shop asks for a captcha, its answer is sent as for the form of the shop.',
  },
  session: { summary: 'The session and its user, or null', security: [{}, { session: [] }] },
  signOut: {
    summary: 'Sign out',
    description: 'Ends the session; the answer deletes its cookie.',
    security: [{ session: [] }],
  },
};

/** 'signInByPhone' → 'Sign in by phone' */
const summaryOf = (name: string) =>
  name
    .replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
    .replace(/^./, (first) => first.toUpperCase());

const json = (schema: object) => ({ 'application/json': { schema } });
/** Answers may have more fields than documented. */
const schemaOf = (shape: z.ZodType) => {
  const { $schema, ...schema } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
  return schema;
};
const refused = (description: string) => ({
  description,
  content: json({ $ref: '#/components/schemas/Error' }),
});

/** A response for each status, with the codes that it may have. */
function refusalsOf(codes: readonly ErrorCode[]) {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => ERRORS[code].status === status);
      return [status, refused(own.map((code) => `${code}: ${ERRORS[code].text}`).join(' '))];
    }),
  );
}

function operationOf(name: SignInOperation): [path: string, methods: object] {
  const { input, output, codes }: { input: z.ZodType; output: z.ZodType; codes: readonly ErrorCode[] } =
    signInContract[name];
  const [method = '', path = ''] = SIGN_IN_PATHS[name].split(' ');
  const writes = method === 'POST';
  const operation = {
    operationId: `auth.${name}`,
    tags: ['auth'],
    summary: summaryOf(name),
    security: codes.includes('SIGN_IN_REQUIRED') ? [{ session: [] }] : [],
    ...TEXTS[name],
    ...(writes && {
      parameters: [{ $ref: '#/components/parameters/Origin' }],
      requestBody: { required: true, content: json(schemaOf(input)) },
    }),
    responses: {
      200: { description: 'Done', content: json(schemaOf(output)) },
      ...refusalsOf([...codes, ...(writes ? (['NOT_ALLOWED_FROM'] as const) : []), 'RATE_LIMITED']),
      default: { $ref: '#/components/responses/Refused' },
    },
  };
  return [`/api/auth${path}`, { [method.toLowerCase()]: operation }];
}

/** The operations under /api/auth. */
export const DOCUMENTED_SIGN_IN: Readonly<Record<string, object>> = Object.fromEntries(
  (Object.keys(SIGN_IN_PATHS) as SignInOperation[]).filter((name) => !LINKS.includes(name)).map(operationOf),
);
