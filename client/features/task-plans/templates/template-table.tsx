import { LayoutTemplate } from 'lucide-react'
import { formatCount } from '#client/lib/format.ts'
import { pageOf } from '#client/lib/query-client.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { useList } from '#client/ui/list-screen.tsx'
import { LeadLink, menuColumn } from '#client/ui/row-columns.tsx'
import { RowText } from '#client/ui/row-text.tsx'
import type { TaskTemplate } from '#contract/task-plans/templates.ts'
import { taskTypeLabels } from '#contract/task-status.ts'
import { TemplateDialog } from '../lazy-dialogs.ts'
import { useDeleteTemplate } from '../mutations.ts'
import { usePlanDialog } from '../opened-plan.tsx'
import { PlanMenu } from '../plan-menu.tsx'
import { describePlans, PlanTable } from '../plan-table.tsx'

const templates = describePlans({
  title: 'Task templates',
  what: 'template',
  icon: LayoutTemplate,
  read: (query) => pageOf('/api/admin/task-templates', { query }),
})

/** The templates of tasks. */
export default function TemplateTable() {
  const { opening, key, linkTo } = usePlanDialog()
  return (
    <PlanTable
      name="templates"
      list={useList(templates)}
      create={{ label: 'New template', ...linkTo('new') }}
      columns={columns(linkTo)}
    >
      {opening && <TemplateDialog key={key} {...opening} />}
    </PlanTable>
  )
}

const columns = (linkTo: (id: string) => { href: string; state: unknown }): Column<TaskTemplate>[] => [
  {
    id: 'name',
    heading: 'Template',
    lead: true,
    className: 'md:w-[44%] max-md:pr-11!',
    cell: ({ id, taskName }) => <LeadLink name={taskName} link={linkTo(id)} />,
  },
  {
    id: 'type',
    heading: 'Type',
    className: 'md:w-px md:whitespace-nowrap',
    cell: ({ taskType }) => taskTypeLabels[taskType],
  },
  {
    id: 'due',
    heading: 'Due',
    className: 'md:w-px whitespace-nowrap tabular-nums',
    cell: ({ dueInDays }) => dueText(dueInDays),
  },
  {
    id: 'owner',
    heading: 'Owner',
    className: 'md:w-[22%]',
    cell: ({ owner }) => (owner ? <RowText>{owner.name}</RowText> : <span className="text-muted">None</span>),
  },
  {
    id: 'sets',
    heading: 'Used in',
    className: 'md:w-px whitespace-nowrap tabular-nums',
    cell: ({ sets }) => (sets > 0 ? formatCount(sets, 'set') : <span className="text-muted">No set</span>),
  },
  menuColumn((template) => <TemplateMenu template={template} link={linkTo(template.id)} />),
]

const dueText = (days: number) => (days === 0 ? 'The same day' : `After ${formatCount(days, 'day')}`)

type TemplateMenuProps = { template: TaskTemplate; link: { href: string; state: unknown } }

function TemplateMenu({ template: { id, taskName, sets }, link }: TemplateMenuProps) {
  const { mutate: deleteTemplate } = useDeleteTemplate()
  return (
    <PlanMenu
      name={taskName}
      link={link}
      consequence={`${sets > 0 ? `It's also removed from ${formatCount(sets, 'set')}. ` : ''}Tasks already assigned stay.`}
      onDelete={() => deleteTemplate(id)}
    />
  )
}
