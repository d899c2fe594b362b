import { comparedText } from '#contract/compared-text.ts'

/** Returns whether the text contains each word of the search, compared in the same way as on the server. */
export const matchesWords = (text: string, search: string): boolean => {
  const where = comparedText(text)
  return comparedText(search)
    .split(' ')
    .every((word) => where.includes(word))
}
