import { Download, ListPlus, Plus, Upload, UserPlus, Users } from 'lucide-react'
import type { ChosenPartners } from '#client/domain/bulk/change-partners.ts'
import { useViews } from '#client/domain/views/views.ts'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { useChosenColumns } from '#client/lib/chosen-columns.ts'
import { formatCount } from '#client/lib/format.ts'
import type { ListView } from '#client/lib/list-view.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { useLastValue } from '#client/lib/use-last-value.ts'
import { useMedia } from '#client/lib/use-media.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { ColumnChooser } from '#client/ui/column-chooser.tsx'
import { describeList, ListScreen, useList } from '#client/ui/list-screen.tsx'
import { stackColumns } from '#client/ui/stack-columns.ts'
import { maxBulkIds } from '#contract/bulk-kinds.ts'
import type { PartnerSort } from '#contract/partners/partner-filters.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { useInviteQuestion } from './bulk/bulk-dialogs.tsx'
import { BulkProgress } from './bulk/bulk-progress.tsx'
import { useExportChosen } from './bulk/mutations.ts'
import { type FormForPartners, SelectionActions } from './bulk/selection-actions.tsx'
import { anyUser } from './form/any-user.ts'
import { AddPartner } from './form/lazy-dialogs.ts'
import { ImportPartners } from './import/import-partners.tsx'
import { InvitePartner } from './invite/lazy-dialogs.ts'
import { FindPartners } from './list/find-partners.tsx'
import { fixedColumns, initialColumns, offeredColumns } from './list/partner-columns.tsx'
import { partnerFilters, partnerOrder } from './list/partner-filters.tsx'
import { ViewBar } from './views/view-bar.tsx'
import { ViewsMenu } from './views/views-menu.tsx'

const partners = describeList({
  title: 'Partner Applications',
  label: 'Partners',
  rowsLabel: 'partners',
  counted: 'partner',
  read: (query) => pageOf('/api/admin/partners-with-user-info', { query }),
  pageSize: 20,
  size: 'many',
  selectable: { max: maxBulkIds, offersAll: true, nameOf: ({ fullName }) => fullName },
  filters: partnerFilters,
  order: partnerOrder,
  failure: {
    title: 'Failed to Load Partners',
    text: 'Unable to load partner data. Please try refreshing the page.',
  },
  empty: { icon: Users, line: 'No partner applications found', clearLabel: 'Clear filters' },
})

/** The value in the address that opens the form of an invitation instead of that of a partner. */
const invite = 'invite'

// So many columns fit next to each other, besides the partner and the button, on a wide screen and on others.
const room = { wide: 5, narrow: 3 }

type PartnersProps = {
  user: CurrentUser
  /** The forms of other features that the selected partners can be sent to. */
  forms: readonly FormForPartners[]
}

/** All partners, with the buttons to add, import and export them, and the actions for those that are selected. */
export function Partners({ user, forms }: PartnersProps) {
  const list = useList(partners)
  const { view, query, selection } = list
  const adding = useAddressDialog('add')
  const addOf = useLastValue(adding.value)
  const now = useNow()
  const { columns, chooser } = usePartnerColumns(list, user, now)
  const matching = query.data?.total ?? 0
  const { sort, ...filter } = view.query
  const { data: views } = useViews()
  const savedView = views?.find(({ id }) => id === view.get('view'))
  const chosen: ChosenPartners = selection.isAll
    ? { filter, count: matching }
    : { ids: [...selection.ids], count: selection.ids.length }

  return (
    <>
      <ListScreen
        list={list}
        columns={columns}
        besideSearch={<ViewsMenu />}
        tools={
          <>
            <Button
              icon={ListPlus}
              title="Select from list"
              opens={(opening) => <FindPartners {...opening} onFound={selection.choose} />}
            >
              <span className="md:sr-only">Select from list</span>
            </Button>
            {chooser}
          </>
        }
        saved={
          (view.get('view') || view.narrowedBy.length > 0 || view.get('sort') || columnsOf(view)) && (
            <ViewBar
              user={user}
              shown={{ filter: ownFilter(user, filter), sort: sort as PartnerSort, columns: columnsOf(view) }}
              view={savedView}
            />
          )
        }
        selectionActions={<SelectionActions chosen={chosen} onBegun={selection.clear} forms={forms} />}
        notice={
          <>
            <BulkProgress />
            {view.values.added && !query.isPlaceholderData && matching > 0 && (
              <InviteImported chosen={{ filter, count: matching }} />
            )}
          </>
        }
        actions={
          <>
            <ExportReport query={view.query} />
            <Button
              icon={Upload}
              title="Import"
              opens={(opening) => (
                <ImportPartners
                  {...opening}
                  onImported={(added) => view.change({ ...view.noFilters, added })}
                />
              )}
            >
              <span className="max-xl:sr-only">Import</span>
            </Button>
            <Button title="Add Partner" onClick={() => adding.open(anyUser)}>
              <Plus aria-hidden className="size-4 xl:hidden" />
              <span className="max-xl:sr-only">Add Partner</span>
            </Button>
            <Button variant="primary" icon={UserPlus} onClick={() => adding.open(invite)}>
              <span className="max-sm:sr-only">Invite partner</span>
            </Button>
          </>
        }
      />
      {adding.value === invite && <InvitePartner me={user} open onOpenChange={adding.close} />}
      {addOf && addOf !== invite && (
        <AddPartner
          key={addOf}
          me={user}
          of={addOf}
          open={adding.value === addOf}
          onOpenChange={adding.close}
        />
      )}
    </>
  )
}

/** Returns the filters with the id of the user in place of "me", as a view stores them. */
const ownFilter = ({ id }: CurrentUser, filter: Record<string, string>) =>
  filter.manager === 'me' ? { ...filter, manager: id } : filter

const columnsOf = (view: ListView) => view.get('columns') || null

/** Returns the columns that the user has chosen, as they fit next to each other, and the button to choose others. */
const usePartnerColumns = (
  { view }: Pick<ReturnType<typeof useList>, 'view'>,
  user: CurrentUser,
  now: number,
) => {
  const offered = offeredColumns(now)
  const width = useMedia('(min-width: 80rem)') ? 'wide' : 'narrow'
  const chosen = useChosenColumns(view, {
    setting: `partner-columns-${user.id}`,
    known: offered.map(({ id }) => id),
    initial: initialColumns[width],
  })
  const shown = chosen.ids.flatMap((id) => offered.find((column) => column.id === id) ?? [])
  const { lead, last } = fixedColumns(now)
  return {
    columns: [lead, ...stackColumns(shown, room[width]), last],
    chooser: <ColumnChooser offered={offered} chosen={chosen} />,
  }
}

/** Offers to invite the partners of an import. */
function InviteImported({ chosen }: { chosen: ChosenPartners }) {
  const invite = useInviteQuestion({ chosen, onBegun: () => undefined })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b bg-info-soft px-4 py-1.5 sm:px-5">
      <p className="text-13">{`${formatCount(chosen.count, 'partner')} from one import. Imported partners are not invited by themselves.`}</p>
      <Button size="small" opens={invite}>
        {chosen.count === 1 ? 'Invite' : `Invite all ${formatCount(chosen.count, 'partner')}`}
      </Button>
    </div>
  )
}

function ExportReport({ query }: { query: Record<string, string> }) {
  const { mutate: save, isPending } = useExportChosen()
  return (
    <Button
      icon={Download}
      title="Export Report"
      pending={isPending}
      onClick={() => save({ filter: query, count: 0 })}
    >
      <span className="max-xl:sr-only">Export Report</span>
    </Button>
  )
}
