/** A text in which the words of a search are marked. */
export function MarkedText({ text, typed }: { text: string; typed: string }) {
  let start = 0
  return marksIn(text, typed).map((piece) => {
    const key = start
    start += piece.text.length
    return piece.isMarked ? (
      <mark key={key} className="rounded-mark bg-caution-soft text-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    )
  })
}

/** A piece of a text, and whether it matches the search. */
type Piece = { text: string; isMarked: boolean }

const wordSigns = '\\p{L}\\p{N}\\p{M}'
// A pattern with a single character class runs in linear time.
const wordPattern = new RegExp(`[${wordSigns}]+`, 'gu')

/**
 * Splits a text at the places where one of its words begins with a typed word, like the search on the server. Words that the server
 * matches despite a typo are not marked.
 */
export const marksIn = (text: string, typed: string): Piece[] => {
  // The longest word comes first, so that for "log logo" the longer word is marked if both match.
  const words = [...new Set(typed.match(wordPattern))].sort((a, b) => b.length - a.length)
  if (words.length === 0) return [{ text, isMarked: false }]
  // The pattern runs in linear time: it contains only letters and digits, no more than fit into the search field.
  const begun = new RegExp(`(?<![${wordSigns}])(${words.join('|')})`, 'giu')
  // When splitting by a capturing group, every second piece is a match of the group.
  return text
    .split(begun)
    .map((piece, index) => ({ text: piece, isMarked: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
