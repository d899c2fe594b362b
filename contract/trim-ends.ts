/**
 * Removes the given characters from the end of a text. The pattern `[…]+$` would take quadratic time for a long run of them that is not
 * at the end.
 */
export const trimEndOf = (text: string, characters: string) => {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Removes the given characters from both ends of a text. */
export const trimOf = (text: string, characters: string) => {
  const rest = trimEndOf(text, characters)
  let start = 0
  while (start < rest.length && characters.includes(rest.charAt(start))) start++
  return rest.slice(start)
}
