import type { AnyContractRouter } from '@orpc/contract';
import type { OperationMeta } from '#shared/route.ts';
import { contract } from '../contract.ts';

interface Declared {
  meta: OperationMeta;
  route: { method?: string; path?: string };
}

interface Large {
  matches(method: string, path: string): boolean;
  bytes: number;
}

/** Where an operation is reached: by its name, and by its documented method and address. */
function largeOf({ meta, route }: Declared, name: string): Large[] {
  const bytes = meta.maxBody;
  if (bytes === undefined) return [];
  const path = new RegExp(`^/api/v1${(route.path ?? '').replace(/\{\w+\}/g, '[^/]+')}$`);
  return [
    { bytes, matches: (_, asked) => asked === `/api/rpc/${name}` },
    { bytes, matches: (method, asked) => method === route.method && path.test(asked) },
  ];
}

function largeIn(router: AnyContractRouter, names: string[]): Large[] {
  if ('~orpc' in router) return largeOf(router['~orpc'] as unknown as Declared, names.join('/'));
  return Object.entries(router).flatMap(([name, below]) => largeIn(below, [...names, name]));
}

const LARGE = largeIn(contract, []);

/** The bytes that an operation declares its body may have, or undefined where it declares nothing. */
export function declaredLimit(method: string, path: string): number | undefined {
  return LARGE.find((large) => large.matches(method, path))?.bytes;
}
