import { BUSY_RETRY_SECONDS } from '#db/busy.ts';
import { ERRORS } from '#shared/errors.ts';

/** 503 with Retry-After: nothing was done, and soon it may be. */
export function busyAnswer(): Response {
  return Response.json(
    { code: 'BUSY', message: ERRORS.BUSY.text },
    {
      status: ERRORS.BUSY.status,
      headers: { 'cache-control': 'no-store', 'retry-after': String(BUSY_RETRY_SECONDS) },
    },
  );
}
