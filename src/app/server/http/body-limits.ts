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

/** The paths of an operation: its RPC name, and its documented method and path. */
function largeOf({ meta, route }: Declared, name: string): Large[] {
  const bytes = meta.maxBody;
  if (bytes === undefined) return [];
  const path = new RegExp(`^/api/v1${(route.path ?? '').replace(/\{\w+\}/g, '[^/]+')}$`);
  return [
    { bytes, matches: (_, requested) => requested === `/api/rpc/${name}` },
    { bytes, matches: (method, requested) => method === route.method && path.test(requested) },
  ];
}

function largeIn(router: AnyContractRouter, names: string[]): Large[] {
  if ('~orpc' in router) return largeOf(router['~orpc'] as unknown as Declared, names.join('/'));
  return Object.entries(router).flatMap(([name, below]) => largeIn(below, [...names, name]));
}

const LARGE = largeIn(contract, []);

/** The body limit that an operation declares, bytes; undefined if it declares none. */
export function declaredLimit(method: string, path: string): number | undefined {
  return LARGE.find((large) => large.matches(method, path))?.bytes;
}
