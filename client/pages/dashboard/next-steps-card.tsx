import { useQuery } from '@tanstack/react-query'
import {
  CalendarClock,
  ChartColumn,
  CircleAlert,
  CircleCheck,
  FilePenLine,
  FolderOpen,
  MessageCircle,
  Undo2,
} from 'lucide-react'
import { Link } from 'wouter'
import { Day } from '#client/domain/day.tsx'
import { openChat } from '#client/domain/open-chat.ts'
import { TextSkeleton } from '#client/domain/rows/row.tsx'
import { useOwnActivations } from '#client/features/activations/queries.ts'
import { useUnreadCount } from '#client/features/chat/unread.ts'
import { useOwnDocumentRows } from '#client/features/documents/queries.ts'
import { ownObligations } from '#client/features/obligations/own-payments.tsx'
import { useRecentResources } from '#client/features/resources/recent-resources.tsx'
import { useOwnTasks } from '#client/features/tasks/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { type NextStep, nextSteps } from './next-steps.ts'

const icons = {
  'sent-back': { icon: Undo2, color: 'text-caution' },
  agreement: { icon: FilePenLine, color: 'text-accent' },
  late: { icon: CircleAlert, color: 'text-danger' },
  overdue: { icon: CircleAlert, color: 'text-danger' },
  recap: { icon: ChartColumn, color: 'text-accent' },
  message: { icon: MessageCircle, color: 'text-accent' },
  owed: { icon: CalendarClock, color: 'text-caution' },
  'due-soon': { icon: CalendarClock, color: 'text-caution' },
  material: { icon: FolderOpen, color: 'text-accent' },
}

const lineClassName = 'flex min-h-16 items-center gap-3 px-4 py-2.5 sm:px-5'

type NextStepsCardProps = { hasOnboarded: boolean; now: number }

/** The next steps of the partner, at most three, each with a link. */
export function NextStepsCard({ hasOnboarded, now }: NextStepsCardProps) {
  const documents = useOwnDocumentRows()
  const tasks = useOwnTasks()
  const { data: activations = [] } = useOwnActivations()
  const unread = useUnreadCount()
  const { data: recent } = useRecentResources()
  const files = recent?.rows ?? []
  const owed = useQuery(ownObligations)
  // Without what is owed, the other steps are shown all the same.
  const obligations = owed.data ?? (owed.isError ? [] : undefined)
  const rows = documents.data &&
    tasks.data &&
    obligations && { documents: documents.data, tasks: tasks.data, obligations }

  return (
    <Card title="Next for you" flush>
      <div className="flex flex-col">
        {rows ? (
          <Lines steps={nextSteps({ ...rows, activations, unread, files, hasOnboarded, now })} />
        ) : documents.isError || tasks.isError ? (
          <p className="px-4 py-4 text-muted sm:px-5">
            Your next steps appear once your agreements and tasks have loaded.
          </p>
        ) : (
          [1, 2].map((line) => (
            <div key={line} className={lineClassName}>
              <Skeleton className="size-5 rounded-full" />
              <TextSkeleton className="flex-1" />
            </div>
          ))
        )}
      </div>
    </Card>
  )
}

function Lines({ steps }: { steps: NextStep[] }) {
  if (steps.length === 0) return <EmptyState icon={CircleCheck} line="You're all caught up" />
  return (
    <ul className="divide-y divide-line">
      {steps.map((step, index) => (
        <Line key={step.kind} step={step} isFirst={index === 0} />
      ))}
    </ul>
  )
}

function Line({ step, isFirst }: { step: NextStep; isFirst: boolean }) {
  const { icon: Icon, color } = icons[step.kind]
  const { kind, text, note, at, action } = step
  const textId = `next-${kind}`
  const button = { size: 'small', variant: isFirst ? 'primary' : 'secondary' } as const
  return (
    <li className={lineClassName}>
      <Icon aria-hidden className={classNames('size-5 shrink-0', color)} />
      <div id={textId} className="wrap-anywhere min-w-0 flex-1">
        <p title={text} className="line-clamp-2 font-medium">
          {text}
        </p>
        <p title={note} className="line-clamp-2 text-13 text-muted">
          {note} {at && <Day at={at} />}
        </p>
      </div>
      {'href' in action ? (
        <Button asChild {...button}>
          <Link href={action.href} aria-describedby={textId}>
            {action.label}
          </Link>
        </Button>
      ) : (
        <Button
          {...button}
          aria-describedby={textId}
          onClick={() => ('rowId' in action ? focusRow(action.rowId) : openChat())}
        >
          {action.label}
        </Button>
      )}
    </li>
  )
}

function focusRow(id: string) {
  const row = document.getElementById(id)
  row?.scrollIntoView({ block: 'center' })
  row?.focus({ preventScroll: true })
}
