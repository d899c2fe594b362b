import { Download, Plus, Upload, Users } from 'lucide-react'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { useLastValue } from '#client/lib/use-last-value.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { describeList, ListScreen, useList } from '#client/ui/list-screen.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { anyUser } from './form/any-user.ts'
import { AddPartner } from './form/lazy-dialogs.ts'
import { ImportPartners } from './import/import-partners.tsx'
import { listColumns } from './list/partner-columns.tsx'
import { partnerFilters, partnerOrder } from './list/partner-filters.tsx'
import { useExportPartners } from './mutations.ts'

const partners = describeList({
  title: 'Partner Applications',
  label: 'Partners',
  rowsLabel: 'partners',
  counted: 'partner',
  read: (query) => pageOf('/api/admin/partners-with-user-info', { query }),
  pageSize: 20,
  size: 'many',
  filters: partnerFilters,
  order: partnerOrder,
  failure: {
    title: 'Failed to Load Partners',
    text: 'Unable to load partner data. Please try refreshing the page.',
  },
  empty: { icon: Users, line: 'No partner applications found', clearLabel: 'Clear filters' },
})

/** All partners, with the buttons to add, import and export them. */
export default function Partners({ user }: { user: CurrentUser }) {
  const list = useList(partners)
  const adding = useAddressDialog('add')
  const addOf = useLastValue(adding.value)

  return (
    <>
      <ListScreen
        list={list}
        columns={listColumns(useNow())}
        actions={
          <>
            <ExportReport query={list.view.query} />
            <Button icon={Upload} opens={(opening) => <ImportPartners {...opening} />}>
              <span className="max-sm:sr-only">Import</span>
            </Button>
            <Button variant="primary" onClick={() => adding.open(anyUser)}>
              <Plus aria-hidden className="size-4 sm:hidden" />
              <span className="max-sm:sr-only">Add Partner</span>
            </Button>
          </>
        }
      />
      {addOf && (
        <AddPartner
          key={addOf}
          me={user}
          of={addOf}
          open={adding.value !== null}
          onOpenChange={adding.close}
        />
      )}
    </>
  )
}

function ExportReport({ query }: { query: Record<string, string> }) {
  const { mutate: save, isPending } = useExportPartners(query)
  return (
    <Button icon={Download} pending={isPending} onClick={() => save()}>
      <span className="max-sm:sr-only">Export Report</span>
    </Button>
  )
}
