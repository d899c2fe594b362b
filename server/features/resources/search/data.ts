import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { comparedText } from '#contract/compared-text.ts'
import type { Executor } from '#server/db/client.ts'
import { resourceFiles, resourceWords } from '#server/db/schema/resources.ts'

/** A search as a query of PostgreSQL's full text search. */
export interface SearchQuery {
  text: string
  /** Whether ranking makes sense: two letters match half of the library equally well. */
  canRank: boolean
}

// Each word costs a lookup.
const maxWords = 8
const minRankedLength = 3
// Similarity is measured by pg_trgm, from 0 to 1. A word of six letters with two of them swapped has 0.27.
const minSimilarity = 0.25
const maxSimilarWords = 3
// Some of the similar words belong to hidden or archived files, so more are read than are used.
const maxCandidates = 20

/** Returns the words of a search text, without punctuation. */
const wordsOf = (typed: string) =>
  comparedText(typed)
    .match(/[\p{L}\p{N}\p{M}]+/gu)
    ?.slice(0, maxWords) ?? []

/** Parses a search text. Every word must occur, or must begin a word that occurs. Returns null for a text without words. */
export const readSearch = (typed: string): SearchQuery | null => {
  const words = wordsOf(typed)
  return words.length > 0 ? queryFor(words, words.map(prefixTerm)) : null
}

/**
 * Parses a search text that found nothing. A word that no visible file contains also matches the words most similar to it. Numbers match
 * only exactly, since another number is not what was meant.
 */
export const readFuzzySearch = async (db: Executor, visible: SQL | undefined, typed: string) => {
  const words = wordsOf(typed)
  const parts = words.map(async (word) => {
    const isKnown = /\d/.test(word) || (await matchesAny(db, visible, prefixTerm(word)))
    const similar = isKnown ? [] : await listSimilarWords(db, visible, word)
    return `(${[prefixTerm(word), ...similar.map(exactTerm)].join(' | ')})`
  })
  return queryFor(words, await Promise.all(parts))
}

const queryFor = (words: string[], parts: string[]): SearchQuery => ({
  text: parts.join(' & '),
  canRank: words.some((word) => word.length >= minRankedLength),
})

const prefixTerm = (word: string) => `${exactTerm(word)}:*`

const exactTerm = (word: string) => `'${word.replaceAll("'", "''")}'`

/** Whether a visible file matches the query. Words of hidden files must not influence the result. */
const matchesAny = async (db: Executor, visible: SQL | undefined, text: string) => {
  const some = await db
    .select({ id: resourceFiles.id })
    .from(resourceFiles)
    .where(
      and(
        eq(resourceFiles.isActive, true),
        sql`${resourceFiles.search} @@ to_tsquery('simple', ${text})`,
        // `is true` makes PostgreSQL check this row by row: for each word, the index would scan all files that are for everyone.
        sql`(${visible}) is true`,
      ),
    )
    .limit(1)
  return some.length > 0
}

const listSimilarWords = async (db: Executor, visible: SQL | undefined, word: string) => {
  const nearest = await db
    .select({ word: resourceWords.word, similarity: sql<number>`similarity(${resourceWords.word}, ${word})` })
    .from(resourceWords)
    .orderBy(sql`${resourceWords.word} <-> ${word}`)
    .limit(maxCandidates)
  const similar: string[] = []
  for (const found of nearest) {
    if (found.similarity < minSimilarity || Math.abs(found.word.length - word.length) > 2) continue
    if (await matchesAny(db, visible, exactTerm(found.word))) similar.push(found.word)
    if (similar.length === maxSimilarWords) break
  }
  return similar
}

/** The text of a search, or the placeholder for it. */
type SearchText = { text: string | Placeholder }

const queryOf = ({ text }: SearchText) => sql`to_tsquery('simple', ${text})`

export const matches = (search: SearchText) => sql`${resourceFiles.search} @@ ${queryOf(search)}`

/** How well a file matches: words in the title count more than words in folder, file name or description. */
export const rank = (search: SearchText) => sql<number>`ts_rank(${resourceFiles.search}, ${queryOf(search)})`

/** Deletes the words that no file has any more. */
export const deleteUnusedWords = async (db: Executor) => {
  // A join is needed here: a check word by word would take an hour in a large library.
  await db.execute(sql`
    with used as materialized (
      select distinct unnest(tsvector_to_array(search)) as word from resource_files where is_active)
    delete from resource_words where not exists (select from used where used.word = resource_words.word)`)
}
