import { ListX } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { UploadDialog } from '#client/domain/files/upload-dialog.tsx'
import { useTaskDefinitionDialog } from '#client/domain/opened.ts'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { partnerLabel } from '#client/domain/rows/rows.ts'
import { ApiError } from '#client/lib/api.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { NothingYet } from '#client/ui/not-loaded.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { useTask } from '../queries.ts'
import { Comments } from './comments.tsx'
import { useProofUploads } from './proof-uploads.tsx'
import { Proofs } from './proofs.tsx'
import { TaskButtons } from './task-buttons.tsx'
import { SentBack, TaskFacts, TaskHistory, TaskSkeleton, WhatToDo } from './task-parts.tsx'

// Partners never need it.
const TaskMenu = lazyPart(async () => ({ default: (await import('../task-menu.tsx')).TaskMenu }), NothingYet)

type TaskDetailsProps = {
  taskId: string
  isForStaff: boolean
  open: boolean
  onClose: () => void
  /** What was opened from it. */
  children: ReactNode
}

/** A task with all that belongs to it, and what its partner or staff can do with it. */
export function TaskDetails({ taskId, isForStaff, open, onClose, children }: TaskDetailsProps) {
  const query = useTask(taskId)
  const uploads = useProofUploads(taskId)
  const [comment, setComment] = useState('')
  const [isWaiting, setWaiting] = useState(false)
  const taskDefinition = useTaskDefinitionDialog()
  const isGone = query.error instanceof ApiError && query.error.status === 404
  const task = isGone ? undefined : query.data
  return (
    <UploadDialog
      title={task?.taskName ?? 'Task'}
      description={
        isForStaff &&
        (task ? (
          <>
            For <PartnerLink partnerId={task.partnerId}>{partnerLabel(task.partner)}</PartnerLink>
            {task.isShared && (
              <>
                {' · '}
                <Link {...taskDefinition.linkTo(task.definitionId ?? '')} className="text-link">
                  All partners with this task
                </Link>
              </>
            )}
          </>
        ) : (
          // A line of its height from the first.
          '\u00a0'
        ))
      }
      actions={
        task &&
        isForStaff && (
          <Suspense fallback={<span className="size-9 shrink-0" />}>
            <TaskMenu task={task} partner={task.partner} onDeleted={onClose} />
          </Suspense>
        )
      }
      size="roomy"
      isReadOnly
      isLive
      isGuarded={false}
      open={open}
      onOpenChange={onClose}
      isBusy={uploads.isBusy}
      isChanged={comment.trim() !== ''}
      whatStays={`Files that were uploaded already stay.${isWaiting ? ' The task is not completed.' : ''}`}
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
            <SentBack task={shown} />
            <div className="grid grid-cols-1 gap-x-8 pb-6 gap-y-6 sm:grid-cols-[minmax(0,1fr)_17rem] sm:grid-rows-[auto_1fr]">
              <TaskFacts task={shown} isForStaff={isForStaff} />
              <div className="grid min-w-0 grid-cols-1 content-start gap-6 sm:col-start-1 sm:row-span-2 sm:row-start-1">
                <WhatToDo task={shown} />
                <Proofs task={shown} uploads={uploads} />
                <Comments task={shown} text={comment} onText={setComment} />
              </div>
              <TaskHistory task={shown} />
            </div>
            <TaskButtons
              task={shown}
              isForStaff={isForStaff}
              uploads={uploads}
              isWaiting={isWaiting}
              onWait={setWaiting}
            />
          </>
        )}
      </QueryState>
      {children}
    </UploadDialog>
  )
}
