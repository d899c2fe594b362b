import type { ChatConversation } from '#contract/chat/inbox.ts'

/** The labels of a conversation, which only staff see. */
export function LabelNames({ labels }: Pick<ChatConversation, 'labels'>) {
  if (labels.length === 0) return null
  return (
    <span className="flex flex-wrap gap-1 py-0.5">
      <span className="sr-only">, labels: </span>
      {labels.map(({ id, name }) => (
        <span
          key={id}
          data-outlined
          className="wrap-anywhere rounded-mark bg-sunken px-1.5 text-12 text-muted"
        >
          {name}
        </span>
      ))}
    </span>
  )
}
