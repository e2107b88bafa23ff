import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { integer, json, type RowOf, selectRow, selectRows, selectValue, text, texts } from '#db/rows.ts';
import type { ApiSort } from '../listing.ts';
import { type ListingFilter, uuids } from './listing.repository.ts';
import { COUNTED_SUMMARIES, HITS, hitsOf, SUMMARY, summariesOf } from './product-columns.repository.ts';

/** A word as find_published() of the database takes it. */
export interface SoughtWord {
  /** Decides which products are found, only their order, or which are left out. */
  role: 'find' | 'rank' | 'exclude';
  /**
   * Of one that ranks, the first and last of the words of the query that it replaces, counted from 1: it counts where one of
   * them is missing.
   */
  replaces?: readonly [first: number, last: number];
  /** Finds, and decides the order only of what is otherwise equal. */
  isStopWord: boolean;
  /** LIKE patterns of what is found anywhere in a text. */
  contains: string[];
  /** LIKE patterns of forms that are found as whole words alone. */
  also: string[];
  /** Regular expressions for all forms as whole words, and for words that begin so. */
  whole: string;
  begin: string;
  /** What the index finds instead of a word without a trigram. */
  short: { contains: string[]; whole: string | null } | null;
  /** No index finds it. */
  isScanned: boolean;
  /** 3 if names have it as a whole word alone, 2 if words only begin so, 1 if it is only within words; null if mixed. */
  nameLevel: number | null;
  descriptionLevel: number | null;
  categories: string[];
  wholeCategories: string[];
}

/** What find_published() looks for. */
export interface Finding {
  words: readonly SoughtWord[];
  filter: Pick<ListingFilter, 'categoryIds' | 'promotionId' | 'featured' | 'not'>;
  /** All words must match, instead of one. */
  each?: boolean;
  /** Only in names, or in names and categories. */
  scope?: 'name' | 'category';
  /** Only whole words. */
  whole?: boolean;
  sort: ApiSort | null;
  /** Reads this many products in the order of the sort, and no index of words. */
  walk?: number;
  most: number;
  /** Found before. */
  except?: readonly string[];
}

function found(
  { words, filter, each, scope, whole, sort, walk, most, except = [] }: Finding,
  ranked = false,
): SQL {
  const others = filter.not ? [filter.not, ...except] : except;
  return sql`find_published(
    words => ${JSON.stringify(words)}::jsonb, each_word => ${each ?? false}::boolean, scope => ${scope ?? 'all'}::text,
    whole_words => ${whole ?? false}::boolean, in_order => ${sort}::text, ranked => ${ranked}::boolean, walk => ${walk ?? null}::integer, most => ${most}::integer,
    in_categories => ${filter.categoryIds ? uuids(filter.categoryIds) : null}, in_promotion => ${filter.promotionId ?? null}::uuid,
    is_featured => ${filter.featured ?? null}::boolean, other_than => ${uuids(others)})`;
}

/** The ids of what is found, in its order. */
export async function findIds(db: Queryable, finding: Finding): Promise<string[]> {
  const rows = await selectRows(
    db,
    { id: text },
    sql`SELECT id FROM ${found(finding)} WITH ORDINALITY AS f (id, levels, place) ORDER BY place`,
  );
  return rows.map(({ id }) => id);
}

/** The number of what is found, up to `most`. */
export const countFound = async (db: Queryable, finding: Finding): Promise<number> =>
  (await selectValue(
    db,
    integer,
    sql`SELECT count(*)::integer AS value FROM ${found({ ...finding, sort: null })}`,
  ))!;

/** The products of these ids, in their order. */
export const listProductsInOrder = (db: Queryable, ids: readonly string[]) =>
  selectRows(db, SUMMARY, summariesOf(uuids(ids)));

export interface RankedPage extends Finding {
  /** The order of the result; without it that of the sort. */
  byRelevance: boolean;
  page: number;
  pageSize: number;
  /** Rows of id, levels and place; without it those of find_published(). */
  source?: SQL;
}

/** A word with its place in the levels of a hit. */
type Place = SoughtWord & { at: SQL };

/** The levels of a whole word of a name: alone, and with its category. */
const WHOLE_NAME = sql.raw('(9, 12)');

/**
 * One page of all that is found and its number. By relevance: those with all words first; then by the words they have,
 * a rare one counting for more, and one that replaces words of the query for no more than those; then by where they have
 * them; then by how many stop words their names have as whole words; then in the order of the sort. A page past the end
 * becomes the last.
 */
export function rankedStatement({ byRelevance, page, pageSize, source, ...finding }: RankedPage): SQL {
  const places: Place[] = finding.words.map((word, at) => ({ ...word, at: sql.raw(String(at + 1)) }));
  const typed = places.filter(({ role }) => role === 'find');
  const deciding = typed.filter(({ isStopWord }) => !isStopWord);
  const stopWords = typed.filter(({ isStopWord }) => isStopWord);
  const replacing = places.flatMap(({ at, replaces }) => (replaces ? [{ at, replaces }] : []));
  const ranking = byRelevance ? sql`has_each DESC, has DESC, score DESC, named DESC, place` : sql`place`;
  const list = (terms: SQL[]) => sql.join(terms, sql`, `);
  const sum = (terms: SQL[]) => sql.join([sql`0`, ...terms], sql` + `);
  const all = (terms: SQL[]) => sql.join([sql`true`, ...terms], sql` AND `);
  // A word that no hit has, has no weight.
  const weightOf = ({ at }: { at: SQL }) =>
    sql`coalesce(0.05 + ln(count(*)::float / nullif(count(*) FILTER (WHERE levels[${at}] > 0), 0)), 0) AS w${at}`;
  // The places are parameters: in the text, each combination of them would be a statement of its own to prepare.
  const within = ([first, last]: readonly [number, number]) => sql`[${first}::integer:${last}::integer]`;
  const typedWeights = list(typed.map(({ at, isStopWord }) => (isStopWord ? sql`0` : sql`w${at}`)));
  const weightOfReplaced = ({ at, replaces }: (typeof replacing)[number]) =>
    sql`least(w${at}, nullif((SELECT sum(w) FROM unnest((ARRAY[${typedWeights}])${within(replaces)}) AS u (w)), 0)) AS r${at}`;
  const scoreBy = (valueOfLevel: (at: SQL) => SQL): SQL =>
    sql`round(10000 * (${sum([
      ...deciding.map(({ at }) => sql`w${at} * ${valueOfLevel(at)}`),
      ...replacing.map(
        ({ at, replaces }) =>
          sql`r${at} * ${valueOfLevel(at)} * (0 = ANY (levels${within(replaces)}))::integer`,
      ),
    ])}))`;
  // Materialized, because a plan for few hits would weigh the words anew for each of them.
  const scored = sql`weights AS MATERIALIZED (
      SELECT ${list([sql`*`, ...replacing.map(weightOfReplaced)])} FROM (
        SELECT ${list([sql`count(*)`, ...[...deciding, ...replacing].map(weightOf)])} FROM hits
      ) counted_words
    ), scored AS (
      SELECT id, place, ${all(deciding.map(({ at }) => sql`levels[${at}] > 0`))} AS has_each,
        ${scoreBy((at) => sql`(levels[${at}] > 0)::integer`)} AS has,
        ${scoreBy((at) => sql`levels[${at}]`)} AS score,
        ${sum(stopWords.map(({ at }) => sql`(levels[${at}] IN ${WHOLE_NAME})::integer`))} AS named
      FROM hits, weights
    )`;
  return sql`WITH hits AS MATERIALIZED (
      SELECT id, levels, place FROM ${source ?? sql`${found(finding, true)} WITH ORDINALITY AS f (id, levels, place)`}
    ), counted AS (
      SELECT count(*)::integer AS total FROM hits
    ), ${byRelevance ? scored : sql`scored AS (SELECT id, place FROM hits)`}, page AS (
      SELECT * FROM scored ORDER BY ${ranking} LIMIT ${pageSize}
      OFFSET (SELECT greatest(0, least(${page - 1}::integer, (total - 1) / ${pageSize}::integer)) * ${pageSize}::integer FROM counted)
    )
    ${COUNTED_SUMMARIES}
    ORDER BY ${ranking}`;
}

export const rankProducts = async (db: Queryable, params: RankedPage) =>
  hitsOf(await selectRows(db, HITS, rankedStatement(params)));

const WORD = { word: text, names: integer, descriptions: integer };

const wordsCounted = (words: readonly string[]): SQL =>
  sql`SELECT word, sum(names)::integer AS names, sum(descriptions)::integer AS descriptions FROM search_words
      WHERE word = ANY (${sql.param([...words])}::text[]) GROUP BY word`;

/** In how many names and descriptions of published products each of these words is. */
export const countWords = (db: Queryable, words: readonly string[]) =>
  selectRows(db, WORD, wordsCounted(words));

const PART = {
  part: text,
  /** The products that have it for certain: those of its most frequent word. */
  least: integer,
  /** In how many names: as a whole word, where a word begins so, and within words; the same for descriptions. */
  wholeNames: integer,
  beginNames: integer,
  insideNames: integer,
  wholeDescriptions: integer,
  beginDescriptions: integer,
  insideDescriptions: integer,
  /** The words that contain it, of one or two letters. */
  words: texts,
};

/** A part of words, its LIKE pattern, and its forms that count as whole words. */
interface Part {
  part: string;
  pattern: string;
  forms: readonly string[];
}

const partsCounted = (parts: readonly Part[]): SQL =>
  sql`SELECT a.part, coalesce(max(greatest(w.names, w.descriptions)), 0)::integer AS least,
        ${sumsOf('names', 'Names')}, ${sumsOf('descriptions', 'Descriptions')},
        coalesce(array_agg(w.word) FILTER (WHERE length(a.part) < 3 AND w.names + w.descriptions > 0), '{}') AS words
      FROM jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) AS a (part text, pattern text, forms jsonb)
      LEFT JOIN LATERAL (
        SELECT word, sum(names) AS names, sum(descriptions) AS descriptions FROM search_words
        WHERE word LIKE a.pattern GROUP BY word
      ) w ON true GROUP BY a.part`;

/** The words of published products that contain each of these parts. */
export const countParts = (db: Queryable, parts: readonly Part[]) =>
  selectRows(db, PART, partsCounted(parts));

/** Both by one statement, because sending one costs the process as much as the rest of its work for a word. */
export async function countWordsAndParts(db: Queryable, words: readonly string[], parts: readonly Part[]) {
  const columns = { words: json<RowOf<typeof WORD>[]>(), parts: json<RowOf<typeof PART>[]>() };
  const listed = (rows: SQL) => sql`(SELECT coalesce(json_agg(r), '[]') FROM (${rows}) r)`;
  return (await selectRow(
    db,
    columns,
    sql`SELECT ${listed(wordsCounted(words))} AS words, ${listed(partsCounted(parts))} AS parts`,
  ))!;
}

const sumsOf = (column: string, name: string): SQL => {
  const sum = (kind: string, condition: string) =>
    `coalesce(sum(w.${column}) FILTER (WHERE ${condition}), 0)::integer AS "${kind}${name}"`;
  return sql.raw(
    [
      sum('whole', 'a.forms ? w.word'),
      sum('begin', 'NOT a.forms ? w.word AND starts_with(w.word, a.part)'),
      sum('inside', 'NOT a.forms ? w.word AND NOT starts_with(w.word, a.part)'),
    ].join(', '),
  );
};

/** Words of published products that share letters with this one and are about as long, the most similar first. */
export const listSimilarWords = (
  db: Queryable,
  params: { word: string; patterns: readonly string[]; shortest: number; longest: number; limit: number },
) =>
  selectRows(
    db,
    { word: text, products: integer },
    sql`SELECT word, sum(names + descriptions)::integer AS products FROM search_words
      WHERE word LIKE ANY (${sql.param([...params.patterns])}::text[]) AND length(word) BETWEEN ${params.shortest} AND ${params.longest}
      GROUP BY word HAVING sum(names + descriptions) > 0 ORDER BY similarity(word, ${params.word}) DESC, word LIMIT ${params.limit}`,
  );

/** The groups of words that mean the same. */
export const listSynonyms = (db: Queryable) =>
  selectRows(db, { words: texts }, sql`SELECT words FROM synonyms ORDER BY created_at, id`);
