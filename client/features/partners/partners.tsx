import { Download, Plus, Upload, Users } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { formatCount } from '#client/lib/format.ts'
import { useLastValue } from '#client/lib/use-last-value.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PagedTable } from '#client/ui/paged-table.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { anyUser } from './form/any-user.ts'
import { AddPartner } from './form/lazy-dialogs.ts'
import { ImportPartners } from './import/import-partners.tsx'
import { listColumns } from './list/partner-columns.tsx'
import {
  defaultSort,
  isNarrowed,
  noFilters,
  type PartnerFilter,
  PartnerFilters,
  readPartnerFilter,
} from './list/partner-filters.tsx'
import { useExportPartners } from './mutations.ts'
import { pageSize, usePartners } from './queries.ts'

/** All partners, with the ways to add, import and export them. */
export default function Partners({ user }: { user: CurrentUser }) {
  const now = useNow()
  const view = useAddressView()
  const filter = readPartnerFilter(view.get)
  const partners = usePartners(filter, view.page)
  const adding = useAddressDialog('add')
  const addOf = useLastValue(adding.value)
  const [isImporting, setImporting] = useState(false)
  const total = partners.data?.total

  return (
    <Card
      title="Partner Applications"
      description={total !== undefined && formatCount(total, 'partner')}
      actions={
        <>
          <ExportReport filter={filter} />
          <Button onClick={() => setImporting(true)}>
            <Upload aria-hidden className="size-4" />
            <span className="max-sm:sr-only">Import</span>
          </Button>
          <Button variant="primary" onClick={() => adding.open(anyUser)}>
            <Plus aria-hidden className="size-4 sm:hidden" />
            <span className="max-sm:sr-only">Add Partner</span>
          </Button>
        </>
      }
      flush
    >
      <PartnerFilters view={view} filter={filter} />
      <PagedTable
        label="Partners"
        rowsLabel="partners"
        columns={listColumns(now)}
        query={partners}
        failure={{
          title: 'Failed to Load Partners',
          text: 'Unable to load partner data. Please try refreshing the page.',
        }}
        empty={
          <EmptyState
            icon={Users}
            line="No partner applications found"
            action={
              isNarrowed(filter) && (
                <Button asChild>
                  <Link href={view.with(noFilters)}>Clear filters</Link>
                </Button>
              )
            }
          />
        }
        view={view}
        pageSize={pageSize}
        order={{
          sort: filter.sort,
          addressOf: (sort) => view.with({ sort: sort === defaultSort ? null : sort }),
        }}
      />
      {addOf && (
        <AddPartner key={addOf} me={user} of={addOf} open={adding.value !== null} onClose={adding.close} />
      )}
      <ImportPartners open={isImporting} onClose={() => setImporting(false)} />
    </Card>
  )
}

function ExportReport({ filter }: { filter: PartnerFilter }) {
  const { mutate: save, isPending } = useExportPartners(filter)
  return (
    <Button pending={isPending} onClick={() => save()}>
      {!isPending && <Download aria-hidden className="size-4" />}
      <span className="max-sm:sr-only">Export Report</span>
    </Button>
  )
}
