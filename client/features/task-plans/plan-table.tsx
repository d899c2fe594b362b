import { type LucideIcon, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { TaskViewLinks, type TaskViewName } from '#client/domain/tasks/task-view-links.tsx'
import { type AddressView, useAddressView } from '#client/lib/address-view.ts'
import type { Rows } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { DialogHost } from '#client/ui/dialog-host.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PagedTable } from '#client/ui/paged-table.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { useFocusOfGoneRow } from '#client/ui/use-focus-of-gone-row.ts'
import { limits } from '#contract/fields.ts'
import { plansPageSize } from './queries.ts'

/** What is searched for, in the address. */
export const usePlansView = () => {
  const view = useAddressView()
  return { ...view, search: view.get('search').slice(0, limits.name) }
}

type PlanTableProps<Plan> = {
  name: TaskViewName
  view: AddressView & { search: string }
  title: string
  /** What a row is, in the singular, such as "set". */
  what: string
  icon: LucideIcon
  /** The link that creates one. */
  create: { label: string; href: string; state: unknown }
  query: {
    data: Rows<Plan> | undefined
    isError: boolean
    error: Error | null
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  columns: Column<Plan>[]
  /** The dialog of the one that is opened. */
  children: ReactNode
}

/** A view of the tab Tasks with what creates them. */
export function PlanTable<Plan extends { id: string }>({
  name,
  view,
  title,
  what,
  icon,
  create: { label, ...link },
  query,
  columns,
  children,
}: PlanTableProps<Plan>) {
  const plural = title.toLowerCase()
  return (
    <DialogHost>
      <Card
        title={title}
        description={query.data && formatCount(query.data.total, what)}
        actions={
          <>
            <TaskViewLinks chosen={name} />
            {/* On a phone without its words. */}
            <Button asChild variant="primary">
              <Link {...link}>
                <Plus aria-hidden className="size-4 sm:hidden" />
                <span className="max-sm:sr-only">{label}</span>
              </Link>
            </Button>
          </>
        }
        flush
      >
        <div className="border-line border-b px-4 py-1 sm:px-5">
          <SearchField
            label={`Search ${plural}`}
            placeholder="Search by name"
            maxLength={limits.name}
            value={view.search}
            onSearch={(search) => view.change({ search }, { replace: true })}
            className="max-w-md"
          />
        </div>
        <div className="outline-none" {...useFocusOfGoneRow()}>
          <PagedTable
            label={title}
            rowsLabel={`${what}s`}
            dense
            columns={columns}
            query={query}
            failure={{ title: `The ${plural} could not be loaded` }}
            empty={
              view.search ? (
                <EmptyState
                  icon={icon}
                  line={`No ${what}s match this search`}
                  action={
                    <Button asChild>
                      <Link href={view.with({ search: null })}>Clear search</Link>
                    </Button>
                  }
                />
              ) : (
                <EmptyState
                  icon={icon}
                  line={`No ${plural} yet`}
                  action={
                    <Button asChild>
                      <Link {...link}>{label}</Link>
                    </Button>
                  }
                />
              )
            }
            view={view}
            pageSize={plansPageSize}
          />
        </div>
        {children}
      </Card>
    </DialogHost>
  )
}
