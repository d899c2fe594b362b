import { Gift, Layers } from 'lucide-react'
import { formatCount } from '#client/lib/format.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { useList } from '#client/ui/list-screen.tsx'
import { LeadLink, menuColumn } from '#client/ui/row-columns.tsx'
import { RowText } from '#client/ui/row-text.tsx'
import type { TaskSet } from '#contract/task-plans/sets.ts'
import { GiveDialog, SetDialog } from '../lazy-dialogs.ts'
import { useDeleteSet } from '../mutations.ts'
import { usePlanDialog } from '../opened-plan.tsx'
import { PlanMenu } from '../plan-menu.tsx'
import { describePlans, PlanTable } from '../plan-table.tsx'

const sets = describePlans({
  title: 'Task sets',
  what: 'set',
  icon: Layers,
  read: (query) => pageOf('/api/admin/task-sets', { query }),
})

/** The sets of tasks, each with how many partners got it. */
export default function SetTable() {
  const { opening, key, linkTo } = usePlanDialog()
  return (
    <PlanTable
      name="sets"
      list={useList(sets)}
      create={{ label: 'New set', ...linkTo('new') }}
      columns={columns(linkTo)}
    >
      {opening && <SetDialog key={key} {...opening} />}
    </PlanTable>
  )
}

const givenText = ({ givenWhen, partnerGroup }: TaskSet) => {
  if (givenWhen === 'never') return 'Manually'
  if (givenWhen === 'event') return 'With an event'
  if (givenWhen === 'group') return `When joining ${partnerGroup}`
  return `After onboarding${partnerGroup ? ` in ${partnerGroup}` : ''}`
}

const columns = (linkTo: (id: string) => { href: string; state: unknown }): Column<TaskSet>[] => [
  {
    id: 'name',
    heading: 'Set',
    lead: true,
    className: 'md:w-[40%] max-md:pr-11!',
    cell: ({ id, name }) => <LeadLink name={name} link={linkTo(id)} />,
  },
  {
    id: 'tasks',
    heading: 'Tasks',
    className: 'md:w-px whitespace-nowrap tabular-nums',
    cell: ({ templates }) => (
      <span title={templates.map(({ taskName }) => taskName).join('\n')}>
        {formatCount(templates.length, 'task')}
      </span>
    ),
  },
  {
    id: 'given',
    heading: 'Assigned',
    className: 'md:w-[32%]',
    cell: (set) => <RowText>{givenText(set)}</RowText>,
  },
  {
    id: 'partners',
    heading: 'Assigned to',
    className: 'md:w-px whitespace-nowrap tabular-nums',
    cell: ({ partners }) =>
      partners > 0 ? formatCount(partners, 'partner') : <span className="text-muted">No one yet</span>,
  },
  {
    id: 'give',
    heading: <span className="sr-only">Assign</span>,
    align: 'end',
    className: 'md:w-px',
    cell: (set) =>
      set.givenWhen !== 'event' && (
        <Button
          icon={Gift}
          size="small"
          disabled={set.templates.length === 0}
          aria-label={`Assign ${set.name}`}
          opens={(opening) => <GiveDialog {...opening} set={set} />}
        >
          Assign
        </Button>
      ),
  },
  menuColumn((set) => <SetMenu set={set} link={linkTo(set.id)} />),
]

type SetMenuProps = { set: TaskSet; link: { href: string; state: unknown } }

function SetMenu({ set: { id, name }, link }: SetMenuProps) {
  const { mutate: deleteSet } = useDeleteSet()
  return (
    <PlanMenu
      name={name}
      link={link}
      consequence="It won't be assigned anymore. Its templates and tasks already assigned stay."
      onDelete={() => deleteSet(id)}
    />
  )
}
