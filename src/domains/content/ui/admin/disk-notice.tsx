import type { ContractRouterClient } from '@orpc/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#shared/api.tsx';
import type { shopContract } from '../../shop.contract.ts';

type DiskApi = { shop: ContractRouterClient<typeof shopContract> };

/** Polling interval; other processes fill the disk as well. */
const EVERY_MS = 60_000;

const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

/** Shown while the server's disk is full or below its reserve: what cannot be saved, and what to do. */
export function DiskNotice() {
  const { shop } = useApi<DiskApi>();
  const { data } = useQuery({
    queryKey: ['admin', 'disk'],
    queryFn: ({ signal }) => shop.disk(undefined, { signal }),
    staleTime: 0,
    refetchInterval: EVERY_MS,
  });
  return (
    // `contents`, because an empty box would still take the gap of the surrounding screen.
    <div role="status" className="contents">
      {data?.isFull ? (
        <div className="border-l-4 border-l-danger bg-danger-soft px-4 py-3 text-foreground">
          <p className="font-semibold">The server’s disk is full: nothing can be saved, not even orders.</p>
          <p className="mt-1 text-sm">Pages still open. Please free disk space on the server now.</p>
        </div>
      ) : data?.isShort ? (
        <div className="border-l-4 border-l-warning bg-warning-soft px-4 py-3 text-foreground">
          <p className="font-semibold">The server’s disk is nearly full: images cannot be uploaded.</p>
          <p className="mt-1 text-sm">
            {data.free === null ? '' : `${gigabytes(data.free)} are free; `}
            {gigabytes(data.reserve)} are reserved for orders, which still work. Please free disk space on the
            server.
          </p>
        </div>
      ) : null}
    </div>
  );
}
