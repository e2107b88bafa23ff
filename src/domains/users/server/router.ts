import type { Database } from '#db/client.ts';

export interface UsersDeps {
  database: Pick<Database, 'asCaller'>;
}

export function usersRouter(_deps: UsersDeps) {
  return {};
}
