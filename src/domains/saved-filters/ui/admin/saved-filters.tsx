import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookmarkPlus, Trash2, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { Chip } from '#design/chip.tsx';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { useListSearch } from '#design/use-list-search.ts';
import { useApi } from '#shared/api.tsx';
import type { SavedFilter } from '../../contract.ts';
import { LISTS } from '../../filter-limits.ts';
import { isSameSearch, savedPart } from '../../same-search.ts';
import { SaveFilterDialog } from './save-filter-dialog.tsx';
import { type SavedFiltersApi, savedFiltersQuery, useDeleteFilter } from './saved-filters.queries.ts';

/** The saved filters of the current list as chips; beside them the button that saves the current one, or deletes it. */
export function SavedFilters() {
  const { pathname, search } = useListSearch();
  const list = LISTS.find((one) => pathname === `/admin/${one}`);
  const { data: all = [] } = useQuery(savedFiltersQuery(useApi<SavedFiltersApi>()));
  const [opened, setOpened] = useState<'save' | 'delete'>();
  const [deleting, setDeleting] = useState<SavedFilter>();
  const remove = useDeleteFilter(() => setOpened(undefined));
  const filters = all.filter((filter) => filter.list === list);
  const isNarrowed = Object.keys(savedPart(search)).length > 0;
  const current = filters.find((filter) => isSameSearch(filter.search, search));
  if (!list || (filters.length === 0 && !isNarrowed && !opened)) return null;
  return (
    // Scrolls sideways on a phone, to keep the list high on the screen.
    <div className="-mx-4 overflow-x-auto px-4 py-1 sm:mx-0 sm:px-0">
      <div className="flex w-max items-center gap-2 sm:w-auto sm:flex-wrap">
        <nav aria-label="Saved filters" className="contents">
          {filters.map((filter) => (
            <Chip key={filter.id} current={filter === current}>
              {/* A press on the current one lifts the filter. */}
              <Link
                to="."
                search={(filter === current ? {} : filter.search) as never}
                resetScroll={false}
                activeOptions={{ exact: true }}
              >
                <span className="truncate">{filter.name}</span>
                {filter.shared ? (
                  <UsersRound aria-label="for all staff" className="ml-2 size-4 shrink-0 opacity-80" />
                ) : null}
              </Link>
            </Chip>
          ))}
        </nav>
        {current ? (
          <Button
            variant="ghost"
            size="sm"
            className="min-h-11"
            onClick={() => {
              setDeleting(current);
              setOpened('delete');
            }}
          >
            <Trash2 aria-hidden="true" />
            Delete this filter
          </Button>
        ) : isNarrowed ? (
          <Button variant="ghost" size="sm" className="min-h-11" onClick={() => setOpened('save')}>
            <BookmarkPlus aria-hidden="true" />
            Save this filter
          </Button>
        ) : null}
      </div>
      {opened === 'save' ? (
        <SaveFilterDialog list={list} search={savedPart(search)} onClose={() => setOpened(undefined)} />
      ) : null}
      <ConfirmDialog
        open={opened === 'delete'}
        onOpenChange={(open) => !open && setOpened(undefined)}
        title={`Delete the filter “${deleting?.name}”?`}
        description={
          deleting?.shared
            ? 'It disappears for all staff. The list stays as it is.'
            : 'The list stays as it is.'
        }
        confirmLabel="Delete"
        busy={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting)}
      />
    </div>
  );
}
