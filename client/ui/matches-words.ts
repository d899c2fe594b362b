/** Without case and without accents: "Café" is found by "cafe". */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Whether each word of what is searched for is in the text. */
export const matchesWords = (text: string, search: string): boolean => {
  const where = plain(text)
  return plain(search)
    .split(/\s+/)
    .every((word) => where.includes(word))
}
