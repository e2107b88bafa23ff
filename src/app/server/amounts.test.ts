import type { AnyContractProcedure, AnyContractRouter } from '@orpc/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';

const MONEY = /price|total|amount|value|^before$|^after$/i;

type Field = [path: string, schema: z.ZodType];

/** Every field of a schema, through all wrappers. */
function fieldsOf(schema: unknown, path: string): Field[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, below]) => [
      [`${path}.${name}`, below] as Field,
      ...fieldsOf(below, `${path}.${name}`),
    ]);
  }
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element, `${path}[]`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((one) => fieldsOf(one, path));
  if (schema instanceof z.ZodPipe) return [...fieldsOf(schema.in, path), ...fieldsOf(schema.out, path)];
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return fieldsOf(schema.def.innerType, path);
  }
  return [];
}

function fieldsOfContract(router: AnyContractRouter, path = ''): Field[] {
  if (!('~orpc' in router)) {
    return Object.entries(router).flatMap(([name, below]) => fieldsOfContract(below, `${path}.${name}`));
  }
  const { inputSchema, outputSchema } = (router as AnyContractProcedure)['~orpc'];
  return [...fieldsOf(inputSchema, `${path} input`), ...fieldsOf(outputSchema, `${path} output`)];
}

const amounts = fieldsOfContract(contract).filter(
  ([path, schema]) => MONEY.test(path.split('.').at(-1)!) && schema.safeParse(1).success,
);

test('prices, values and totals are found in the contract', () => {
  expect(amounts.map(([path]) => path)).toEqual(
    expect.arrayContaining([
      '.orders.submit input.lines[].shownPrice',
      '.orders.submit output.total',
      '.catalog.createProduct input.price',
      '.catalog.importProducts input.rows[].price',
      '.promotions.createPromotion input.promotionValue',
      '.promotions.listActive output.promotions[].promotionValue',
    ]),
  );
});

test.each(amounts)('%s accepts no fraction of a kobo', (_, schema) => {
  for (const amount of [0.1 + 0.2, 1.005, 1e-7, 1e21])
    expect(schema.safeParse(amount).success, `${amount}`).toBe(false);
  for (const amount of [1, 1000]) expect(schema.safeParse(amount).success, `${amount}`).toBe(true);
});
