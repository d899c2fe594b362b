import { PartnerPicker } from '#client/domain/partner-picker.tsx'
import { usePartner, usePartnerGroups, useResponsibleOptions } from '#client/domain/queries.ts'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { Choice, Days } from '#client/ui/filter-choices.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { limits } from '#contract/fields.ts'
import { type TaskSortColumn, taskSorts } from '#contract/staff-tasks.ts'
import { taskStatuses, taskStatusLabels, taskTypeLabels, taskTypes } from '#contract/tasks.ts'
import { type DueFilter, defaultSort, dueFilters, type TasksView } from './tasks-view.ts'

const dueLabels: Record<DueFilter, string> = {
  overdue: 'Overdue',
  today: 'Today',
  week: 'This week',
  later: 'Later',
  range: 'Between…',
}

// So that the search has room in the same line.
const narrow = '@4xl:w-30'

/** The filters of the list, which are in the address. */
export function TaskFilters({ view }: { view: TasksView }) {
  const { filters, isBoard } = view
  const { data: groups = [] } = usePartnerGroups()
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
            ['review', 'To review'],
            ['all', 'All tasks'],
          ]}
        />
      )}
      <Choice
        view={view}
        name="due"
        label="Due date"
        className={narrow}
        value={filters.due}
        none="Any date"
        options={dueFilters.map((due) => [due, dueLabels[due]])}
        clears={{ from: null, until: null }}
      />
      <OwnerFilter view={view} />
      <Choice
        view={view}
        name="type"
        label="Task type"
        className={narrow}
        value={filters.type}
        none="All types"
        options={taskTypes.map((type) => [type, taskTypeLabels[type]])}
      />
      <Choice
        view={view}
        name="group"
        label="Partner group"
        className={narrow}
        value={filters.group}
        none="All groups"
        options={groups.map((group) => [group, group])}
      />
      <div className="@4xl:w-40">
        <PartnerPicker
          offersAll
          value={filters.of ? (partner.data ?? null) : null}
          placeholder={partner.isPending && filters.of ? 'Loading...' : 'All Partners'}
          onChange={(next) => view.change({ for: next?.id ?? null })}
        />
      </div>
      <Choice
        view={view}
        name="shared"
        label="Given to"
        className={narrow}
        value={filters.isShared ? 'only' : ''}
        none="Given to anyone"
        options={[['only', 'Several partners']]}
      />
      {!isBoard && <OrderSelect view={view} />}
      {filters.due === 'range' && <Days view={view} range={filters} labels={['Due from', 'Due until']} />}
    </FilterBar>
  )
}

function OwnerFilter({ view }: { view: TasksView }) {
  const { owner } = view.filters
  const responsible = useResponsibleOptions()
  return (
    <Choice
      view={view}
      name="owner"
      label="Owner"
      value={owner}
      none="Any owner"
      options={[['me', 'Me'], ['none', 'No owner'], ...responsible]}
      other="Another person"
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
