import { Ellipsis, Pencil, Power, RefreshCw, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { BreakableText } from '#design/breakable-text.tsx';
import { Button } from '#design/button.tsx';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { IconButton } from '#design/icon-button.tsx';
import { ListScreen } from '#design/list-screen.tsx';
import { Menu, MenuItem } from '#design/menu.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { useListSearch } from '#design/use-list-search.ts';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import {
  Reauthentication,
  useConfirmedIdentity,
} from '#domains/accounts/ui/reauthentication/reauthentication.tsx';
import { useApi } from '#shared/api.tsx';
import type { Webhook } from '../../contract.ts';
import { deliveriesFailed, OFF_REASONS } from '../../messages.ts';
import { DELIVERY_COLUMNS } from './delivery-columns.tsx';
import { SEND_ORDERS, WebhookDialog } from './webhook-dialog.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import {
  deliveriesQuery,
  useDeleteWebhook,
  useRotateSecret,
  useSendTest,
  useSetActive,
  useUpdateWebhook,
  type WebhooksApi,
} from './webhooks.queries.ts';
import { EventBadges, StateBadge } from './webhooks-screen.tsx';

/** A webhook with its deliveries. */
export function WebhookView({ webhook, onDeleted }: { webhook: Webhook; onDeleted: () => void }) {
  const { page } = useListSearch().search;
  const list = useRememberedPage(deliveriesQuery(useApi<WebhooksApi>(), webhook.id, page));
  const [open, setOpen] = useState<'edit' | 'secret' | 'delete'>();
  const close = () => setOpen(undefined);
  const sendTest = useSendTest();
  const setActive = useSetActive();
  const remove = useDeleteWebhook(onDeleted);
  const { id, isActive } = webhook;
  return (
    <ListScreen
      title={webhook.name}
      lead={<Lead webhook={webhook} />}
      actions={
        <>
          {isActive ? (
            <Button variant="outline" busy={sendTest.isPending} onClick={() => sendTest.mutate({ id })}>
              <Send aria-hidden="true" />
              Send a test
            </Button>
          ) : (
            <Button busy={setActive.isPending} onClick={() => setActive.mutate({ id, isActive: true })}>
              <Power aria-hidden="true" />
              Switch on
            </Button>
          )}
          <Menu
            trigger={
              <IconButton label="More" className="border border-input">
                <Ellipsis aria-hidden="true" />
              </IconButton>
            }
          >
            <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setOpen('edit')}>
              Change
            </MenuItem>
            <MenuItem icon={<RefreshCw aria-hidden="true" />} onSelect={() => setOpen('secret')}>
              New secret
            </MenuItem>
            {isActive ? (
              <MenuItem
                icon={<Power aria-hidden="true" />}
                onSelect={() => setActive.mutate({ id, isActive: false })}
              >
                Switch off
              </MenuItem>
            ) : null}
            <MenuItem icon={<Trash2 aria-hidden="true" />} tone="danger" onSelect={() => setOpen('delete')}>
              Delete
            </MenuItem>
          </Menu>
        </>
      }
      caption="Deliveries"
      columns={DELIVERY_COLUMNS}
      list={list}
      count={['delivery in 30 days', 'deliveries in 30 days']}
      failed={deliveriesFailed}
      empty={
        <EmptyState icon={<Send />} title="Nothing was sent yet">
          Send a test to see whether the receiver answers. Each delivery is shown here for 30 days.
        </EmptyState>
      }
    >
      <Reauthentication>
        {open === 'edit' ? <EditDialog webhook={webhook} onClose={close} /> : null}
        {open === 'secret' ? <RotateSecret webhook={webhook} onClose={close} /> : null}
      </Reauthentication>
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={`Delete “${webhook.name}”?`}
        description="Nothing is sent to it any more, and its deliveries are deleted too."
        confirmLabel="Delete the webhook"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(id)}
      />
    </ListScreen>
  );
}

function Lead({ webhook }: { webhook: Webhook }) {
  const { url, events, isActive, offReason, failingSince, actsFor } = webhook;
  return (
    <div className="grid grid-cols-1 gap-2 text-base">
      <p className="wrap-anywhere">
        <BreakableText>{url}</BreakableText>
      </p>
      <p className="flex flex-wrap items-center gap-1">
        <StateBadge webhook={webhook} />
        <EventBadges events={events} />
      </p>
      {isActive && failingSince ? (
        <p className="text-warning">
          Nothing has arrived since an attempt failed <RelativeTime iso={failingSince} />. After three days of
          that, the shop switches the webhook off.
        </p>
      ) : null}
      {isActive ? null : (
        <p className={offReason ? 'text-danger' : undefined}>
          {offReason ? OFF_REASONS[offReason] : 'It is off. What waits is sent when it is on again.'}
        </p>
      )}
      {actsFor ? <p className="text-sm">Reads orders with the rights of {actsFor}.</p> : null}
    </div>
  );
}

function EditDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { isAsking, confirm } = useConfirmedIdentity(SEND_ORDERS);
  // What the form began with: a save over anything else is refused, and begins again with that.
  const [{ id, name, url, events }, setShown] = useState(webhook);
  const update = useUpdateWebhook({ onDone: onClose, onStale: setShown });
  const isBusy = isAsking || update.isPending;
  const shown = { name, url, events };
  return (
    <WebhookDialog
      title="Change the webhook"
      submitLabel="Save"
      busy={isBusy}
      initial={shown}
      error={update.error}
      onSubmit={async (fields) => {
        if (isBusy || (fields.url !== url && !(await confirm()))) return;
        update.mutate({ id, ...fields, shown });
      }}
      onClose={onClose}
    />
  );
}

function RotateSecret({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { isAsking, confirm } = useConfirmedIdentity('change the secret of a webhook');
  const rotate = useRotateSecret();
  if (rotate.data) return <WebhookSecret name={name} value={rotate.data.secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isAsking && onClose()}
      title="Make a new secret?"
      description="The old one is invalid at once: until the receiver has the new one, it refuses what the shop sends, which is then tried again."
      confirmLabel="Make a new secret"
      tone="primary"
      busy={isAsking || rotate.isPending}
      onConfirm={async () => {
        if (await confirm()) rotate.mutate({ id });
      }}
    />
  );
}
