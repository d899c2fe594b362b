import { ListX } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { forAudience } from '#client/domain/audience/audience.ts'
import { Comments } from '#client/domain/comments.tsx'
import { UploadDialog } from '#client/domain/files/upload-dialog.tsx'
import { useTaskDialog } from '#client/domain/opened.ts'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { partnerLabel } from '#client/domain/rows/rows.ts'
import { ApiError } from '#client/lib/api.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { NothingYet } from '#client/ui/not-loaded.tsx'
import { useOpenedSteps } from '#client/ui/opened-steps.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { TaskDetails as Task } from '#contract/task-work.ts'
import type { TaskDefinition } from '#contract/tasks.ts'
import { useAddComment } from '../mutations.ts'
import { useTask } from '../queries.ts'
import { Partners, ProgressFacts } from './progress.tsx'
import { useProofUploads } from './proof-uploads.tsx'
import { Proofs } from './proofs.tsx'
import { TaskButtons } from './task-buttons.tsx'
import { SentBack, TaskFacts, TaskHistory, TaskSkeleton, WhatToDo } from './task-parts.tsx'

// Only staff need the menu, so partners never load it.
const TaskMenu = lazyPart(async () => ({ default: (await import('../task-menu.tsx')).TaskMenu }), NothingYet)

type TaskDetailsProps = {
  taskId: string
  /** Whether the task for several partners is meant. The part of one of its partners can have the same id. */
  isWhole: boolean
  isForStaff: boolean
  open: boolean
  onClose: () => void
  /** The dialogs that open on top of this one. */
  children: ReactNode
}

/** A task with everything that belongs to it, and its actions. A task for several partners shows the progress of each of them. */
export function TaskDetails({ taskId, isWhole, isForStaff, open, onClose, children }: TaskDetailsProps) {
  const query = useTask(taskId, isWhole)
  const uploads = useProofUploads(taskId)
  const steps = useOpenedSteps('task', 'task', open)
  const [comment, setComment] = useState('')
  const [isWaiting, setWaiting] = useState(false)
  const isGone = query.error instanceof ApiError && query.error.status === 404
  const task = isGone ? undefined : query.data
  return (
    <UploadDialog
      title={task?.taskName ?? 'Task'}
      // The description always has one line, so that nothing moves when the task is loaded.
      description={isForStaff && (task ? <GivenTo task={task} /> : '\u00a0')}
      actions={
        isForStaff && (
          <>
            {comment.trim() === '' && !uploads.isBusy && steps.buttons}
            {task && (
              <Suspense fallback={<span className="size-9 shrink-0" />}>
                <TaskMenu
                  task={task}
                  partner={task.partnerId === null ? null : task.partner}
                  onDeleted={onClose}
                />
              </Suspense>
            )}
          </>
        )
      }
      size="roomy"
      isReadOnly
      isLive
      isGuarded={false}
      open={open}
      onOpenChange={onClose}
      onKeyDown={steps.handleKeyDown}
      isBusy={uploads.isBusy}
      isChanged={comment.trim() !== ''}
      whatStays={`Files already uploaded stay.${isWaiting ? ' The task is not completed.' : ''}`}
    >
      <QueryState
        query={{ ...query, data: task }}
        className="min-h-96"
        loading={<TaskSkeleton />}
        failure={{ title: 'The task could not be loaded' }}
        missing={<EmptyState icon={ListX} line="This task no longer exists." />}
      >
        {(shown) => (
          <>
            {shown.partnerId !== null && <SentBack task={shown} isForStaff={isForStaff} />}
            <div className="grid grid-cols-1 gap-x-8 pb-6 gap-y-6 sm:grid-cols-[minmax(0,1fr)_17rem] sm:grid-rows-[auto_1fr]">
              {shown.partnerId === null ? (
                <ProgressFacts task={shown} />
              ) : (
                <TaskFacts task={shown} isForStaff={isForStaff} />
              )}
              <div className="grid min-w-0 grid-cols-1 content-start gap-6 sm:col-start-1 sm:row-span-2 sm:row-start-1">
                <WhatToDo task={shown} />
                {shown.partnerId === null ? (
                  <Partners taskId={taskId} />
                ) : (
                  <>
                    <Proofs task={shown} uploads={uploads} />
                    <TaskComments task={shown} text={comment} onText={setComment} />
                  </>
                )}
              </div>
              {shown.partnerId !== null && <TaskHistory task={shown} />}
            </div>
            {shown.partnerId !== null && (
              <TaskButtons
                task={shown}
                isForStaff={isForStaff}
                uploads={uploads}
                isWaiting={isWaiting}
                onWait={setWaiting}
              />
            )}
          </>
        )}
      </QueryState>
      {children}
    </UploadDialog>
  )
}

/** Says whom the task is for, to staff. */
function GivenTo({ task }: { task: Task | TaskDefinition }) {
  const { linkToWhole } = useTaskDialog()
  if (task.partnerId === null) return forAudience(task)
  return (
    <>
      For <PartnerLink partnerId={task.partnerId}>{partnerLabel(task.partner)}</PartnerLink>
      {task.isShared && (
        <>
          {' · '}
          <Link {...linkToWhole(task.definitionId ?? task.id)} className="text-link">
            All partners with this task
          </Link>
        </>
      )}
    </>
  )
}

function TaskComments({ task, ...typed }: { task: Task; text: string; onText: (text: string) => void }) {
  const { mutate, isPending } = useAddComment(task)
  return (
    <Comments
      {...typed}
      comments={task.comments}
      isPending={isPending}
      onAdd={(body, onSuccess) => mutate(body, { onSuccess })}
    />
  )
}
