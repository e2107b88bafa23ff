import type { OpenAPI } from '@orpc/contract';
import { type ErrorCode, type ErrorParams, textOf } from '#shared/errors.ts';

/** What of JSON Schema the document has. */
interface Schema {
  $ref?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  const?: unknown;
  default?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  /** Several of what may be null. */
  type?: string | string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  required?: string[];
}
type Schemas = Record<string, Schema>;

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '01990a6e-7c1b-7d3e-9f00-2b8c4d5e6f70',
  date: '2026-03-14',
  'date-time': '2026-03-14T09:30:00.000Z',
  uri: 'https://images.example/blue-shirt.jpg',
  email: 'customer@example.com',
};

/** Texts by the name of their property; a property without one is its name in words. */
const TEXTS: Readonly<Record<string, string>> = {
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  callbackURL: '/auth',
  code: 'SPRING10',
  currency: 'EUR',
  customerName: 'Amara Obi',
  displayOrder: '1',
  email: FORMATS.email!,
  ipAddress: '192.0.2.7',
  message: 'Do you have this in green?',
  moneyExample: '€8,888,888,888,888.88',
  name: 'Blue shirt',
  orderNumber: '1042',
  otp: '482913',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  phone: '+14155550100',
  placeholder: '',
  price: '25000.00',
  productImage: '/uploads/blue-shirt.jpg',
  productName: 'Blue shirt',
  slug: 'shirts',
  timeZone: 'Europe/Paris',
  url: '/uploads/blue-shirt.jpg',
  userAgent: 'Mozilla/5.0',
  whatsappLink: 'https://wa.me/14155550100?text=Order%20%231042',
};
const AMOUNT = /price|total|amount|money|spent|reduction/i;

const inWords = (name: string) => name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);

/** A value that fits the schema, with every property. `name` is that of its property. */
export function exampleOf(schema: Schema, schemas: Schemas, name = ''): unknown {
  if (schema.$ref) return exampleOf(schemas[schema.$ref.split('/').at(-1)!] ?? {}, schemas, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.examples) return schema.examples[0];
  if (schema.enum) return schema.enum[0];
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) return exampleOf(variants[0]!, schemas, name);
  if (schema.allOf) {
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, schemas, name) as object));
  }
  switch ([schema.type].flat()[0]) {
    case 'array':
      return schema.items ? [exampleOf(schema.items, schemas, name)] : [];
    case 'boolean':
      return schema.default ?? false;
    case 'integer':
    case 'number': {
      const usual = schema.type === 'number' && AMOUNT.test(name) ? 25_000 : 1;
      return Math.min(Math.max(usual, schema.minimum ?? usual), schema.maximum ?? usual);
    }
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, one]) => [key, exampleOf(one, schemas, key)]),
      );
    case 'string':
      return FORMATS[schema.format ?? ''] ?? TEXTS[name] ?? inWords(name || 'text');
    case 'null':
      return null;
    default:
      return {};
  }
}

/** The codes of an error's schema, with the schema of the data of each; null for the schema of anything else. */
function errorVariants(schema: Schema): Schema[] | null {
  const variants = schema.oneOf ?? [schema];
  const isError = (one: Schema) => one.allOf?.[0]?.$ref === '#/components/schemas/Error';
  return variants.every(isError) ? variants.map(({ allOf }) => allOf![1]!) : null;
}

/** What the messages of the access check are completed with. */
const USUAL_PARAMS: Partial<Record<ErrorCode, ErrorParams>> = {
  NO_PERMISSION: { action: 'manage products' },
  SIGN_IN_REQUIRED: { action: 'manage products' },
  RATE_LIMITED: { seconds: 30 },
};

function errorExample({ properties }: Schema, schemas: Schemas): object {
  const code = properties!.code!.enum![0] as ErrorCode;
  const data = properties?.data && (exampleOf(properties.data, schemas) as ErrorParams | undefined);
  return { code, message: textOf(code, { ...USUAL_PARAMS[code], ...data }), ...(data && { data }) };
}

function exampleOfContent(schema: Schema, schemas: Schemas): unknown {
  if (schema.$ref === '#/components/schemas/Error') {
    return errorExample({ properties: { code: { enum: ['NOT_FOUND'] } } }, schemas);
  }
  const [error] = errorVariants(schema) ?? [];
  return error ? errorExample(error, schemas) : exampleOf(schema, schemas);
}

type Content = { schema?: Schema; example?: unknown };
type Documented = Pick<OpenAPI.Document, 'paths' | 'components'> & { webhooks: object };

/** Adds to everything that is sent or answered, and to the parameters of paths, an example made of its schema. */
export function addExamples(document: Documented): void {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const {
      content,
      in: place,
      name,
      schema,
    } = part as {
      content?: Record<string, Content>;
      in?: string;
      name?: string;
      schema?: Schema;
    };
    if (content) {
      for (const one of Object.values(content)) {
        if (one.schema) one.example = exampleOfContent(one.schema, schemas);
      }
    } else if (place === 'path' && schema) Object.assign(part, { example: exampleOf(schema, schemas, name) });
    else for (const inner of Object.values(part)) visit(inner);
  };
  const { requestBodies, responses } = document.components ?? {};
  visit([document.paths, document.webhooks, requestBodies, responses]);
}
