import { and, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { comparedText } from '#contract/compared-text.ts'

// People type fewer words; more would only cost the database time.
const maxWords = 8

/** A text of the database as searches compare it: `comparedText` for its columns. */
export const compared = (text: SQLWrapper) => sql`compared_text(${text})`

const pattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** The `like` pattern of each word of a search, for texts as `compared` writes them. */
export const patternsOf = (search: string) =>
  comparedText(search).split(' ').filter(Boolean).slice(0, maxWords).map(pattern)

/** Whether all patterns, or placeholders of them, occur in a text that is written for comparison already, by its trigram index. */
export const containsPatterns = (text: SQL, patterns: (string | Placeholder)[]) =>
  and(...patterns.map((each) => sql`${text} like ${each}`))

/** Whether every word of a search occurs in a text that is written for comparison already. */
export const containsWords = (text: SQL, search: string) => containsPatterns(text, patternsOf(search))
