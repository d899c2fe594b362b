import CalendarClock from 'lucide-react/icons/calendar-clock'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import FileSignature from 'lucide-react/icons/file-pen-line'
import { Link } from 'wouter'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { type NextStep, nextSteps } from './next-steps.ts'
import { useDocuments, useTasks } from './queries.ts'

const marks = {
  agreement: { icon: FileSignature, colour: 'text-accent' },
  overdue: { icon: CircleAlert, colour: 'text-danger' },
  'due-soon': { icon: CalendarClock, colour: 'text-caution' },
}

const lineLook = 'flex min-h-14 items-center gap-3 px-4 py-2 sm:px-5'

/** What waits for the partner, in three lines at most, each with where to do it. */
export function NextStepsCard({ onboarded, now }: { onboarded: boolean; now: number }) {
  const documents = useDocuments('own')
  const tasks = useTasks('own')
  const known = documents.data && tasks.data ? { documents: documents.data, tasks: tasks.data } : null

  return (
    <Card title="Next for you" flush>
      {/* On a desk always as high as three lines, on a phone as two: what stands below does not move. */}
      <div className="min-h-28 lg:min-h-42">
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
              <Skeleton className="h-3.5 w-1/2" />
            </div>
          ))
        )}
      </div>
    </Card>
  )
}

function Lines({ steps }: { steps: NextStep[] }) {
  if (steps.length === 0) return <EmptyState icon={CircleCheck} line="Nothing is waiting for you" />
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
  const { kind, text, action } = step
  const textId = `next-${kind}`
  const look = { size: 'small', variant: first ? 'primary' : 'secondary' } as const
  return (
    <li className={lineLook}>
      <Icon aria-hidden className={classNames('size-5 shrink-0', colour)} />
      <span id={textId} title={text} className="wrap-anywhere line-clamp-2 min-w-0 flex-1">
        {text}
      </span>
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
