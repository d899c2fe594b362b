import { type ComponentProps, type MouseEvent, useState } from 'react'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import { DialogFooter } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormTextArea } from '#client/ui/form-fields.tsx'
import { limits } from '#contract/limits.ts'
import type { TaskStatus } from '#contract/task-status.ts'
import { SendBackTask, type TaskDetails } from '#contract/task-work.ts'
import { ProvenCompleteButton } from '../complete-button.tsx'
import { useAcceptTask, useSendBackTask, useSetTaskStatus } from '../mutations.ts'

type TaskButtonsProps = Omit<ComponentProps<typeof ProvenCompleteButton>, 'task'> & {
  task: TaskDetails
  isForStaff: boolean
}

/** The actions that the partner or staff can do in the current state of the task. */
export function TaskButtons({ task, isForStaff, ...completing }: TaskButtonsProps) {
  const setStatus = useSetTaskStatus()
  const { mutate: accept, isPending } = useAcceptTask(task)
  const [isSendingBack, setSendingBack] = useState(false)
  const { status } = task
  const isAccepted = task.acceptedAt !== null
  const isCompleted = status === 'completed'

  const changeTo = (next: TaskStatus) => (event: MouseEvent) => {
    // The button goes away, so the focus moves to the dialog around it.
    event.currentTarget.closest<HTMLElement>('[role=dialog]')?.focus({ preventScroll: true })
    setStatus({ task, status: next })
  }

  if (isAccepted && !isForStaff) return null
  return (
    <>
      <DialogFooter>
        {!isForStaff && isCompleted && <Button onClick={changeTo('in_progress')}>Reopen</Button>}
        {status === 'pending' && <Button onClick={changeTo('in_progress')}>Start</Button>}
        {!isCompleted && <ProvenCompleteButton {...completing} task={task} variant="primary" />}
        {isForStaff && isCompleted && <Button onClick={() => setSendingBack(true)}>Send back</Button>}
        {isForStaff && isCompleted && !isAccepted && (
          <Button variant="primary" pending={isPending} onClick={() => accept()}>
            Accept
          </Button>
        )}
      </DialogFooter>
      <SendBack task={task} open={isSendingBack} onOpenChange={setSendingBack} />
    </>
  )
}

const commentSchema = SendBackTask.pick({ comment: true })

/** Sends a task back to the partner, with a text that says what is missing. */
function SendBack({ task, ...opening }: DialogOpening & { task: TaskDetails }) {
  const { mutateAsync: sendBack, isPending } = useSendBackTask(task)
  const edit = useEditForm<{ comment: string }, { comment: string }>({
    schema: commentSchema,
    record: null,
    valuesOf: () => ({ comment: '' }),
    save: async ({ comment }) => {
      await sendBack({ comment, updatedAt: task.updatedAt })
      opening.onOpenChange(false)
    },
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title="Send this task back?"
      description="The task goes back to in progress, and the partner sees your comment."
      isPending={isPending}
      submitLabel="Send back"
    >
      <FormTextArea name="comment" label="Comment" required maxLength={limits.message} />
    </EditDialog>
  )
}
