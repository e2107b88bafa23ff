import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { UCP_OPERATIONS, type UcpOperationName } from '#domains/agents/ucp.contract.ts';

// The published schemas of the Universal Commerce Protocol, which are not part of this project.

const FOLDER = fileURLToPath(new URL('../../../../../shared/data/ucp-2026-04-08/source/', import.meta.url));

/** Whether the schemas are on this machine. */
export const hasUcpSchemas = existsSync(FOLDER);
/** Why a test is skipped at its end, where they are not. */
export const NO_UCP_SCHEMAS = `answers are not validated: there are no schemas of the protocol in ${FOLDER}`;

const SITE = 'https://ucp.dev';
const REST = `${SITE}/services/shopping/rest.openapi.json`;
const MCP = `${SITE}/services/shopping/mcp.openrpc.json`;

interface OpenRpc {
  methods: { name: string }[];
}

const read = (path: string): object => JSON.parse(readFileSync(FOLDER + path, 'utf8'));

function openSchemas() {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  for (const path of globSync('schemas/**/*.json', { cwd: FOLDER })) ajv.addSchema(read(path));
  ajv.addSchema(read('discovery/profile_schema.json'));
  // The profile refers to its neighbour by the folders of the repository, not by the published ids.
  ajv.addSchema({ ...read('schemas/ucp.json'), $id: `${SITE}/schemas/schemas/ucp.json` });
  for (const path of ['service', 'capability', 'payment_handler'])
    ajv.addSchema({ ...read(`schemas/${path}.json`), $id: `${SITE}/schemas/schemas/${path}.json` });
  ajv.addSchema({
    ...read('schemas/transports/embedded_config.json'),
    $id: `${SITE}/schemas/schemas/transports/embedded_config.json`,
  });
  for (const path of globSync('schemas/shopping/types/*.json', { cwd: FOLDER }))
    ajv.addSchema({ ...read(path), $id: `${SITE}/schemas/${path}` });
  ajv.addSchema({ ...read('services/shopping/rest.openapi.json'), $id: REST });
  ajv.addSchema({ ...read('services/shopping/mcp.openrpc.json'), $id: MCP });
  return ajv;
}

let opened: ReturnType<typeof openSchemas> | undefined;
let hasUnvalidated = false;

/** Whether a value could not be validated since the last call. */
export function takeUnvalidated(): boolean {
  const had = hasUnvalidated;
  hasUnvalidated = false;
  return had;
}

/** What a schema finds wrong in a value; an empty text if nothing, or if the schemas are absent. */
function problems(schema: string, value: unknown): string {
  if (!hasUcpSchemas) {
    hasUnvalidated = true;
    return '';
  }
  opened ??= openSchemas();
  const validate = opened.getSchema(schema);
  if (!validate) throw new Error(`There is no schema ${schema}`);
  return validate(value) ? '' : opened.errorsText(validate.errors);
}

const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

export const profileProblems = (value: unknown) =>
  problems(`${SITE}/schemas/discovery/profile.json#/$defs/business_profile`, value);

export const refusalProblems = (value: unknown) =>
  problems(`${SITE}/schemas/shopping/types/error_response.json`, value);

/** By the OpenAPI document: the answer of an operation with the status it declares. */
export function restProblems(name: UcpOperationName, value: unknown): string {
  const {
    method,
    path,
    status = 200,
  }: { method: string; path: string; status?: number } = UCP_OPERATIONS[name];
  const operation = `${escaped(path.replace(':id', '{id}'))}/${method.toLowerCase()}`;
  return problems(
    `${REST}#/paths/${operation}/responses/${status}/content/${escaped('application/json')}/schema`,
    value,
  );
}

/** By the OpenRPC document: the result of a method. */
export function mcpProblems(name: string, value: unknown): string {
  const methods = hasUcpSchemas ? publishedMethods() : [];
  return problems(`${MCP}#/methods/${methods.indexOf(name)}/result/schema`, value);
}

export const publishedMethods = (): string[] =>
  (read('services/shopping/mcp.openrpc.json') as OpenRpc).methods.map(({ name }) => name);
