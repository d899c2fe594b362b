import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Rows } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { type ListDays, type ListView, useListView } from '#client/lib/list-view.ts'
import { useSelection } from '#client/lib/selection.ts'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import type { Column } from './data-table.tsx'
import { EmptyState } from './empty-state.tsx'
import { ActiveFilters, ListFilterBar, type ShownFilter } from './list-filters.tsx'
import { PagedTable } from './paged-table.tsx'
import { SelectionBar, SelectionCount, SelectMatching, selectColumn } from './select-rows.tsx'
import { useFocusOfGoneRow } from './use-focus-of-gone-row.ts'

type ListDescription<R, Filters> = {
  title: string
  /** The accessible name of the table, if it differs from the title. */
  label?: string
  /** The name of the rows, in the plural. */
  rowsLabel: string
  /** The singular noun for the number of rows in the head. */
  counted?: string
  /** Reads a page of the list. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer that is no list is made one by `select`
  read: (query: Record<string, string>) => Omit<UseQueryOptions<any, Error, Rows<R>, any>, 'placeholderData'>
  pageSize: number
  filters: Filters
  order?: ShownFilter
  days?: ListDays
  /** The number of filters; `many` for five and more. */
  size?: 'few' | 'many'
  /** Set for a list whose rows can be selected, at most `max` of them; with `offersAll` also all that match. */
  selectable?: {
    max: number
    offersAll?: boolean
    nameOf: (row: R) => string
    isSelectable?: (row: R) => boolean
  }
  failure: { title: string; text?: string }
  empty: {
    icon: LucideIcon
    line: string
    /** The line when no rows match the filters. */
    narrowedLine?: string
    /** The label of the link to the whole list, shown when no rows match the filters. */
    clearLabel?: string
    /** The address of the whole list, if it is not the address without filters. */
    clearHref?: string
  }
  dense?: boolean
}

/** Describes a list: how it is read, its filters, and its texts. */
export const describeList = <R, Filters extends Record<string, ShownFilter>>(
  list: ListDescription<R, Filters>,
) => list

/** Returns the view that the address describes, the rows of the list, and the selected rows. */
export const useList = <R extends { id: string }, Filters extends Record<string, ShownFilter>>(
  list: ListDescription<R, Filters>,
) => {
  const view = useListView(list)
  const query = useQuery({
    ...list.read({ ...view.query, page: String(view.page), limit: String(list.pageSize) }),
    placeholderData: keepPreviousData,
  })
  const { sort: _sort, ...listed } = view.query
  const selection = useSelection(JSON.stringify(listed), list.selectable?.max ?? 0)
  // While other rows are loading, the shown rows can no longer be selected.
  const rows = query.isPlaceholderData ? [] : (query.data?.rows ?? [])
  const shown = rows.filter(list.selectable?.isSelectable ?? (() => true))
  return { list, view, query, selection, shown }
}

type ListScreenProps<R extends { id: string }, Filters extends Record<string, ShownFilter>> = {
  list: ReturnType<typeof useList<R, Filters>>
  columns: Column<R>[]
  /** The text in the head that replaces the number of rows. */
  description?: ReactNode
  /** The actions in the head. */
  actions?: ReactNode
  /** The buttons with the actions for the selected rows. */
  selectionActions?: ReactNode
  /** The button that creates the first item, shown while the list is empty. */
  emptyAction?: ReactNode
  /** A button next to the search that also shows on a phone. */
  besideSearch?: ReactNode
  /** More buttons next to the filters, such as the one that chooses the columns. */
  tools?: ReactNode
  /** The content after the active filters, such as the saved view that they belong to. */
  saved?: ReactNode
  /** A notice between the filters and the rows. */
  notice?: ReactNode
  detailOf?: (row: R) => ReactNode
  /** Does the main action of a row when e is pressed; without it, e opens the menu of the row. */
  onKeyE?: (row: R) => void
}

/** A list with its filters, one page at a time; also shows that the list is loading, empty, or could not be read. */
export function ListScreen<R extends { id: string }, Filters extends Record<string, ShownFilter>>({
  list: { list, view, query, selection, shown },
  columns,
  description,
  actions,
  selectionActions,
  emptyAction,
  besideSearch,
  tools,
  saved,
  notice,
  detailOf,
  onKeyE,
}: ListScreenProps<R, Filters>) {
  const { title, label = title, rowsLabel, counted, pageSize, order, selectable, failure, dense } = list
  // The line of the count keeps its place while the list loads, so that nothing moves when the count arrives.
  const total = counted && (query.data ? formatCount(query.data.total, counted) : '\u00a0')
  const matching = query.data?.total ?? 0
  const filterBar = <ListFilterBar {...{ list, view, besideSearch, tools, saved }} />
  return (
    <Card
      title={title}
      description={
        description ??
        (selectable ? <SelectionCount selection={selection} matching={matching} total={total} /> : total)
      }
      actions={actions}
      flush
    >
      {selectable ? (
        <SelectionBar
          selection={selection}
          shown={shown}
          actions={selectionActions}
          below={<ActiveFilters list={list} view={view} saved={saved} />}
        >
          {filterBar}
        </SelectionBar>
      ) : (
        filterBar
      )}
      {selectable?.offersAll && <SelectMatching selection={selection} shown={shown} matching={matching} />}
      <div className="outline-none" {...useFocusOfGoneRow()}>
        {notice}
        <PagedTable
          label={label}
          rowsLabel={rowsLabel}
          columns={selectable ? [selectColumn({ selection, shown, ...selectable }), ...columns] : columns}
          query={query}
          failure={failure}
          empty={<EmptyList empty={list.empty} view={view} action={emptyAction} />}
          view={view}
          pageSize={pageSize}
          {...(selectable && { isSelected: ({ id }: R) => selection.has(id) })}
          order={order && { sort: view.sort, addressOf: view.sortedBy }}
          dense={dense}
          detailOf={detailOf}
          onKeyE={onKeyE}
        />
      </div>
    </Card>
  )
}

type EmptyListProps = { empty: ListDescription<never, never>['empty']; view: ListView; action: ReactNode }

function EmptyList({ empty, view, action }: EmptyListProps) {
  const { icon, line, narrowedLine = line, clearLabel, clearHref = view.with(view.noFilters) } = empty
  if (view.narrowedBy.length === 0) return <EmptyState icon={icon} line={line} action={action} />
  const clear = clearLabel && (
    <Button asChild>
      <Link href={clearHref}>{clearLabel}</Link>
    </Button>
  )
  return <EmptyState icon={icon} line={narrowedLine} action={clear} />
}
