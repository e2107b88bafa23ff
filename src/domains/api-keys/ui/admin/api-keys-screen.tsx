import { KeyRound, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { actionsColumn, type Column } from '#design/data-table.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { ListScreen } from '#design/list-screen.tsx';
import { NameCell } from '#design/name-cell.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import { RowButton } from '#design/row-button.tsx';
import { useListSearch } from '#design/use-list-search.ts';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import { Reauthentication } from '#domains/accounts/ui/reauthentication/reauthentication.tsx';
import { useApi } from '#shared/api.tsx';
import { dayText } from '#shared/dates.ts';
import type { ApiKey } from '../../contract.ts';
import { listFailed, listRefused } from '../../messages.ts';
import { type ApiKeysApi, apiKeysQuery, useRevokeKey } from './api-keys.queries.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';

/** The API keys, for the super admin; an admin gets a notice instead. */
export function ApiKeysScreen() {
  const { page } = useListSearch().search;
  const list = useRememberedPage(apiKeysQuery(useApi<ApiKeysApi>(), page));
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const revoke = useRevokeKey(() => setRevoking(undefined));
  const columns = useMemo(() => columnsFor(setRevoking), []);
  return (
    <ListScreen
      title="API keys"
      lead="For programs that work with the shop, such as accounting or delivery."
      actions={
        <Button onClick={() => setCreating(true)}>
          <Plus aria-hidden="true" />
          New key
        </Button>
      }
      refused={listRefused}
      columns={columns}
      list={list}
      count={['key', 'keys']}
      failed={listFailed}
      empty={
        <EmptyState icon={<KeyRound />} title="There are no API keys">
          A key lets another program see or change orders and products, as far as you allow it.
        </EmptyState>
      }
    >
      <Reauthentication>
        {isCreating ? <CreateKeyDialog onClose={() => setCreating(false)} /> : null}
      </Reauthentication>
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={(open) => !open && setRevoking(undefined)}
        title={`Revoke “${revoking?.name}”?`}
        description="The program that uses this key is refused from now on. A revoked key cannot come back."
        confirmLabel="Revoke the key"
        busy={revoke.isPending}
        onConfirm={() => revoking && revoke.mutate(revoking.id)}
      />
    </ListScreen>
  );
}

const isExpired = ({ expiresAt }: ApiKey) => expiresAt !== null && Date.parse(expiresAt) <= Date.now();
const lastUse = ({ lastUsedOn }: ApiKey) =>
  lastUsedOn ? dayText(lastUsedOn, { month: 'short', year: 'numeric' }) : 'Never';

function columnsFor(onRevoke: (key: ApiKey) => void): Column<ApiKey>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      chief: true,
      cell: (key) => (
        <NameCell
          name={key.name}
          badges={
            key.revokedAt ? (
              <Badge variant="danger">Revoked</Badge>
            ) : isExpired(key) ? (
              <Badge>Expired</Badge>
            ) : null
          }
          about={
            <>
              <code>{key.prefix}…</code> · by {key.createdBy}, <RelativeTime iso={key.createdAt} />
            </>
          }
        />
      ),
    },
    {
      id: 'scopes',
      header: 'Scopes',
      cell: ({ scopes }) => (
        <span className="flex flex-wrap gap-1 max-md:justify-end">
          {scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
        </span>
      ),
    },
    { id: 'used', header: 'Last used', cell: lastUse },
    {
      id: 'expires',
      header: 'Expires',
      cell: ({ expiresAt }) => (expiresAt ? <RelativeTime iso={expiresAt} /> : 'Never'),
    },
    actionsColumn((key) =>
      key.revokedAt ? null : (
        <RowButton onClick={() => onRevoke(key)}>
          Revoke
          <span className="sr-only"> {key.name}</span>
        </RowButton>
      ),
    ),
  ];
}
