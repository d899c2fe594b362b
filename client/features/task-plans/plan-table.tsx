import { type LucideIcon, Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import { TaskViewLinks, type TaskViewName } from '#client/domain/tasks/task-view-links.tsx'
import { Button } from '#client/ui/button.tsx'
import { searchFilter } from '#client/ui/list-filters.tsx'
import { describeList, ListScreen } from '#client/ui/list-screen.tsx'

type PlanList<Plan> = {
  title: string
  /** The name of one row in the singular, such as "set". */
  what: string
  icon: LucideIcon
  read: Parameters<typeof describeList<Plan, PlanFilters>>[0]['read']
}

type PlanFilters = { search: ReturnType<typeof searchFilter> }

/** Describes a list of recurring tasks, templates or sets. */
export const describePlans = <Plan,>({ title, what, icon, read }: PlanList<Plan>) => {
  const plural = title.toLowerCase()
  return describeList<Plan, PlanFilters>({
    title,
    rowsLabel: `${what}s`,
    counted: what,
    read,
    pageSize: 25,
    dense: true,
    filters: { search: searchFilter(`Search ${plural}`, 'Search by name') },
    failure: { title: `The ${plural} could not be loaded` },
    empty: {
      icon,
      line: `No ${plural} yet`,
      narrowedLine: `No ${what}s match this search`,
      clearLabel: 'Clear search',
    },
  })
}

type PlanTableProps<Plan extends { id: string }> = Pick<
  ComponentProps<typeof ListScreen<Plan, PlanFilters>>,
  'list' | 'columns'
> & {
  name: TaskViewName
  /** The link that creates an item. */
  create: { label: string; href: string; state: unknown }
  /** The dialog of the open item. */
  children: ReactNode
}

/** A view of the Tasks tab that lists recurring tasks, templates or sets. */
export function PlanTable<Plan extends { id: string }>({
  name,
  create: { label, ...link },
  children,
  ...list
}: PlanTableProps<Plan>) {
  return (
    <>
      <ListScreen
        {...list}
        actions={
          <>
            <TaskViewLinks chosen={name} />
            {/* On a phone, the button shows only its icon. */}
            <Button asChild variant="primary">
              <Link {...link}>
                <Plus aria-hidden className="size-4 sm:hidden" />
                <span className="max-sm:sr-only">{label}</span>
              </Link>
            </Button>
          </>
        }
        emptyAction={
          <Button asChild>
            <Link {...link}>{label}</Link>
          </Button>
        }
      />
      {children}
    </>
  )
}
