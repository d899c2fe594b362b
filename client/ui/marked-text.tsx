/** A text with what was typed marked in it. */
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
// One class of characters is linear.
const wordPattern = new RegExp(`[${wordSigns}]+`, 'gu')

/**
 * Splits a text where one of its words begins with a typed word, like the search on the server. A typo that the server
 * tolerates marks nothing.
 */
export const marksIn = (text: string, typed: string): Piece[] => {
  // The longest first: for "log logo", the longer one is marked where both match.
  const words = [...new Set(typed.match(wordPattern))].sort((a, b) => b.length - a.length)
  if (words.length === 0) return [{ text, isMarked: false }]
  // It is linear in the text: letters and digits alone are searched for, as many as fit in the search field.
  const begun = new RegExp(`(?<![${wordSigns}])(${words.join('|')})`, 'giu')
  // Split by a group, every other piece is what the group has matched.
  return text
    .split(begun)
    .map((piece, index) => ({ text: piece, isMarked: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
