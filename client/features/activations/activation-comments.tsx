import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Comments } from '#client/domain/comments.tsx'
import { useDraft } from '#client/lib/draft.ts'
import { readOf } from '#client/lib/query-client.ts'
import { useAddComment } from './mutations.ts'

/** The comments on an activation. What is typed stays in this tab until it is sent, also when the dialog closes. */
export function ActivationComments({ id, userId }: { id: string; userId: string }) {
  const { data: comments } = useQuery(readOf('/api/activations/:id/comments', { params: { id } }))
  const { mutate, isPending } = useAddComment(id)
  const draft = useDraft(
    `activation-comment:${userId}:${id}`,
    useMemo(() => ({ text: '' }), []),
  )
  const [text, setText] = useState(draft.initial.text)
  const handleText = (typed: string) => {
    setText(typed)
    draft.store({ text: typed })
  }
  if (!comments) return null
  return (
    <Comments
      comments={comments}
      text={text}
      onText={handleText}
      isPending={isPending}
      onAdd={(body, onSuccess) => mutate(body, { onSuccess })}
    />
  )
}
