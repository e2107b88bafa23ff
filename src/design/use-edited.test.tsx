import { QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { useEdited } from './use-edited.ts';

interface Entity {
  id: string;
  version: number;
}
type Edited = ReturnType<typeof useEdited<Entity, string[]>>;

const queryOf = (id: string) =>
  queryOptions({ queryKey: ['one', id], queryFn: (): Promise<Entity> => Promise.reject(new Error()) });

function Reader({ listed, onRead }: { listed: Entity | undefined; onRead: (edited: Edited) => void }) {
  onRead(useEdited(queryOf, listed));
  return null;
}

function open(client: QueryClient, listed: Entity | undefined): Edited {
  const onRead = vi.fn<(edited: Edited) => void>();
  renderToString(
    <QueryClientProvider client={client}>
      <Reader listed={listed} onRead={onRead} />
    </QueryClientProvider>,
  );
  return onRead.mock.lastCall![0];
}

test('OPEN-07 a form that is opened again after a save has what was saved, also before the list is read', async () => {
  const client = new QueryClient();
  const listed = { id: 'a', version: 1 };
  const saved = { id: 'a', version: 2 };
  const { entity, keep } = open(client, listed);
  expect(entity).toBe(listed);
  await keep(saved);
  expect(open(client, listed).entity).toEqual(saved);
  // After a switch of its row.
  expect(open(client, { id: 'a', version: 3 }).entity?.version).toBe(3);
  expect(open(client, undefined).entity).toBeUndefined();
});

test('OPEN-07 a new entity that was saved twice has what was saved last', async () => {
  const client = new QueryClient();
  await open(client, undefined).keep({ id: 'b', version: 2 });
  expect(open(client, { id: 'b', version: 1 }).entity?.version).toBe(2);
});
