/**
 * The text without those of the characters that are at its end. As an expression, `[…]+$`, this takes quadratic time for a long run of them that is
 * not at the end.
 */
export const trimEndOf = (text: string, characters: string) => {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** The text without those of the characters that are at its beginning or its end. */
export const trimOf = (text: string, characters: string) => {
  const rest = trimEndOf(text, characters)
  let start = 0
  while (start < rest.length && characters.includes(rest.charAt(start))) start++
  return rest.slice(start)
}
