import { CalendarDays, Download } from 'lucide-react'
import { Link } from 'wouter'
import { useActivationDialog } from '#client/domain/opened.ts'
import type { ListView } from '#client/lib/list-view.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { describeList, ListScreen, useList } from '#client/ui/list-screen.tsx'
import { useExportActivations } from '../mutations.ts'
import { activationColumns } from './activation-columns.tsx'
import { activationDays, activationFilters, activationOrder } from './activation-filters.ts'
import { ActivationHeadActions } from './head-actions.tsx'

const activations = describeList({
  title: 'Activations',
  rowsLabel: 'activations',
  counted: 'activation',
  read: (query) => pageOf('/api/admin/activations', { query }),
  pageSize: 50,
  size: 'many',
  dense: true,
  filters: activationFilters,
  days: activationDays,
  order: activationOrder,
  failure: { title: 'The activations could not be loaded' },
  empty: {
    icon: CalendarDays,
    line: 'Nothing coming up',
    narrowedLine: 'No activations match these filters',
    clearLabel: 'Clear filters',
  },
})

/** The activations of all partners, the coming ones by default. */
export function ActivationTable() {
  const list = useList(activations)
  const { linkTo } = useActivationDialog()
  return (
    <ListScreen
      list={list}
      columns={activationColumns(linkTo)}
      actions={
        <ActivationHeadActions chosen="table">
          <ExportActivations query={list.view.query} />
        </ActivationHeadActions>
      }
      notice={<LinkedFilters view={list.view} />}
    />
  )
}

/** Saves the filtered activations of all pages as a CSV file. */
function ExportActivations({ query }: { query: Record<string, string> }) {
  const { mutate: save, isPending } = useExportActivations()
  return (
    <Button icon={Download} pending={isPending} onClick={() => save(query)}>
      <span className="max-sm:sr-only">
        Export<span className="sr-only"> activations</span>
      </span>
    </Button>
  )
}

/** Says which filters without a control are on, and removes them. */
function LinkedFilters({ view }: { view: ListView<typeof activationFilters> }) {
  const { for: partnerId, event } = view.values
  if (!partnerId && !event) return null
  const only = [partnerId && 'one partner', event && 'one event of several partners'].filter(Boolean)
  return (
    <p className="border-line border-b px-4 py-2 text-13 text-muted sm:px-5">
      {`Only ${only.join(' and ')}. `}
      <Link href={view.with({ for: null, event: null })} className="text-link touch:py-3">
        Show all
      </Link>
    </p>
  )
}
