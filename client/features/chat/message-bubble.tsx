import { classNames } from '#client/ui/class-names.ts'
import { LinkedText } from './linked-text.tsx'

/** What somebody said. */
export function MessageBubble({ text, isOwn }: { text: string; isOwn: boolean }) {
  return (
    <p
      className={classNames(
        'w-fit max-w-full whitespace-pre-wrap break-words rounded-card px-3 py-1.5',
        // Edged, since in the dark the two grounds lie close together.
        isOwn ? 'ml-auto bg-accent text-on-accent' : 'border border-line bg-sunken text-ink',
      )}
    >
      <LinkedText text={text} />
    </p>
  )
}
