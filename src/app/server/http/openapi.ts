import type { AnyContractRouter, OpenAPI } from '@orpc/contract';
import { OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { profile } from '#domains/accounts/contract.ts';
import { adminProduct } from '#domains/catalog/products/product-admin.contract.ts';
import { category, listing, product, productSummary } from '#domains/catalog/shapes.ts';
import { submission } from '#domains/contact/contract.ts';
import { slide } from '#domains/content/contract.ts';
import { adminOrder, orderSummary } from '#domains/orders/admin.contract.ts';
import { order, orderItem } from '#domains/orders/shapes.ts';
import { promotion, promotionRecord } from '#domains/promotions/contract.ts';
import { listedUser } from '#domains/users/contract.ts';
import { sessionCookieName } from '#platform/auth/session/session-cookie.ts';
import { ERRORS, type ErrorCode } from '#shared/errors.ts';
import { needsUser, type OperationMeta } from '#shared/route.ts';
import { image } from '#shared/shapes.ts';
import type { ShopInfo } from '#shared/shop.ts';
import { contract } from '../contract.ts';
import { DEPRECATIONS, type Deprecation } from './deprecated-paths.ts';
import { addExamples } from './openapi-examples.ts';
import { DOCUMENTED_SIGN_IN } from './openapi-sign-in.ts';
import { documentedWebhooks, WEBHOOK_HEADERS } from './openapi-webhooks.ts';

type Operation = OpenAPI.OperationObject;
type Responses = Record<string, OpenAPI.ResponseObject | OpenAPI.ReferenceObject>;
type JsonSchema = NonNullable<OpenAPI.ComponentsObject['schemas']>[string];

/** Schemas shared by many operations; the document defines each once. */
const SHAPES = {
  AdminOrder: adminOrder,
  AdminProduct: adminProduct,
  AdminPromotion: promotionRecord,
  Category: category,
  Image: image,
  Message: submission,
  Order: order,
  OrderItem: orderItem,
  OrderSummary: orderSummary,
  Product: product,
  ProductList: listing,
  ProductSummary: productSummary,
  Profile: profile,
  Promotion: promotion,
  Slide: slide,
  User: listedUser,
};

const TAGS: Record<keyof typeof contract | 'auth', string> = {
  auth: 'Signing in and out. The session is a cookie.',
  apiKeys: 'The API keys of other programs, for the super admin',
  accounts: 'The account of the signed-in user',
  backups: 'Backups of the shop',
  calendar: 'The calendar: promotions, planned changes and days that matter',
  catalog: 'Products, their images, and categories',
  contact: 'Messages to the shop',
  content: 'The slides of the front page',
  doctor: 'What is good, worth a look or needs action',
  auditLog: 'The audit log of accounts',
  history: 'The history of changes, and undo',
  mail: 'Emails that did not arrive',
  orders: 'Orders of the signed-in user, and of all for the staff',
  presence: 'What other staff have open',
  promotions: 'Promotions',
  push: 'Notifications of a browser about orders',
  savedFilters: 'Filters of the back office’s lists under a name',
  search: 'One search of the back office for everything',
  security: 'Sessions and sign-in methods of the signed-in user',
  shop: 'The shop itself',
  users: 'Accounts, for the super admin',
  webhooks: 'Signed requests to other programs, for the super admin',
};

const error = (description: string, ...codes: ErrorCode[]): OpenAPI.ResponseObject => ({
  description,
  content: { 'application/json': { schema: errorOf(codes) } },
});

/** The error format, with the codes possible here. */
const errorOf = (codes: readonly string[], data?: object): JsonSchema =>
  ({
    allOf: [
      { $ref: '#/components/schemas/Error' },
      { type: 'object', properties: { code: { type: 'string', enum: codes }, ...(data && { data }) } },
    ],
  }) as JsonSchema;

const ERROR = {
  type: 'object',
  description: 'Why a request was refused',
  properties: {
    code: { type: 'string', description: 'For programs; it stays the same' },
    message: { type: 'string', description: 'For people' },
    data: {
      type: 'object',
      additionalProperties: true,
      description: 'More about it, such as `issues` of BAD_INPUT or `seconds` of RATE_LIMITED',
    },
  },
  required: ['code', 'message'],
} as JsonSchema;

/** The responses of the access check of every operation. */
const RESPONSES: Record<string, OpenAPI.ResponseObject> = {
  BadInput: error('What was sent is not valid', 'BAD_INPUT'),
  SignInRequired: error('The operation needs a session or an API key', 'SIGN_IN_REQUIRED', 'API_KEY_INVALID'),
  NoPermission: error(
    'The session’s role or the key’s scopes do not suffice',
    'NO_PERMISSION',
    'SCOPE_MISSING',
  ),
  WrongOrigin: error('The request comes from another origin or names none', 'NOT_ALLOWED_FROM'),
  Forbidden: error(
    'The session’s role or the key’s scopes do not suffice, or the request comes from another origin or names none',
    'NO_PERMISSION',
    'SCOPE_MISSING',
    'NOT_ALLOWED_FROM',
  ),
  NotFound: error('There is no such thing', 'NOT_FOUND'),
  TooMany: error('Too many requests; Retry-After says for how long', 'RATE_LIMITED'),
  Unexpected: error('The shop failed', 'UNEXPECTED'),
  Busy: error('The shop is busy; Retry-After says for how long', 'BUSY'),
  Refused: {
    description: 'Every other refusal has the same form',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  },
};

const referenceTo = (name: string) => ({ $ref: `#/components/responses/${name}` });
const shared = new Map(
  Object.entries(RESPONSES).map(([name, { content }]) => [JSON.stringify(content), name] as const),
);

export type DocumentedShop = Pick<ShopInfo, 'name' | 'publicUrl' | 'currency'>;

/** The OpenAPI document of everything under /api/v1, of sign-in and of webhooks. */
export async function openApiDocument({ name, publicUrl, currency }: DocumentedShop): Promise<object> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const generated = await generator.generate(contract, {
    info: {
      title: name,
      version: '1.0.0',
      description: `Amounts are in ${currency} with at most two decimals, instants ISO 8601 in UTC. Whatever is sent with a method other than GET and HEAD names the shop's own origin in the header \`Origin: ${publicUrl}\`; another origin is refused, as is none where a cookie is sent.`,
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    components: {
      schemas: { Error: ERROR },
      responses: RESPONSES,
      parameters: {
        Origin: {
          name: 'Origin',
          in: 'header',
          // Required, so that generated clients of before keep their parameters.
          required: true,
          description:
            'The shop’s own origin. A browser sends it by itself. With an API key it may be left out.',
          schema: { type: 'string', enum: [publicUrl] },
        },
        ...WEBHOOK_HEADERS,
      },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName(publicUrl.startsWith('https:')),
          description: 'Set by signing in, for 30 days after the last use',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key that a super admin makes at /admin/api-keys: `Authorization: Bearer aso_…`. It is sent without a cookie and needs no Origin.',
        },
      },
    },
    commonSchemas: Object.fromEntries(
      Object.entries(SHAPES).map(([name, schema]) => [name, { schema, strategy: 'output' as const }]),
    ),
    customErrorResponseBodySchema: (definitions) => bodyOfErrors(definitions),
  });
  const metas = metasOf(contract);
  const paths: Record<string, object> = structuredClone(DOCUMENTED_SIGN_IN);
  for (const [path, methods] of Object.entries(generated.paths ?? {})) {
    paths[`/api/v1${path}`] = methods as object;
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
      complete(operation, method, metas.get(operation.operationId ?? ''));
    }
  }
  const { responses, ...components } = generated.components ?? {};
  const shared: Shared = { requestBodies: {}, responses: { ...responses } };
  for (const { was, now } of DEPRECATIONS) addDeprecated(paths as Paths, shared, was, now);
  const document = {
    ...{ ...generated, paths, webhooks: documentedWebhooks() },
    components: { ...components, ...shared },
  };
  addExamples(document);
  return document;
}

type Paths = Record<string, Record<string, Operation>>;
type Shared = Required<Pick<OpenAPI.ComponentsObject, 'requestBodies' | 'responses'>>;

/** Adds the deprecated path of an operation, which shares with the current one what is sent and answered. */
function addDeprecated(paths: Paths, shared: Shared, was: Deprecation['was'], now: Deprecation['now']): void {
  const operation = paths[`/api/v1${now.path}`]?.[now.method.toLowerCase()];
  if (!operation?.operationId) throw new Error(`No operation answers ${now.method} ${now.path}`);
  const { operationId, requestBody, responses } = operation;
  // An operation that was moved twice has its references already.
  if (requestBody && !('$ref' in requestBody)) {
    shared.requestBodies[operationId] = requestBody;
    operation.requestBody = { $ref: `#/components/requestBodies/${operationId}` };
  }
  if (responses?.[200] && !('$ref' in responses[200])) {
    shared.responses[operationId] = responses[200];
    operation.responses = { ...responses, 200: referenceTo(operationId) };
  }
  const path = `/api/v1${was.path}`;
  paths[path] = {
    ...paths[path],
    [was.method.toLowerCase()]: { ...operation, operationId: `${operationId}.deprecated`, deprecated: true },
  };
}

function bodyOfErrors(
  definitions: readonly [code: string, text: string, required: boolean, data: unknown][],
) {
  const withData = definitions.filter(([, , , data]) => typeof data === 'object' && 'type' in (data ?? {}));
  const plain = definitions.filter((one) => !withData.includes(one)).map(([code]) => code);
  const variants = [
    ...(plain.length > 0 ? [errorOf(plain)] : []),
    ...withData.map(([code, , , data]) => errorOf([code], data as object)),
  ];
  // The generator's schema type comes from another package.
  return (variants.length === 1 ? variants[0] : { oneOf: variants }) as never;
}

/** Adds what the contract does not say about an operation: its tag, the required role, the required origin. */
function complete(operation: Operation, method: string, meta: OperationMeta | undefined): void {
  const { access = 'visitor', scope } = meta ?? {};
  const responses = operation.responses as Responses;
  operation.tags = [operation.operationId?.split('.')[0] ?? ''];
  operation.security = needsUser(access) ? [{ session: [] }] : [{}, { session: [] }];
  if (needsUser(access)) operation.description = `For: ${access}`;
  if (scope) {
    operation.security.push({ apiKey: [scope] });
    operation.description += `, or an API key with the scope ${scope}`;
  }
  operation.parameters = operation.parameters?.map(withoutStyle);
  if (method !== 'get') {
    operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/Origin' }];
    responses['403'] = withWrongOrigin(responses['403']);
  }
  for (const [status, response] of Object.entries(responses)) {
    if (Number(status) < 400 || '$ref' in response) continue;
    const name = shared.get(JSON.stringify(response.content));
    responses[status] = name ? referenceTo(name) : { ...response, description: descriptionOf(response) };
  }
  responses.default = referenceTo('Refused');
}

/** The generator describes every parameter as an object; the shop's parameters are single values. */
function withoutStyle(parameter: NonNullable<Operation['parameters']>[number]) {
  if (!('in' in parameter)) return parameter;
  const { style, explode, allowEmptyValue, allowReserved, ...plain } = parameter;
  return plain;
}

function withWrongOrigin(response: Responses[string] | undefined): Responses[string] {
  const schema =
    response && 'content' in response ? response.content?.['application/json']?.schema : undefined;
  if (!schema) return referenceTo('WrongOrigin');
  const [first, ...others] = 'oneOf' in schema ? (schema.oneOf as JsonSchema[]) : [schema as JsonSchema];
  const codes = [...codesOf(first), 'NOT_ALLOWED_FROM'];
  const joined = errorOf(codes);
  return {
    description: '',
    content: { 'application/json': { schema: others.length > 0 ? { oneOf: [joined, ...others] } : joined } },
  };
}

const codesOf = (schema: unknown): ErrorCode[] =>
  (schema as { allOf: [unknown, { properties: { code: { enum: ErrorCode[] } } }] }).allOf[1].properties.code
    .enum;

/** The messages of the codes that a response may have. */
function descriptionOf({ content }: OpenAPI.ResponseObject): string {
  const schema = content?.['application/json']?.schema ?? {};
  const variants = 'oneOf' in schema ? (schema.oneOf as unknown[]) : [schema];
  return variants
    .flatMap(codesOf)
    .map((code) => `${code}: ${ERRORS[code].text}`)
    .join(' ');
}

function metasOf(router: AnyContractRouter, names: string[] = []): Map<string, OperationMeta> {
  if ('~orpc' in router) {
    return new Map([[names.join('.'), (router['~orpc'] as unknown as { meta: OperationMeta }).meta]]);
  }
  return new Map(Object.entries(router).flatMap(([name, below]) => [...metasOf(below, [...names, name])]));
}
