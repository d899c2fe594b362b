import { GripVertical } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { IconButton } from '#client/ui/button.tsx'
import type { StaffTask } from '#contract/staff-tasks.ts'
import { taskTypeLabels } from '#contract/task-status.ts'
import { AssigneeName } from '../assignee-name.tsx'
import { isSentBack } from '../task-state.ts'
import { DueDate, TaskCounts } from './task-columns.tsx'

type BoardCardProps = {
  task: StaffTask
  now: number
  /** The props of the link that opens the task; without them, the card is the one that is being dragged. */
  link?: { href: string; state: unknown }
  handle?: ReactNode
  menu?: ReactNode
}

export function BoardCard({ task, now, link, handle, menu }: BoardCardProps) {
  const { taskName, partner, owner, assignee, taskType } = task
  return (
    <article
      className={
        'flex flex-col gap-1 rounded-control border border-line bg-surface py-2 pr-2 pl-3 text-13 ' +
        (link ? 'hover:border-control' : 'cursor-grabbing shadow-float')
      }
    >
      <div className="flex items-start gap-1">
        <h4 className="wrap-anywhere min-w-0 grow py-1 font-medium text-15 leading-5">
          {link ? (
            <Link {...link} draggable={false} className="rounded-mark hover:underline touch:py-3.5">
              {taskName}
            </Link>
          ) : (
            taskName
          )}
        </h4>
        {handle}
        {menu && (
          // The padding makes room for the menu, which reaches beyond the edge of a row. A press in the menu must not drag the card.
          <div className="pr-2" onPointerDown={(event) => event.stopPropagation()}>
            {menu}
          </div>
        )}
      </div>
      <p className="wrap-anywhere text-muted">
        <PartnerLink
          partnerId={partner.id}
          className="text-ink underline decoration-control underline-offset-2 touch:py-3.5"
        >
          {partner.fullName}
        </PartnerLink>{' '}
        {partner.businessName}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-muted">
        <DueDate task={task} now={now} />
        <span>{taskTypeLabels[taskType]}</span>
        {owner && <span className="wrap-anywhere">{owner.name}</span>}
        {assignee && <AssigneeName assignee={assignee} />}
        <TaskCounts task={task} />
        {isSentBack(task) && <Badge tone="caution">Sent back</Badge>}
      </p>
    </article>
  )
}

/** The id of the handle of a card, with which the focus follows the card to another column. */
export const dragHandleId = ({ id }: { id: string }) => `move-${id}`

type DragHandleProps = Pick<ComponentProps<'button'>, 'ref' | 'id' | 'onPointerDown' | 'onKeyDown'> & {
  name: string
  describedBy: string
}

/** Drags a card by touch or, picked up with Space, by keyboard. */
export function DragHandle({ name, describedBy, ...listeners }: DragHandleProps) {
  return (
    <IconButton
      icon={GripVertical}
      {...listeners}
      label={`Move ${name}`}
      aria-describedby={describedBy}
      className="-my-1 cursor-grab touch-none text-muted max-md:hidden"
    />
  )
}
