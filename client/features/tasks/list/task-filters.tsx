import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { PartnerPicker } from '#client/domain/partner-picker.tsx'
import { personName } from '#client/domain/person-name.ts'
import { usePartner } from '#client/domain/queries.ts'
import { readOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Field, Select, TextInput } from '#client/ui/field.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { listTeam } from '#contract/chat/inbox.ts'
import { dateRange } from '#contract/date-range.ts'
import { limits } from '#contract/fields.ts'
import { type TaskSortColumn, taskSorts } from '#contract/staff-tasks.ts'
import { taskStatuses, taskStatusLabels, taskTypeLabels, taskTypes } from '#contract/tasks.ts'
import { listPartnerGroups } from '#contract/users/users.ts'
import { type DueFilter, defaultSort, dueFilters, type TasksView } from './tasks-view.ts'

const dueLabels: Record<DueFilter, string> = {
  overdue: 'Overdue',
  today: 'Due today',
  week: 'Due this week',
  later: 'Due later',
  range: 'Due between…',
}

type TaskFiltersProps = {
  view: TasksView
  /** At the end of the line. */
  actions: ReactNode
}

/** The filters of the list, which are in the address. Those that are rarely needed come out on demand. */
export function TaskFilters({ view, actions }: TaskFiltersProps) {
  const { filters, isBoard } = view
  const hasMore = Boolean(filters.type || filters.group || filters.of || filters.due === 'range')
  const [isOpen, setOpen] = useState(hasMore)
  const isShown = isOpen || filters.due === 'range'
  return (
    <div className="border-line border-b px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Search tasks"
          placeholder="Search tasks..."
          maxLength={limits.name}
          value={filters.search}
          onSearch={(search) => view.change({ search }, { replace: true })}
          className="w-full sm:w-56 lg:min-w-0 lg:flex-1"
        />
        {!isBoard && (
          <Choice
            view={view}
            name="state"
            label="Status"
            value={filters.state === 'open' ? '' : filters.state}
            none="Open tasks"
            options={[
              ...taskStatuses.map((status) => [status, taskStatusLabels[status]] as const),
              ['all', 'All tasks'],
            ]}
          />
        )}
        <Choice
          view={view}
          name="due"
          label="Due"
          value={filters.due}
          none="Due any time"
          options={dueFilters.map((due) => [due, dueLabels[due]])}
          onChange={(due) => view.change({ due, from: null, until: null })}
        />
        <OwnerFilter view={view} />
        <Button
          aria-expanded={isShown}
          aria-controls="more-task-filters"
          onClick={() => setOpen(!isShown)}
          className={classNames('max-sm:flex-1', hasMore && 'border-accent text-accent')}
        >
          <SlidersHorizontal aria-hidden className="size-4" />
          More filters
        </Button>
        {!isBoard && <OrderSelect view={view} />}
        {actions}
      </div>
      <div id="more-task-filters" hidden={!isShown}>
        {isShown && <MoreFilters view={view} />}
      </div>
    </div>
  )
}

function MoreFilters({ view }: { view: TasksView }) {
  const { filters } = view
  const { data: groups = [] } = useQuery(readOf(listPartnerGroups))
  const known = filters.group && !groups.includes(filters.group) ? [filters.group, ...groups] : groups
  const partner = usePartner(filters.of || null)
  return (
    <div className="grid grid-cols-1 items-end gap-x-2 gap-y-3 pt-3 sm:grid-cols-3 lg:grid-cols-5">
      <Choice
        view={view}
        name="type"
        label="Task type"
        value={filters.type}
        none="All types"
        options={taskTypes.map((type) => [type, taskTypeLabels[type]])}
      />
      <Choice
        view={view}
        name="group"
        label="Partner group"
        value={filters.group}
        none="All groups"
        options={known.map((group) => [group, group])}
      />
      <PartnerPicker
        offersAll
        value={filters.of ? (partner.data ?? null) : null}
        placeholder={partner.isPending && filters.of ? 'Loading...' : 'All partners'}
        onChange={(next) => view.change({ for: next?.id ?? null })}
      />
      {filters.due === 'range' && (
        <>
          <DayField view={view} name="from" label="Due from" />
          <DayField view={view} name="until" label="Due until" />
        </>
      )}
    </div>
  )
}

type ChoiceProps = {
  view: TasksView
  /** In the address. */
  name: string
  label: string
  value: string
  /** The label of the empty value. */
  none: string
  options: readonly (readonly [value: string, label: string])[]
  onChange?: (value: string) => void
} & Pick<ComponentProps<typeof Select>, 'className'>

function Choice({ view, name, label, value, none, options, onChange, className }: ChoiceProps) {
  return (
    <Select
      aria-label={label}
      value={value}
      onChange={({ target }) => (onChange ?? ((next) => view.change({ [name]: next })))(target.value)}
      className={className ?? 'min-w-36 max-sm:flex-1'}
    >
      <option value="">{none}</option>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </Select>
  )
}

function OwnerFilter({ view }: { view: TasksView }) {
  const { owner } = view.filters
  const { data: team = [] } = useQuery(readOf(listTeam))
  const options: [string, string][] = [
    ['me', 'Owned by me'],
    ['none', 'Without owner'],
    ...team.map((member): [string, string] => [member.id, personName(member)]),
  ]
  const isKnown = owner === '' || options.some(([value]) => value === owner)
  return (
    <Choice
      view={view}
      name="owner"
      label="Owner"
      value={owner}
      none="Any owner"
      options={isKnown ? options : [...options, [owner, 'Another person']]}
      className="w-36 max-sm:flex-1"
    />
  )
}

/** Replaces the address, since every key typed into a date is a change that Back would step through. */
function DayField({ view, name, label }: { view: TasksView; name: 'from' | 'until'; label: string }) {
  return (
    <Field label={label}>
      <TextInput
        type="date"
        {...dateRange}
        value={view.filters[name]}
        onChange={({ target }) => view.change({ [name]: target.value }, { replace: true })}
      />
    </Field>
  )
}

const columnLabels: Record<TaskSortColumn, string> = {
  created: 'Created',
  due: 'Due date',
  name: 'Name',
  partner: 'Partner',
  type: 'Type',
  status: 'Status',
  owner: 'Owner',
}

/** On a phone, where no headings are. */
function OrderSelect({ view }: { view: TasksView }) {
  return (
    <Choice
      view={view}
      name="sort"
      label="Order"
      value={view.sort === defaultSort ? '' : view.sort}
      none="By due date"
      options={taskSorts
        .filter((sort) => sort !== defaultSort)
        .map((sort) => {
          const label = columnLabels[sort.replace('-', '') as TaskSortColumn]
          return [sort, sort.startsWith('-') ? `${label}, descending` : `By ${label.toLowerCase()}`] as const
        })}
      className="flex-1 md:hidden"
    />
  )
}
