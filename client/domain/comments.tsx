import { type FormEvent, useRef } from 'react'
import { Day } from '#client/domain/day.tsx'
import { LinkedText } from '#client/domain/linked-text.tsx'
import { Button } from '#client/ui/button.tsx'
import { Titled } from '#client/ui/facts.tsx'
import { TextArea } from '#client/ui/field.tsx'
import type { Comment } from '#contract/comments.ts'
import { limits, maxComments } from '#contract/limits.ts'

type CommentsProps = {
  /** The comments, the oldest first. */
  comments: Comment[]
  /** The typed text that is not sent yet. */
  text: string
  onText: (text: string) => void
  /** Sends a comment, and calls `onAdded` once it is stored. */
  onAdd: (body: string, onAdded: () => void) => void
  isPending: boolean
}

/** The comments of the partner and of staff on a subject, with the field for the next one. */
export function Comments({ comments, text, onText, onAdd, isPending }: CommentsProps) {
  const fieldRef = useRef<HTMLTextAreaElement>(null)

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const body = text.trim()
    // Text that was typed while the comment was sent stays as the next comment.
    const handleAdded = () => fieldRef.current?.value === text && onText('')
    if (body && !isPending) onAdd(body, handleAdded)
    // The focused button is disabled once the field is empty.
    fieldRef.current?.focus()
  }

  return (
    <Titled title="Comments">
      {comments.length > 0 && (
        <ol className="grid grid-cols-1 gap-4">
          {comments.map(({ id, author, body, createdAt }) => (
            <li key={id}>
              <p className="text-13 text-muted">
                <span className="font-medium text-ink">{author ?? 'Deleted user'}</span>{' '}
                <Day at={createdAt} exact />
              </p>
              <p className="wrap-anywhere whitespace-pre-wrap">
                <LinkedText text={body} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {comments.length < maxComments && (
        <form onSubmit={handleSubmit} className="grid grid-cols-1 gap-2">
          <TextArea
            ref={fieldRef}
            aria-label="Comment"
            placeholder="Write a comment"
            rows={2}
            maxLength={limits.message}
            value={text}
            onChange={({ target }) => onText(target.value)}
          />
          <Button
            type="submit"
            pending={isPending}
            disabled={text.trim() === ''}
            className="justify-self-start"
          >
            Add comment
          </Button>
        </form>
      )}
    </Titled>
  )
}
