import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApiProvider } from '#shared/api.tsx';
import { useSession } from './session.queries.ts';

function Greeting() {
  const { known, user } = useSession();
  return <p>{known && user ? user.firstName : 'a place holder'}</p>;
}

test('a part of the page that hydrates after the session was loaded renders the HTML of the server', () => {
  const client = new QueryClient();
  client.setQueryData(['session'], { user: { id: 'x', firstName: 'Ada', role: 'user' }, recovering: false });
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
