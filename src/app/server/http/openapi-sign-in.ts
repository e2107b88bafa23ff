const refused = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});
const ORIGIN = { $ref: '#/components/parameters/Origin' };
const SHARED = {
  429: refused('Too many attempts; Retry-After says for how long'),
  default: { $ref: '#/components/responses/Refused' },
};

const user = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    email: { type: 'string' },
    firstName: { type: 'string' },
    lastName: { type: 'string' },
    role: { type: 'string', enum: ['user', 'admin', 'super_admin'] },
  },
  required: ['id', 'email'],
};

/** The part of /api/auth that API clients need, which is not in the contract: sign in, current user, sign out. */
export const SIGN_IN_PATHS: Readonly<Record<string, object>> = {
  '/api/auth/sign-in/email': {
    post: {
      operationId: 'auth.signInByPassword',
      summary: 'Sign in by email and password',
      description:
        'The answer sets the cookie of the session; with it come all later requests. Where two-step sign-in is on, the second step is done in the browser. Where the shop asks for a captcha, its answer is sent as for the form of the shop.',
      tags: ['auth'],
      security: [],
      parameters: [ORIGIN],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                email: { type: 'string', format: 'email' },
                password: { type: 'string', minLength: 6, maxLength: 128 },
              },
              required: ['email', 'password'],
            },
          },
        },
      },
      responses: {
        200: {
          description: 'Signed in',
          headers: {
            'Set-Cookie': {
              description: 'The session and what belongs to it',
              schema: { type: 'string' },
            },
          },
          content: {
            'application/json': { schema: { type: 'object', properties: { user } } },
          },
        },
        401: refused('Email or password is wrong: INVALID_EMAIL_OR_PASSWORD'),
        403: refused(
          'The request comes from another origin, or the account is closed or not confirmed: NOT_ALLOWED_FROM, BANNED, EMAIL_NOT_VERIFIED',
        ),
        ...SHARED,
      },
    },
  },
  '/api/auth/get-session': {
    get: {
      operationId: 'auth.session',
      summary: 'The session and its user, or null',
      tags: ['auth'],
      security: [{}, { session: [] }],
      responses: {
        200: {
          description: 'The session, or null',
          content: {
            'application/json': {
              schema: {
                anyOf: [
                  {
                    type: 'object',
                    properties: {
                      session: {
                        type: 'object',
                        properties: { expiresAt: { type: 'string', format: 'date-time' } },
                        required: ['expiresAt'],
                      },
                      user,
                    },
                    required: ['session', 'user'],
                  },
                  { type: 'null' },
                ],
              },
            },
          },
        },
        ...SHARED,
      },
    },
  },
  '/api/auth/sign-out': {
    post: {
      operationId: 'auth.signOut',
      summary: 'Sign out',
      description: 'Ends the session; the answer takes its cookie back.',
      tags: ['auth'],
      security: [{ session: [] }],
      parameters: [ORIGIN],
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      responses: {
        200: {
          description: 'Signed out',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { success: { type: 'boolean' } },
                required: ['success'],
              },
            },
          },
        },
        403: { $ref: '#/components/responses/WrongOrigin' },
        ...SHARED,
      },
    },
  },
};
