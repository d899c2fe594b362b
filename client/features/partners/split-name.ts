/** A name as one text in the two parts that initials are made of: the first word and the last. */
export const splitName = (fullName: string) => {
  const words = fullName.trim().split(/\s+/)
  return { firstName: words[0] ?? '', lastName: words.length > 1 ? (words.at(-1) ?? '') : '' }
}
