import type { ContractRouterClient } from '@orpc/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#shared/api.tsx';
import { messageOf } from '#shared/messages.ts';
import type { notificationsContract, Subscription } from '../contract.ts';
import { deleteSubscriptionMessages, saveSubscriptionMessages } from '../messages.ts';
import type { Topic } from '../topic.ts';
import {
  askPermission,
  isFor,
  ownSubscription,
  type PushSupport,
  pushSupport,
  subscribe,
} from './push-browser.ts';

export type NotificationsApi = { push: ContractRouterClient<typeof notificationsContract> };

interface PushState {
  support: PushSupport;
  topics: readonly Topic[];
}

const PUSH = ['push'] as const;

/** The switch of a topic in this browser. */
export function usePush(topic: Topic) {
  const { push } = useApi<NotificationsApi>();
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: PUSH,
    // Also when the user returns from the settings of the browser.
    refetchOnWindowFocus: 'always',
    queryFn: async ({ signal }): Promise<PushState> => {
      const support = pushSupport();
      const own = support === 'supported' ? await ownSubscription() : null;
      if (!own) return { support, topics: [] };
      const { endpoint } = own;
      const { topics, publicKey } = await push.findSubscription({ endpoint }, { signal });
      return { support, topics: isFor(own, publicKey) ? topics : [] };
    },
  });

  async function switchOn(): Promise<readonly Topic[] | null> {
    // First: it must be in the handler of the press.
    if (!(await askPermission())) return null;
    const { publicKey } = await push.findSubscription({ endpoint: null });
    const own = (await subscribe(publicKey)).toJSON() as Subscription;
    const save = topic === 'own_orders' ? push.saveSubscription : push.saveStaffSubscription;
    return (await save({ endpoint: own.endpoint, keys: own.keys })).topics;
  }

  async function switchOff(): Promise<readonly Topic[]> {
    const own = await ownSubscription();
    if (!own) return [];
    const { topics } = await push.deleteSubscription({ endpoint: own.endpoint, topic });
    if (topics.length === 0) await own.unsubscribe();
    return topics;
  }

  const change = useMutation({
    mutationFn: (on: boolean) => (on ? switchOn() : switchOff()),
    onSuccess: async (topics) => {
      await queryClient.cancelQueries({ queryKey: PUSH });
      queryClient.setQueryData<PushState>(PUSH, (before) => ({
        support: pushSupport(),
        topics: topics ?? before?.topics ?? [],
      }));
    },
  });
  const failure =
    change.error &&
    messageOf(change.variables ? saveSubscriptionMessages : deleteSubscriptionMessages, change.error);
  return {
    /** Undefined until this browser and the shop have answered. */
    support: query.data?.support,
    isOn: query.data?.topics.includes(topic) ?? false,
    isBusy: change.isPending,
    /** Why the last press had no effect. */
    failure: failure?.title,
    set: (on: boolean) => change.mutate(on),
  };
}
