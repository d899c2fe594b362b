import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { resourceFiles, resourceWords } from '#server/db/schema/resources.ts'

/** What a search has become: a query of PostgreSQL's full text search. */
export interface SearchQuery {
  text: string
  /** Whether it makes sense to ask what fits best: two letters fit half of everything equally well. */
  canRank: boolean
}

// Nobody types more, and each costs a look at the words.
const maxWords = 8
const minRankedLength = 3
// Of the likeness that pg_trgm measures from 0 to 1. Two letters that have changed places leave 0.27 of a word of six.
const minSimilarity = 0.25
const maxSimilarWords = 3
// Among these are words of files that are for others, or withdrawn.
const maxCandidates = 20

/** The words of what someone has typed; the signs between them say nothing. */
const wordsOf = (typed: string) =>
  typed
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu)
    ?.slice(0, maxWords) ?? []

/** Reads what someone has typed: every word must be there, or begin one that is. Null when there is no word in it. */
export const readSearch = (typed: string): SearchQuery | null => {
  const words = wordsOf(typed)
  return words.length > 0 ? queryFor(words, words.map(prefixTerm)) : null
}

/**
 * Reads what someone has typed who found nothing by it: a word that no file of theirs has stands for those most like it,
 * except a number, since another one is not what was meant.
 */
export const readFuzzySearch = async (db: Executor, visible: SQL | undefined, typed: string) => {
  const words = wordsOf(typed)
  const parts = words.map(async (word) => {
    const isKnown = /\d/.test(word) || (await matchesAny(db, visible, prefixTerm(word)))
    const likely = isKnown ? [] : await listSimilarWords(db, visible, word)
    return `(${[prefixTerm(word), ...likely.map(exactTerm)].join(' | ')})`
  })
  return queryFor(words, await Promise.all(parts))
}

const queryFor = (words: string[], parts: string[]): SearchQuery => ({
  text: parts.join(' & '),
  canRank: words.some((word) => word.length >= minRankedLength),
})

const prefixTerm = (word: string) => `${exactTerm(word)}:*`

const exactTerm = (word: string) => `'${word.replaceAll("'", "''")}'`

/** Whether a file that is there for these eyes holds it: words of others' files must not show in what is found. */
const matchesAny = async (db: Executor, visible: SQL | undefined, text: string) => {
  const some = await db
    .select({ id: resourceFiles.id })
    .from(resourceFiles)
    .where(
      and(
        eq(resourceFiles.isActive, true),
        sql`${resourceFiles.search} @@ to_tsquery('simple', ${text})`,
        // Looked at row by row: the index would go through all that is there for everyone, for each word.
        sql`(${visible}) is true`,
      ),
    )
    .limit(1)
  return some.length > 0
}

const listSimilarWords = async (db: Executor, visible: SQL | undefined, word: string) => {
  const nearest = await db
    .select({ word: resourceWords.word, likeness: sql<number>`similarity(${resourceWords.word}, ${word})` })
    .from(resourceWords)
    .orderBy(sql`${resourceWords.word} <-> ${word}`)
    .limit(maxCandidates)
  const likely: string[] = []
  for (const found of nearest) {
    if (found.likeness < minSimilarity || Math.abs(found.word.length - word.length) > 2) continue
    if (await matchesAny(db, visible, exactTerm(found.word))) likely.push(found.word)
    if (likely.length === maxSimilarWords) break
  }
  return likely
}

const queryOf = ({ text }: SearchQuery) => sql`to_tsquery('simple', ${text})`

export const matches = (search: SearchQuery) => sql`${resourceFiles.search} @@ ${queryOf(search)}`

/** How well it fits: what has the words in its title better than what has them in its folder, its file's name or its description. */
export const rank = (search: SearchQuery) => sql<number>`ts_rank(${resourceFiles.search}, ${queryOf(search)})`

/** Forgets the words that no file has any more. */
export const deleteUnusedWords = async (db: Executor) => {
  // As a join: for each word by itself it would take an hour in a large library.
  await db.execute(sql`
    with used as materialized (
      select distinct unnest(tsvector_to_array(search)) as word from resource_files where is_active)
    delete from resource_words where not exists (select from used where used.word = resource_words.word)`)
}
