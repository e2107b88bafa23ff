import type { ContractRouterClient } from '@orpc/contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#shared/api.tsx';
import { SETUP_TASK_TEXTS } from '../../setup-task.ts';
import type { shopContract } from '../../shop.contract.ts';

type SetupApi = { shop: ContractRouterClient<typeof shopContract> };

/** Recommended settings of a live shop, each with its line; renders nothing when all are set. */
export function SetupList() {
  const { shop } = useApi<SetupApi>();
  const { data: tasks = [] } = useQuery({
    queryKey: ['admin', 'setup-tasks'],
    queryFn: ({ signal }) => shop.listSetupTasks(undefined, { signal }),
  });
  if (tasks.length === 0) return null;
  return (
    <section aria-labelledby="setup" className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b pb-2">
        <h2 id="setup" className="font-display text-2xl">
          Recommended settings
        </h2>
        <p className="text-muted-foreground text-sm">
          Add the line to the shop’s .env file and restart the shop.
        </p>
      </div>
      <ul className="grid lg:grid-cols-2 lg:gap-x-12">
        {tasks.map((task) => {
          const { title, why, line } = SETUP_TASK_TEXTS[task];
          return (
            <li key={task} className="grid content-start gap-1 border-b py-3">
              <span className="font-semibold leading-snug">{title}</span>
              <span className="text-muted-foreground text-sm">{why}</span>
              <code className="wrap-anywhere bg-muted px-2 py-1 text-sm">{line}</code>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
