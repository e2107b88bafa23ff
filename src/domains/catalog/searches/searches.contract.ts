import { z } from 'zod';
import { formatCount } from '#shared/plural.ts';
import { oneSetForRetries, raises, routes } from '#shared/route.ts';
import { countedPhrase, LONGEST_QUERY } from '#shared/search-words.ts';
import { day, id, instantOut, page, paged, raisesStale, text, version } from '#shared/shapes.ts';
import { fold, MOST_WORDS as PHRASE_WORDS } from '#shared/words.ts';

const MOST_WORDS = 20;
/** Characters of a group, as a check of the database has it. */
const MOST_CHARACTERS = 1_000;

/** A query or synonym as both are stored: the search compares them without punctuation. */
export const storedPhrase = (text: string): string => countedPhrase(fold(text));

/** Words or phrases that mean the same: folded, each once. */
const sameMeaning = z
  .array(text(LONGEST_QUERY))
  .max(200, 'That are too many words')
  .transform((words) => [...new Set(words.map(storedPhrase))].filter((word) => word !== ''))
  .superRefine((words, { addIssue }) => {
    const refuse = (message: string) => addIssue({ code: 'custom', message });
    const long = words.find((word) => word.split(' ').length > PHRASE_WORDS);
    if (words.length < 2) refuse('Please give at least two different words');
    else if (words.length > MOST_WORDS) refuse(`Please give at most ${MOST_WORDS} words`);
    else if (words.join('').length > MOST_CHARACTERS)
      refuse(`Please give at most ${formatCount(MOST_CHARACTERS)} characters in all`);
    else if (long) refuse(`“${long}” is too long: at most ${PHRASE_WORDS} words`);
  });

export const synonymInput = z.object({ words: sameMeaning });
/** The same from one line of text. */
export const synonymForm = z.object({
  words: text(2_000)
    .transform((line) => line.split(/[,;\n]/))
    .pipe(sameMeaning),
});
/** The line of the form: each query or synonym is one phrase in it. */
export const synonymLine = (words: readonly string[]): string => words.map(storedPhrase).join(', ');
export type SynonymForm = z.input<typeof synonymForm>;
export type SynonymInput = z.output<typeof synonymForm>;

/** Words or phrases of which each finds the products of the others. */
export const synonym = z.object({
  id,
  version,
  words: z.array(z.string()),
  /** Who saved them last, if known. */
  updatedBy: z.string().nullable(),
  updatedAt: instantOut,
});
export type Synonym = z.infer<typeof synonym>;

/** A query and how often it was searched. Its id is the query. */
export const countedSearch = z.object({
  id: z.string(),
  times: z.int(),
  /** The products that the newest of these searches found, close ones included. */
  found: z.int(),
  lastDay: day,
  /** What it means by the synonyms; empty without any. */
  means: z.array(z.string()),
  /** The word of the shop that it most likely stands for, if it found nothing and has no synonym. */
  candidate: z.string().nullable(),
});
export type CountedSearch = z.infer<typeof countedSearch>;

export const SEARCH_DAYS = ['7', '30', '90'] as const;

const manage = routes('admin', 'manage the search');

export const searchesContract = {
  /** The most frequent first. */
  listSearches: manage('GET /admin/searches', 'What shoppers search for, and how often')
    .input(
      z.object({
        /** Queries that contain this. */
        search: text(200).optional(),
        /** Only those that found nothing and have no synonym yet. */
        nothing: z.stringbool().or(z.boolean()).optional(),
        /** Of so many days up to today. */
        days: z.enum(SEARCH_DAYS).default('30'),
        page: page.default(1),
      }),
    )
    .output(paged(countedSearch)),
  /** The newest first. */
  listSynonyms: manage('GET /admin/synonyms', 'Words that mean the same').output(z.array(synonym)),
  /**
   * Raises LIST_FULL beyond 500 groups, or ten of one word. A repeated id is the same group; CONFLICT if other words are sent
   * with it and another group has exactly these.
   */
  createSynonym: manage('POST /admin/synonyms', 'Add words that mean the same', {
    change: 'Added words that mean the same: {synonyms}',
    ...oneSetForRetries,
  })
    .errors({ ...raises('CONFLICT', 'LIST_FULL'), ...raisesStale(synonym) })
    .input(synonymInput.extend({ id }))
    .output(synonym),
  /** Saves over the version that was read. Raises CONFLICT if another group has exactly these words. */
  updateSynonym: manage('PATCH /admin/synonyms/{id}', 'Change words that mean the same', {
    change: 'Changed words that mean the same: {synonyms}',
  })
    .errors({ ...raises('NOT_FOUND', 'CONFLICT', 'LIST_FULL'), ...raisesStale(synonym) })
    .input(synonymInput.extend({ id, version }))
    .output(synonym),
  deleteSynonym: manage('DELETE /admin/synonyms/{id}', 'Delete words that mean the same', {
    change: 'Deleted words that mean the same: {synonyms}',
  })
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(z.object({ deleted: z.literal(true) })),
};
