import type { ContractRouterClient } from '@orpc/contract';
import { useDeletion } from '#design/use-deletion.ts';
import { useOperation } from '#design/use-operation.ts';
import { useReload } from '#design/use-reload.ts';
import { useSwitch } from '#design/use-switch.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf, dataOf } from '#shared/messages.ts';
import { readQuery } from '#shared/read-query.ts';
import type { Delivery, Webhook, webhooksContract } from '../../contract.ts';
import {
  createWebhookMessages,
  deleteWebhookMessages,
  rotateSecretMessages,
  sendAgainMessages,
  sendTestMessages,
  setActiveMessages,
  updateWebhookMessages,
} from '../../messages.ts';

export type WebhooksApi = { webhooks: ContractRouterClient<typeof webhooksContract> };

const WEBHOOKS = ['admin', 'webhooks'] as const;

/** An attempt is awaited that long after its time, and asked for that often, ms. */
const AWAITED_MS = 20_000;
const POLLING_MS = 2_000;
/** How often the state of a webhook is asked for, ms. */
const STATE_MS = 5_000;

// The worker changes webhooks and deliveries without a change notification.

export const webhooksQuery = ({ webhooks }: WebhooksApi, page?: number) =>
  readQuery([...WEBHOOKS, 'list', page], (call) => webhooks.listWebhooks({ page }, call), { staleTime: 0 });

export const webhookQuery = ({ webhooks }: WebhooksApi, id: string) => ({
  ...readQuery([...WEBHOOKS, id], (call) => webhooks.getWebhook({ id }, call), { staleTime: 0 }),
  // Any attempt may switch it off.
  refetchInterval: STATE_MS,
});

const isAwaited = ({ nextAttemptAt }: Delivery) =>
  nextAttemptAt !== null && Math.abs(Date.parse(nextAttemptAt) - Date.now()) < AWAITED_MS;

/** Asks again while an attempt is expected. */
export const deliveriesQuery = ({ webhooks }: WebhooksApi, id: string, page?: number) => ({
  ...readQuery([...WEBHOOKS, id, 'deliveries', page], (call) => webhooks.listDeliveries({ id, page }, call), {
    staleTime: 0,
  }),
  refetchInterval: ({ state: { data } }: { state: { data?: { items: readonly Delivery[] } | undefined } }) =>
    data?.items.some(isAwaited) ? POLLING_MS : (false as const),
});

export function useCreateWebhook() {
  const { webhooks } = useApi<WebhooksApi>();
  const reload = useReload(WEBHOOKS);
  return useOperation({
    mutationFn: (input: Parameters<typeof webhooks.createWebhook>[0]) => webhooks.createWebhook(input),
    messages: createWebhookMessages,
    onSuccess: reload,
    onError: reload,
  });
}

/** `onStale` receives what others saved since. */
export function useUpdateWebhook({
  onDone,
  onStale,
}: {
  onDone: () => void;
  onStale: (current: Webhook) => void;
}) {
  const { webhooks } = useApi<WebhooksApi>();
  const reload = useReload(WEBHOOKS);
  return useOperation({
    mutationFn: (input: Parameters<typeof webhooks.updateWebhook>[0]) => webhooks.updateWebhook(input),
    messages: updateWebhookMessages,
    onSuccess: async () => {
      await reload();
      onDone();
    },
    onError: (error) => {
      const { current } = codeOf(error) === 'STALE' ? dataOf<{ current: Webhook }>(error) : {};
      if (current) onStale(current);
      return reload();
    },
  });
}

export function useSetActive() {
  const { webhooks } = useApi<WebhooksApi>();
  return useSwitch({
    send: (input: { id: string; isActive: boolean }) => webhooks.setActive(input),
    messages: setActiveMessages,
    successMessage: ({ isActive }) => ({
      title: isActive ? 'The webhook is on' : 'The webhook is off',
      description: isActive ? undefined : 'What waits is sent when it is on again.',
    }),
    reload: useReload(WEBHOOKS),
  });
}

export function useRotateSecret() {
  const { webhooks } = useApi<WebhooksApi>();
  return useOperation({
    mutationFn: (input: { id: string }) => webhooks.rotateSecret(input),
    messages: rotateSecretMessages,
  });
}

export function useDeleteWebhook(onDone: () => void) {
  const { webhooks } = useApi<WebhooksApi>();
  return useDeletion({
    send: (id) => webhooks.deleteWebhook({ id }),
    messages: deleteWebhookMessages,
    // Not the deleted webhook itself, which its screen still shows.
    reload: useReload([...WEBHOOKS, 'list']),
    onDone,
  });
}

export function useSendTest() {
  const { webhooks } = useApi<WebhooksApi>();
  const reload = useReload(WEBHOOKS);
  return useOperation({
    mutationFn: (input: { id: string }) => webhooks.sendTest(input),
    messages: sendTestMessages,
    onSuccess: reload,
    onError: reload,
  });
}

export function useSendAgain() {
  const { webhooks } = useApi<WebhooksApi>();
  const reload = useReload(WEBHOOKS);
  return useOperation({
    mutationFn: (input: { id: string }) => webhooks.sendDeliveryAgain(input),
    messages: sendAgainMessages,
    onSuccess: reload,
    onError: reload,
  });
}
