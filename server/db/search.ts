import { and, type Placeholder, type SQL, sql } from 'drizzle-orm'

// What a person types has fewer. More would only make the database work.
const maxWords = 8

const pattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** What each word of a search is looked for by. */
export const patternsOf = (search: string) =>
  search.split(/\s+/).filter(Boolean).slice(0, maxWords).map(pattern)

/** That each of these, or of what placeholders stand for, occurs in a text, which is lower case already: an index of its trigrams answers it. */
export const containsPatterns = (text: SQL, patterns: (string | Placeholder)[]) =>
  and(...patterns.map((each) => sql`${text} like lower(${each})`))

/** That every word of a search occurs in a text. */
export const containsWords = (text: SQL, search: string) => containsPatterns(text, patternsOf(search))
