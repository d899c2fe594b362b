import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { PartnerPicker } from '#client/domain/partner-picker.tsx'
import { personName } from '#client/domain/person-name.ts'
import { usePartner } from '#client/domain/queries.ts'
import { readOf } from '#client/lib/query-client.ts'
import { Select, TextInput } from '#client/ui/field.tsx'
import { FilterBar } from '#client/ui/filter-bar.tsx'
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
  today: 'Today',
  week: 'This week',
  later: 'Later',
  range: 'Between…',
}

/** The filters of the list, which are in the address. */
export function TaskFilters({ view }: { view: TasksView }) {
  const { filters, isBoard } = view
  const { data: groups = [] } = useQuery(readOf(listPartnerGroups))
  const known = filters.group && !groups.includes(filters.group) ? [filters.group, ...groups] : groups
  const partner = usePartner(filters.of || null)
  return (
    <FilterBar
      size="many"
      active={view.narrowedBy}
      search={
        <SearchField
          label="Search tasks"
          placeholder="Search tasks..."
          maxLength={limits.name}
          value={filters.search}
          onSearch={(search) => view.change({ search }, { replace: true })}
        />
      }
    >
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
        label="Due date"
        value={filters.due}
        none="Any date"
        options={dueFilters.map((due) => [due, dueLabels[due]])}
        onChange={(due) => view.change({ due, from: null, until: null })}
      />
      <OwnerFilter view={view} />
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
      <div className="@4xl:w-40">
        <PartnerPicker
          offersAll
          value={filters.of ? (partner.data ?? null) : null}
          placeholder={partner.isPending && filters.of ? 'Loading...' : 'All Partners'}
          onChange={(next) => view.change({ for: next?.id ?? null })}
        />
      </div>
      {!isBoard && <OrderSelect view={view} />}
      {filters.due === 'range' && (
        <>
          <DayField view={view} name="from" label="Due from" />
          <DayField view={view} name="until" label="Due until" />
        </>
      )}
    </FilterBar>
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
      className={className ?? '@4xl:w-33'}
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
    ['me', 'Me'],
    ['none', 'No owner'],
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
    />
  )
}

/** Replaces the address, since every key typed into a date is a change that Back would step through. */
function DayField({ view, name, label }: { view: TasksView; name: 'from' | 'until'; label: string }) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      {...dateRange}
      value={view.filters[name]}
      onChange={({ target }) => view.change({ [name]: target.value }, { replace: true })}
      className="@4xl:w-40"
    />
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
      className="md:hidden"
    />
  )
}
