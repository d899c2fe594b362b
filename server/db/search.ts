import { and, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { comparedText } from '#contract/compared-text.ts'
import { plannedEachTime } from './prepare-repeated.ts'

// Users type fewer words; more would only cost the database time.
const maxWords = 8

/** Returns a text of the database in the form that searches compare: the SQL counterpart of `comparedText`. */
export const compared = (text: SQLWrapper) => sql`compared_text(${text})`

const pattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** Returns the `like` pattern of each word of a search, for texts in the form of `compared`. */
export const patternsOf = (search: string) =>
  comparedText(search).split(' ').filter(Boolean).slice(0, maxWords).map(pattern)

/** Whether a text in the form of `compared` contains all patterns (or their placeholders). Uses the text's trigram index. */
export const containsPatterns = (text: SQL, patterns: (string | Placeholder)[]) =>
  and(...patterns.map((each) => sql`${text} like ${each}`))

/** Whether a text in the form of `compared` contains every word of a search. */
export const containsWords = (text: SQL, search: string) => containsPatterns(text, patternsOf(search))

// A frequent word needs another plan than a rare one.
const partnersWith = (patterns: string[]) => sql`(${sql.raw(plannedEachTime)}
  select found.id from partner_profiles found where ${containsPatterns(sql`found.search_text`, patterns)})`

/** Whether the names or address of the partner in a column contain every word of a search. */
export const partnerContainsWords = (partnerId: SQLWrapper, search: string) =>
  sql`${partnerId} in ${partnersWith(patternsOf(search))}`

/**
 * Whether each word of a search occurs in a stored text in the form of `compared`, or in the names or address of the partner in a column.
 * The partners are found first and looked up by their hash, which is faster than an index where a word is frequent.
 */
export const containsWordsOrPartner = (text: SQLWrapper, partnerId: SQLWrapper, search: string) =>
  and(
    ...patternsOf(search).map(
      (word) => sql`(${text} like ${word} or ${partnerId} in ${partnersWith([word])})`,
    ),
  )

/**
 * Whether each word of a search occurs in the text of a row or in that of its partner, for a page that joins both. It is true wherever
 * `containsWordsOrPartner` is, which PostgreSQL expects of every second row. Given both conditions, it estimates how many rows match,
 * and reads rows in the order of the page only if they soon fill it.
 */
export const containsWordsTogether = (
  text: SQLWrapper,
  partnerText: SQLWrapper,
  search: string | null | undefined,
) =>
  and(...patternsOf(search ?? '').map((word) => sql`(${text} like ${word} or ${partnerText} like ${word})`))
