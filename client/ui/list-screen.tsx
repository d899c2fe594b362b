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
import { ListFilterBar, type ShownFilter } from './list-filters.tsx'
import { PagedTable } from './paged-table.tsx'
import { SelectionBar, SelectionCount, selectColumn } from './select-rows.tsx'
import { useFocusOfGoneRow } from './use-focus-of-gone-row.ts'

type ListDescription<R, Filters> = {
  title: string
  /** The name of the table, where it is not the title. */
  label?: string
  /** The name of the rows, in the plural. */
  rowsLabel: string
  /** What the head counts, in the singular. */
  counted?: string
  /** Reads a page of the list. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer that is no list is made one by `select`
  read: (query: Record<string, string>) => Omit<UseQueryOptions<any, Error, Rows<R>, any>, 'placeholderData'>
  pageSize: number
  filters: Filters
  order?: ShownFilter
  days?: ListDays
  /** `many` for five filters and more. */
  size?: 'few' | 'many'
  /** For a list whose rows can be selected, at most `max`. */
  selectable?: { max: number; nameOf: (row: R) => string; isSelectable?: (row: R) => boolean }
  failure: { title: string; text?: string }
  empty: {
    icon: LucideIcon
    line: string
    /** The line where filters leave no rows. */
    narrowedLine?: string
    /** The label of the link to the whole list, where filters leave no rows. */
    clearLabel?: string
    /** The address of the whole list, where that is not the one without the filters. */
    clearHref?: string
  }
  dense?: boolean
}

/** Describes a list: how it is read, what narrows it, and what it says. */
export const describeList = <R, Filters extends Record<string, ShownFilter>>(
  list: ListDescription<R, Filters>,
) => list

/** A list as the address says: its view, its rows, and what is selected of them. */
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
  // While others are on their way, these cannot be selected any more.
  const rows = query.isPlaceholderData ? [] : (query.data?.rows ?? [])
  const shown = rows.filter(list.selectable?.isSelectable ?? (() => true))
  return { list, view, query, selection, shown }
}

type ListScreenProps<R extends { id: string }, Filters extends Record<string, ShownFilter>> = {
  list: ReturnType<typeof useList<R, Filters>>
  columns: Column<R>[]
  /** In the head, in place of how many rows there are. */
  description?: ReactNode
  /** In the head. */
  actions?: ReactNode
  /** The buttons of what can be done with the selected rows. */
  selectionActions?: ReactNode
  /** What fills the list, shown while it is empty. */
  emptyAction?: ReactNode
  /** Between the filters and the rows. */
  notice?: ReactNode
  detailOf?: (row: R) => ReactNode
}

/** A list with its filters, a page at a time, in each of its states. */
export function ListScreen<R extends { id: string }, Filters extends Record<string, ShownFilter>>({
  list: { list, view, query, selection, shown },
  columns,
  description,
  actions,
  selectionActions,
  emptyAction,
  notice,
  detailOf,
}: ListScreenProps<R, Filters>) {
  const { title, label = title, rowsLabel, counted, pageSize, order, selectable, failure, dense } = list
  const total = query.data && counted && formatCount(query.data.total, counted)
  const filterBar = <ListFilterBar list={list} view={view} />
  return (
    <Card
      title={title}
      description={
        description ?? (selectable ? <SelectionCount selection={selection} total={total} /> : total)
      }
      actions={actions}
      flush
    >
      {selectable ? (
        <SelectionBar selection={selection} shown={shown} actions={selectionActions}>
          {filterBar}
        </SelectionBar>
      ) : (
        filterBar
      )}
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
          {...(selectable && { isSelected: ({ id }: R) => selection.ids.includes(id) })}
          order={order && { sort: view.sort, addressOf: view.sortedBy }}
          dense={dense}
          detailOf={detailOf}
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
