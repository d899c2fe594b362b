import { comparedText } from '#contract/compared-text.ts'

/** Whether each word of what is searched for is in the text, compared as the server does. */
export const matchesWords = (text: string, search: string): boolean => {
  const where = comparedText(text)
  return comparedText(search)
    .split(' ')
    .every((word) => where.includes(word))
}
