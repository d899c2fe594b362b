import { marksIn } from './marks.ts'

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
