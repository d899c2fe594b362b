import { and, type Placeholder, type SQL, sql } from 'drizzle-orm'

// People type fewer words; more would only cost the database time.
const maxWords = 8

const pattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** The `like` pattern of each word of a search. */
export const patternsOf = (search: string) =>
  search.split(/\s+/).filter(Boolean).slice(0, maxWords).map(pattern)

/** Whether all patterns, or placeholders of them, occur in a text that is lower case already, by its trigram index. */
export const containsPatterns = (text: SQL, patterns: (string | Placeholder)[]) =>
  and(...patterns.map((each) => sql`${text} like lower(${each})`))

/** Whether every word of a search occurs in a text. */
export const containsWords = (text: SQL, search: string) => containsPatterns(text, patternsOf(search))
