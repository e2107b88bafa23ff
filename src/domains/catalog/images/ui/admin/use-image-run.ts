import { useSyncExternalStore } from 'react';
import { changeSetsOf } from '#shared/change-sets.ts';
import { randomId } from '#shared/random-id.ts';
import { useProductsChanged } from '../../../products/ui/admin/product-admin.queries.ts';
import type { ProductImage } from '../../image.contract.ts';
import { confirmUnload } from './confirm-unload.ts';
import { createTransferQueue, isComing, type SendOptions, type Transfer } from './transfer-queue.ts';

/** An image of many, on its way to one of many products. */
export interface RunTransfer extends Transfer {
  /** The file or address. */
  label: string;
  /** The name of the product. */
  product: string;
}

/**
 * Adds the image in this change set. The image that was added, or that the product has already; null if it was not even
 * sent.
 */
type Send<T> = (transfer: T, options: SendOptions, changeSet: string) => Promise<ProductImage | null>;

interface Opened<T extends RunTransfer> {
  queue: ReturnType<typeof createTransferQueue<T>>;
  send: Send<T>;
  changed: () => unknown;
  /** Of all transfers since the run began. */
  total: number;
  /** The change set that all of them join. */
  joined: string;
  /** Whether it is that of an import, which is undone as a whole. */
  isOfImport: boolean;
  /** The change sets of the images that were added: one, unless it could not be joined to the end. Oldest first. */
  changeSets: Set<string>;
  added: number;
  known: number;
}
/** Runs outlive their screens: they go on while another screen of the back office is shown. */
const runs = new Map<string, Opened<RunTransfer>>();

function opened<T extends RunTransfer>(send: Send<T>, changed: () => unknown): Opened<T> {
  const queue = createTransferQueue<T>({
    isPatient: true,
    async send(transfer, options) {
      const sets = changeSetsOf(await run.send(transfer, options, run.joined));
      for (const set of sets) run.changeSets.add(set);
      // The import was undone meanwhile, on whatever screen: what is left would be added after it.
      if (run.isOfImport && sets.some((set) => set !== run.joined)) queue.cancel();
      // What the product has already changed nothing.
      run[sets.length > 0 ? 'added' : 'known'] += 1;
    },
    onBusy(isBusy) {
      confirmUnload(isBusy);
      if (!isBusy) void run.changed();
    },
  });
  const run: Opened<T> = { queue, send, changed, ...unstarted() };
  return run;
}

const unstarted = () => ({
  ...{ total: 0, added: 0, known: 0 },
  ...{ joined: randomId(), isOfImport: false, changeSets: new Set<string>() },
});

/** Brings many images to many products, those of one product in their order. `kind` tells runs apart. */
export function useImageRun<T extends RunTransfer>(kind: string, send: Send<T>) {
  const changed = useProductsChanged();
  const run = (runs.get(kind) as Opened<T> | undefined) ?? opened(send, changed);
  runs.set(kind, run as unknown as Opened<RunTransfer>);
  // Always through the currently mounted screen.
  Object.assign(run, { send, changed });
  const { queue } = run;
  const transfers = useSyncExternalStore(queue.subscribe, queue.list, queue.list);
  const coming = transfers.filter(({ state }) => isComing(state));
  return {
    total: run.total,
    added: run.added,
    known: run.known,
    /** What its own undo undoes: without the import, but with images that came when that was undone already. */
    changeSets: [...run.changeSets].filter((set) => !run.isOfImport || set !== run.joined),
    left: coming.length,
    isOffline: coming.some(({ state }) => state === 'offline'),
    /** Those that failed or were refused. */
    failed: transfers.filter(({ state }) => !isComing(state)),
    /** `ofImport`: the change set of the import whose images they are. */
    start(added: readonly Omit<T, 'state' | 'progress'>[], ofImport?: string | null) {
      const state = queue.waitingState();
      Object.assign(run, unstarted(), { total: added.length });
      if (ofImport) Object.assign(run, { joined: ofImport, isOfImport: true });
      for (const { id } of queue.list()) queue.remove(id);
      queue.add(added.map((one) => ({ ...one, state, progress: 0 }) as unknown as T));
    },
    cancel: queue.cancel,
    retryAll: queue.retryAll,
    /** Forgets an ended run. */
    clear: () => forget(run as unknown as Opened<RunTransfer>),
  };
}

function forget(run: Opened<RunTransfer>) {
  Object.assign(run, unstarted());
  for (const { id } of run.queue.list()) run.queue.remove(id);
  run.queue.add([]);
}

export type ImageRun = Omit<ReturnType<typeof useImageRun>, 'start'>;
