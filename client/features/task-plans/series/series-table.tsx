import { Repeat } from 'lucide-react'
import { Link } from 'wouter'
import { audienceLabel } from '#client/domain/audience/audience.ts'
import { Day } from '#client/domain/day.tsx'
import { useNewTaskDialog } from '#client/domain/opened.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { useList } from '#client/ui/list-screen.tsx'
import { LeadLink, menuColumn } from '#client/ui/row-columns.tsx'
import { RowText } from '#client/ui/row-text.tsx'
import { taskFrequencyLabels } from '#contract/task-plans/plans.ts'
import type { TaskSeries } from '#contract/task-plans/series.ts'
import { SeriesDialog } from '../lazy-dialogs.ts'
import { usePlanDialog } from '../opened-plan.tsx'
import { describePlans, PlanTable } from '../plan-table.tsx'
import { SeriesMenu } from './series-menu.tsx'

const series = describePlans({
  title: 'Recurring tasks',
  what: 'task',
  icon: Repeat,
  read: (query) => pageOf('/api/admin/task-series', { query }),
})

/** The recurring tasks, each with when it is due next. */
export default function SeriesTable() {
  const { opening, key, linkTo } = usePlanDialog()
  return (
    <PlanTable
      name="recurring"
      list={useList(series)}
      create={{ label: 'New recurring task', ...useNewTaskDialog().linkToRecurring() }}
      columns={columns(linkTo)}
    >
      {opening && opening.planId !== 'new' && <SeriesDialog key={key} {...opening} />}
    </PlanTable>
  )
}

const columns = (linkTo: (id: string) => { href: string; state: unknown }): Column<TaskSeries>[] => [
  {
    id: 'name',
    heading: 'Task',
    lead: true,
    className: 'md:w-[36%] max-md:pr-11!',
    cell: ({ id, taskName }) => <LeadLink name={taskName} link={linkTo(id)} />,
  },
  {
    id: 'repeats',
    heading: 'Repeats',
    className: 'md:w-px whitespace-nowrap',
    cell: ({ frequency }) => taskFrequencyLabels[frequency],
  },
  {
    id: 'for',
    heading: 'For',
    className: 'md:w-[24%]',
    cell: (series) => <RowText>{audienceLabel(series)}</RowText>,
  },
  {
    id: 'next',
    heading: 'Next due',
    className: 'md:w-px whitespace-nowrap tabular-nums',
    cell: (series) => <NextDue series={series} />,
  },
  {
    id: 'created',
    heading: 'Created',
    className: 'md:w-px whitespace-nowrap tabular-nums',
    cell: ({ taskName, occurrences }) =>
      occurrences > 0 ? (
        <Link
          href={`/admin?tab=tasks&state=all&search=${encodeURIComponent(taskName)}`}
          aria-label={`${formatCount(occurrences, 'task')} created of ${taskName}`}
          className="text-link touch:-my-3 touch:py-3"
        >
          {formatNumber(occurrences)}
        </Link>
      ) : (
        <span className="text-muted">None</span>
      ),
  },
  menuColumn((series) => <SeriesMenu series={series} link={linkTo(series.id)} />),
]

function NextDue({ series: { nextDueAt, stoppedAt } }: { series: TaskSeries }) {
  if (stoppedAt) return <Badge tone="caution">Stopped</Badge>
  if (!nextDueAt) return <Badge tone="neutral">Ended</Badge>
  return <Day at={nextDueAt} />
}
