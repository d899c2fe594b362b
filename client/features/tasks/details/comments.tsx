import { type FormEvent, useRef } from 'react'
import { Day } from '#client/domain/day.tsx'
import { LinkedText } from '#client/domain/linked-text.tsx'
import { Button } from '#client/ui/button.tsx'
import { Titled } from '#client/ui/facts.tsx'
import { TextArea } from '#client/ui/field.tsx'
import { limits, maxComments } from '#contract/limits.ts'
import type { TaskDetails } from '#contract/task-work.ts'
import { useAddComment } from '../mutations.ts'

type CommentsProps = {
  task: TaskDetails
  /** The typed text that is not sent yet. */
  text: string
  onText: (text: string) => void
}

/** The comments of the partner and of staff on a task, the oldest first. */
export function Comments({ task, text, onText }: CommentsProps) {
  const { mutate: addComment, isPending } = useAddComment(task)
  const fieldRef = useRef<HTMLTextAreaElement>(null)

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const body = text.trim()
    // Text that was typed while the comment was sent stays as the next comment.
    const handleAdded = () => fieldRef.current?.value === text && onText('')
    if (body && !isPending) addComment(body, { onSuccess: handleAdded })
    // The focused button is disabled once the field is empty.
    fieldRef.current?.focus()
  }

  return (
    <Titled title="Comments">
      {task.comments.length > 0 && (
        <ol className="grid grid-cols-1 gap-4">
          {task.comments.map(({ id, author, body, createdAt }) => (
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
      {task.comments.length < maxComments && (
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
