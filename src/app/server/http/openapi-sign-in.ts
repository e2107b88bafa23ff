import { z } from 'zod';
import { signInContract } from '#domains/accounts/sign-in.contract.ts';
import { SIGN_IN_PATHS } from '#domains/accounts/sign-in.paths.ts';
import { ERRORS } from '#shared/errors.ts';

/** The operations under /api/auth that API clients need: sign in, current user, sign out. The pages use the others. */
const DOCUMENTED = {
  signInByPassword: {
    summary: 'Sign in by email and password',
    description:
      'The answer sets the cookie of the session, which later requests send. Where two-step sign-in is on, the answer has twoFactorRedirect, and the second step is done in the browser. Where the shop asks for a captcha, its answer is sent as for the form of the shop.',
    security: [],
  },
  session: { summary: 'The session and its user, or null', security: [{}, { session: [] }] },
  signOut: {
    summary: 'Sign out',
    description: 'Ends the session; the answer deletes its cookie.',
    security: [{ session: [] }],
  },
} as const;

const json = (schema: object) => ({ 'application/json': { schema } });
/** Answers may have more fields than documented. */
const schemaOf = (shape: z.ZodType) => {
  const { $schema, ...schema } = z.toJSONSchema(shape, { io: 'input' });
  return schema;
};
const refused = (description: string) => ({
  description,
  content: json({ $ref: '#/components/schemas/Error' }),
});

/** A response for each status, with the codes that it may have. */
function refusalsOf(codes: readonly (keyof typeof ERRORS)[]) {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const own = codes.filter((code) => ERRORS[code].status === status);
      return [status, refused(own.map((code) => `${code}: ${ERRORS[code].text}`).join(' '))];
    }),
  );
}

function operationOf(name: keyof typeof DOCUMENTED): [path: string, methods: object] {
  const { input, output, codes } = signInContract[name];
  const [method = '', path = ''] = SIGN_IN_PATHS[name].split(' ');
  const writes = method === 'POST';
  const operation = {
    operationId: `auth.${name}`,
    tags: ['auth'],
    ...DOCUMENTED[name],
    ...(writes && {
      parameters: [{ $ref: '#/components/parameters/Origin' }],
      requestBody: { required: true, content: json(schemaOf(input)) },
    }),
    responses: {
      200: { description: 'Done', content: json(schemaOf(output)) },
      ...refusalsOf(writes ? [...codes, 'NOT_ALLOWED_FROM', 'RATE_LIMITED'] : ['RATE_LIMITED']),
      default: { $ref: '#/components/responses/Refused' },
    },
  };
  return [`/api/auth${path}`, { [method.toLowerCase()]: operation }];
}

export const DOCUMENTED_SIGN_IN: Readonly<Record<string, object>> = Object.fromEntries(
  (['signInByPassword', 'session', 'signOut'] as const).map(operationOf),
);
