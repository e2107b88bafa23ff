import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { SIGN_IN_PATHS } from '#domains/accounts/sign-in.paths.ts';
import { DELIVERED_EVENTS } from '#shared/webhook-events.ts';
import { openApiDocument } from './openapi.ts';

type Part = { $ref?: string } & Record<string, unknown>;
type Content = Record<string, { schema: object; example?: unknown }>;
interface Operation {
  operationId: string;
  security?: Record<string, string[]>[];
  parameters?: Part[];
  requestBody?: Part;
  responses: Record<string, Part>;
}

let document: {
  components: Record<string, Record<string, Part>>;
  paths: object;
  webhooks: Record<string, { post: Operation }>;
};
let operations: (Operation & { method: string })[];

beforeAll(async () => {
  const shop = { name: 'A shop', publicUrl: 'https://shop.example', currency: 'EUR' };
  document = (await openApiDocument(shop)) as typeof document;
  operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap((methods) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method })),
  );
});

/** What a reference of the document leads to. */
const resolved = (part: Part): Part => {
  const [, , kind, name] = part.$ref?.split('/') ?? [];
  return kind && name ? document.components[kind]![name]! : part;
};
const contentOf = (part: Part) => Object.values((resolved(part).content ?? {}) as Content);
/** With what it refers to, as zod reads a schema. */
const schemaOf = (schema: object) =>
  z.fromJSONSchema(
    JSON.parse(
      JSON.stringify({ ...schema, $defs: document.components.schemas }).replaceAll(
        '#/components/schemas/',
        '#/$defs/',
      ),
    ),
  );

test('AGENT-02 the document is valid by a published validator', async () => {
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
});

test('AGENT-02 every operation names its security by a scheme of the document', () => {
  const schemes = Object.keys(document.components.securitySchemes!);
  for (const { operationId, security } of operations) {
    const named = security?.flatMap((one) => Object.keys(one));
    expect(named, operationId).toBeDefined();
    expect(schemes, operationId).toEqual(expect.arrayContaining(named!));
  }
});

test('AGENT-02 every operation has an example of what it is sent and answers, which fits its schema', () => {
  expect(operations.length).toBeGreaterThan(130);
  const wrong = operations.flatMap(({ operationId, requestBody, responses, parameters = [] }) => {
    const inPath = parameters.map(resolved).filter((parameter) => parameter.in === 'path');
    const sent = requestBody ? contentOf(requestBody) : [];
    const answered = contentOf(responses['200']!);
    expect([sent.length > 0, answered.length], operationId).toEqual([Boolean(requestBody), 1]);
    return [...inPath, ...sent, ...answered].flatMap(({ schema, example }) => {
      const { success, error } = schemaOf(schema as object).safeParse(example);
      return success ? [] : [[operationId, example, error?.issues]];
    });
  });
  expect(wrong).toEqual([]);
});

test('OPEN-21 every operation of sign-in is in it but the links that a browser follows', () => {
  const named = new Set(operations.map(({ operationId }) => operationId));
  const missing = Object.keys(SIGN_IN_PATHS).filter((name) => !named.has(`auth.${name}`));
  expect(missing).toEqual(['returnFromProvider', 'openConfirmationLink']);
  const { responses } = operations.find(({ operationId }) => operationId === 'auth.enableTwoFactor')!;
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '401', '403', '409', '429']));
});

test('CALLS-48 CALLS-49 the checks of roles take user_id', () => {
  for (const name of ['accounts.isAdminOrSuperAdmin', 'accounts.isSuperAdmin']) {
    const { parameters } = operations.find(({ operationId }) => operationId === name)!;
    expect(parameters, name).toMatchObject([{ name: 'user_id', in: 'query', required: true }]);
  }
});

test('AGENT-02 each event of webhooks is in it, with its signature headers, an example and the answers of a receiver', () => {
  expect(Object.keys(document.webhooks)).toEqual([...DELIVERED_EVENTS]);
  for (const [event, { post }] of Object.entries(document.webhooks)) {
    const { operationId, requestBody, responses, parameters = [] } = post;
    expect(operations.map((one) => one.operationId)).not.toContain(operationId);
    expect(parameters.map(resolved)).toMatchObject(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
        ...{ name, in: 'header', required: true, example: expect.stringMatching(/./) },
      })),
    );
    const [content] = contentOf(requestBody!);
    expect(content?.example, event).toMatchObject({ type: event, data: expect.any(Object) });
    expect(schemaOf(content!.schema).safeParse(content!.example), event).toMatchObject({ success: true });
    expect(Object.keys(responses), event).toEqual(expect.arrayContaining(['2XX', '410', 'default']));
  }
});

test('AGENT-02 every operation has the shape and an example of each of its errors', () => {
  for (const { operationId, method, responses } of operations) {
    const errors = Object.entries(responses).filter(
      ([status]) => status === 'default' || Number(status) >= 400,
    );
    const statuses = errors.map(([status]) => status);
    expect(statuses, operationId).toEqual(expect.arrayContaining(['429', 'default']));
    if (method !== 'get') expect(statuses, operationId).toContain('403');
    for (const [status, response] of errors) {
      const [content] = contentOf(response);
      const name = `${operationId} ${status}`;
      expect(content?.example, name).toMatchObject({
        code: expect.stringMatching(/^[A-Z_]+$/),
        message: expect.stringMatching(/^[^{}]+$/),
      });
      expect(schemaOf(content!.schema).safeParse(content!.example), name).toMatchObject({ success: true });
    }
  }
});
