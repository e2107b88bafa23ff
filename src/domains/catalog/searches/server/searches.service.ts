import type { Queryable } from '#db/client.ts';
import { changedByOf, isStored, type StaleErrors } from '#shared/changed-by.ts';
import { dayPlus } from '#shared/dates.ts';
import type { Errors } from '#shared/errors.ts';
import { readPage } from '#shared/pages.ts';
import { fold } from '#shared/words.ts';
import { categoryIndex } from '../../categories/server/category.service.ts';
import { candidateOf } from '../../products/server/close-words.ts';
import type { Operation } from '../../server/catalog-deps.ts';
import {
  countSearches,
  deleteSynonymRow,
  findSynonym,
  findSynonymOf,
  insertSynonym,
  listSearches as listRows,
  listSynonymRows,
  refusedSynonym,
  updateSynonymRow,
} from './searches.repository.ts';

/** The groups that the database allows. */
const MOST = 500;

/** What was searched, the most frequent first, and what it likely stands for if it found nothing. */
export const listSearches: Operation<'listSearches'> = async (
  catalogue,
  { search = '', nothing = false, days, page },
  { user },
) => {
  const { database, clock } = catalogue;
  const since = dayPlus(clock.today(), 1 - Number(days));
  const filter = { since, search: fold(search).trim(), nothing };
  const { items, ...place } = await database.asCaller(user, async (tx) => {
    const counted = await countSearches(tx, filter);
    return readPage({ requested: page, counted, limit: counted }, ({ limit }, offset) =>
      listRows(tx, { ...filter, offset, limit }),
    );
  });
  const { rows: categories } = await categoryIndex(catalogue);
  const searches = [];
  // One after the other: each asks for a few words.
  for (const row of items) {
    const foundNothing = row.found === 0 && row.means.length === 0;
    const candidate = foundNothing ? await candidateOf(database.web, row.id, categories) : null;
    searches.push({ ...row, candidate });
  }
  return { items: searches, ...place };
};

export const listSynonyms: Operation<'listSynonyms'> = ({ database }, _, { user }) =>
  database.asCaller(user, listSynonymRows);

/** What the database refuses, as the errors of its operation. */
function refusalOf(error: unknown, errors: Errors<'CONFLICT' | 'LIST_FULL'>): unknown {
  const refusal = refusedSynonym(error);
  if (refusal === 'CONFLICT') return errors.CONFLICT({ data: { field: 'words' } });
  return refusal === 'LIST_FULL' ? errors.LIST_FULL({ data: { most: MOST } }) : error;
}

/** Saves over a version. Raises STALE with a newer one that has other words; undefined without a group. */
async function saveSynonym(
  tx: Queryable,
  errors: StaleErrors<NonNullable<Awaited<ReturnType<typeof findSynonym>>>>,
  edited: { id: string; version: number },
  words: string[],
) {
  const isSaved = await updateSynonymRow(tx, edited, words);
  const current = await findSynonym(tx, edited.id);
  if (isSaved || !current || isStored(current, { words })) return current;
  throw errors.STALE({ data: { ...changedByOf(current.updatedBy, current.updatedAt), current } });
}

/**
 * A repeated id, after a lost response, adds no second group; corrections made in the form since are saved over the first
 * attempt, unless another user has changed it.
 */
export const createSynonym: Operation<'createSynonym'> = async (
  { database },
  { id, words },
  { user, errors },
) => {
  try {
    return await database.asCaller(user, async (tx) => {
      const isNew = await insertSynonym(tx, { id, words });
      const saved = isNew
        ? await findSynonym(tx, id)
        : await saveSynonym(tx, errors, { id, version: 1 }, words);
      return (saved ?? (await findSynonymOf(tx, words)))!;
    });
  } catch (error) {
    throw refusalOf(error, errors);
  }
};

/** Saves over the version that was read. Raises STALE with a newer one, CONFLICT for the words of another group. */
export const updateSynonym: Operation<'updateSynonym'> = async (
  { database },
  { id, version, words },
  { user, errors },
) => {
  try {
    return await database.asCaller(user, async (tx) => {
      const saved = await saveSynonym(tx, errors, { id, version }, words);
      if (!saved) throw errors.NOT_FOUND();
      return saved;
    });
  } catch (error) {
    throw refusalOf(error, errors);
  }
};

export const deleteSynonym: Operation<'deleteSynonym'> = async ({ database }, { id }, { user, errors }) => {
  if (!(await database.asCaller(user, (tx) => deleteSynonymRow(tx, id)))) throw errors.NOT_FOUND();
  return { deleted: true };
};
