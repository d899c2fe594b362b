import { LinkedText } from '../linked-text.tsx'
import { type Mentionable, splitAtNames } from './mention-text.ts'

/** A text that staff wrote for each other, with the names of the people whom it mentions. */
export function MentionedText({ text, mentions }: { text: string; mentions: Mentionable[] }) {
  let position = 0
  return splitAtNames(text, mentions).map((part, index) => {
    position += part.length + 1
    return index % 2 === 0 ? (
      <LinkedText key={position} text={part} />
    ) : (
      <span key={position} className="font-medium text-accent">
        {part}
      </span>
    )
  })
}
