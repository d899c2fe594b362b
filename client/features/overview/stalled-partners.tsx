import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { Link } from 'wouter'
import { narrowClassName, partnerColumns } from '#client/domain/partner-columns.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { formatCount, formatDateTime, formatNumber } from '#client/lib/format.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Card } from '#client/ui/card.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { type PartnerSort, partnerSorts } from '#contract/partners/partner-filters.ts'
import type { PartnerRow } from '#contract/partners/partners.ts'

const maxRows = 10
const dayMs = 86_400_000
const longestFirst: PartnerSort = 'created'

/** The partners who have been in onboarding for longer than the setting says. The order is in the address. */
export function StalledPartners() {
  const now = useNow()
  const { name, group, status, agreements, tasks, seen, contact } = partnerColumns(now)
  const view = useAddressView()
  const sort = partnerSorts.find((each) => each === view.get('sort')) ?? longestFirst
  const query = { status: 'stalled', sort, page: '1', limit: String(maxRows) } as const
  const partners = useQuery({
    ...pageOf('/api/admin/partners-with-user-info', { query }),
    placeholderData: keepPreviousData,
  })
  const show = (rows?: PartnerRow[]) => (
    <DataTable
      label="Partners stalled in onboarding"
      columns={[
        { ...name, className: 'md:w-[50%]' },
        { ...group, className: 'md:w-[24%]', below: [status] },
        { ...agreements, below: [tasks] },
        { ...seen, below: [contact] },
        {
          id: 'since',
          heading: 'In onboarding',
          sort: longestFirst,
          className: narrowClassName,
          cell: ({ createdAt }) => <Since at={createdAt} now={now} />,
        },
      ]}
      rows={rows}
      skeletonRows={maxRows}
      isStale={partners.isPlaceholderData}
      order={{ sort, addressOf: (next) => view.with({ sort: next === longestFirst ? null : next }) }}
    />
  )
  const total = partners.data?.total ?? 0
  return (
    <Card
      title="Stalled in onboarding"
      description={sort === longestFirst && 'Started earliest, not finished'}
      actions={
        total > maxRows && (
          <Link href={`/admin?tab=partners&status=stalled&sort=${sort}`} className="text-link text-13">
            {`View all ${formatNumber(total)}`}
          </Link>
        )
      }
      flush
    >
      <QueryState
        query={partners}
        loading={show()}
        failure={{ title: 'The partners could not be loaded' }}
        failureClassName="p-4 sm:p-5"
        empty={{
          when: ({ rows }) => rows.length === 0,
          show: <EmptyState icon={Hourglass} line="No stalled partners" />,
        }}
      >
        {({ rows }) => show(rows)}
      </QueryState>
    </Card>
  )
}

function Since({ at, now }: { at: string; now: number }) {
  const days = Math.floor((now - Date.parse(at)) / dayMs)
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {days < 1 ? 'Since today' : formatCount(days, 'day')}
    </time>
  )
}
