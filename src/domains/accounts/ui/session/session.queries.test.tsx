import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiProvider } from '#shared/api.tsx';
import { SIGNED_IN_HINT } from '#shared/signed-in-hint.ts';
import { SIGNED_OUT } from '../../session-state.ts';
import { type AccountsApi, refreshSession, useSession } from './session.queries.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function Greeting() {
  const { known, user } = useSession();
  return <p>{known && user ? user.firstName : 'a place holder'}</p>;
}

test('a part of the page that hydrates after the session was loaded renders the HTML of the server', () => {
  const client = new QueryClient();
  client.setQueryData(['session'], { user: { id: 'x', firstName: 'Ada', role: 'user' } });
  // While React hydrates it renders as the server does.
  const html = renderToString(
    <QueryClientProvider client={client}>
      <ApiProvider api={{}}>
        <Greeting />
      </ApiProvider>
    </QueryClientProvider>,
  );
  expect(html).toBe('<p>a place holder</p>');
});

test('of two loads at once both return the newer answer', async () => {
  vi.stubGlobal('document', { cookie: `${SIGNED_IN_HINT}=1` });
  const answers: ((user: unknown) => void)[] = [];
  const me = () => new Promise((resolve) => answers.push(resolve));
  const api = { accounts: { me } } as unknown as AccountsApi;
  const client = new QueryClient();
  client.setQueryData(['session'], SIGNED_OUT);
  const first = refreshSession(client, api);
  await expect.poll(() => answers.length).toBe(1);
  const second = refreshSession(client, api);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]!({ id: 'x' });
  expect([(await first).user, (await second).user]).toEqual([{ id: 'x' }, { id: 'x' }]);
});
