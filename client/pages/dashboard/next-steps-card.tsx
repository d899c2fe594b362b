import CalendarClock from 'lucide-react/icons/calendar-clock'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import FileSignature from 'lucide-react/icons/file-pen-line'
import { Link } from 'wouter'
import { useDocuments, useTasks } from '#client/features/dashboard/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { WordsSkeleton } from '../../domain/rows/text-skeleton.tsx'
import { type NextStep, nextSteps } from './next-steps.ts'

const marks = {
  agreement: { icon: FileSignature, colour: 'text-accent' },
  overdue: { icon: CircleAlert, colour: 'text-danger' },
  'due-soon': { icon: CalendarClock, colour: 'text-caution' },
}

const lineLook = 'flex min-h-16 items-center gap-3 px-4 py-2.5 sm:px-5'

/** What waits for the partner, in three lines at most, each with where to do it. */
export function NextStepsCard({ onboarded, now }: { onboarded: boolean; now: number }) {
  const documents = useDocuments()
  const tasks = useTasks()
  const known = documents.data && tasks.data ? { documents: documents.data, tasks: tasks.data } : null

  return (
    <Card title="Next for you" flush>
      {/* On a desk always as high as three lines, on a phone as an empty one: what stands below does not move. */}
      <div className="flex min-h-37 flex-col lg:min-h-48">
        {known ? (
          <Lines steps={nextSteps({ ...known, onboarded, now })} />
        ) : documents.isError || tasks.isError ? (
          <p className="px-4 py-4 text-muted sm:px-5">
            This shows once your agreements and tasks are loaded.
          </p>
        ) : (
          [1, 2].map((line) => (
            <div key={line} className={lineLook}>
              <Skeleton className="size-5 rounded-full" />
              <WordsSkeleton className="flex-1" />
            </div>
          ))
        )}
      </div>
    </Card>
  )
}

function Lines({ steps }: { steps: NextStep[] }) {
  if (steps.length === 0) {
    return (
      <div className="my-auto">
        <EmptyState icon={CircleCheck} line="Nothing is waiting for you" />
      </div>
    )
  }
  return (
    <ul className="divide-y divide-line">
      {steps.map((step, index) => (
        <Line key={step.kind} step={step} first={index === 0} />
      ))}
    </ul>
  )
}

function Line({ step, first }: { step: NextStep; first: boolean }) {
  const { icon: Icon, colour } = marks[step.kind]
  const { kind, text, note, action } = step
  const textId = `next-${kind}`
  const look = { size: 'small', variant: first ? 'primary' : 'secondary' } as const
  return (
    <li className={lineLook}>
      <Icon aria-hidden className={classNames('size-5 shrink-0', colour)} />
      <div id={textId} className="wrap-anywhere min-w-0 flex-1">
        <p title={text} className="line-clamp-2 font-medium">
          {text}
        </p>
        <p title={note} className="line-clamp-2 text-13 text-muted">
          {note}
        </p>
      </div>
      {'href' in action ? (
        <Button asChild {...look}>
          <Link href={action.href} aria-describedby={textId}>
            {action.label}
          </Link>
        </Button>
      ) : (
        <Button {...look} aria-describedby={textId} onClick={() => goToRow(action.rowId)}>
          {action.label}
        </Button>
      )}
    </li>
  )
}

function goToRow(id: string) {
  const row = document.getElementById(id)
  row?.scrollIntoView({ block: 'center' })
  row?.focus({ preventScroll: true })
}
