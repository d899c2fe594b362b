import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { Link } from 'wouter'
import { useActivationDialog } from '#client/domain/opened.ts'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { formatCount, formatDate, formatMoney, formatNumber } from '#client/lib/format.ts'
import { notInEventStream, pageOf, readOf } from '#client/lib/query-client.ts'
import { Card } from '#client/ui/card.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FilterLinks } from '#client/ui/filter-links.tsx'
import { CardSkeleton } from '#client/ui/loading.tsx'
import { PagedTable } from '#client/ui/paged-table.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { Received } from '#contract/endpoint.ts'
import { keysOf } from '#contract/keys-of.ts'
import { type EventGrouping, eventGroupingLabels } from '#contract/report-metrics.ts'
import type { EventCounts, getEventReport, listEventGroups } from '#contract/reports.ts'
import { difference, ReportNumber } from './report-parts.tsx'

type EventReport = Received<typeof getEventReport>
type Group = Received<typeof listEventGroups>[number]
type Days = { from: string; to: string }

const pageSize = 20
const groupings = keysOf(eventGroupingLabels)
const unnamed: Record<EventGrouping, string> = { group: 'No group', kind: 'No plan', partner: '' }

/** What came of the activations of a period: their numbers, their groups, the best of them, and what has no recap. */
export function EventReportCards({ from, to }: Days) {
  const report = useQuery({
    ...readOf('/api/admin/reports/events/summary', { query: { from, to } }),
    ...notInEventStream,
    placeholderData: keepPreviousData,
  })
  return (
    <QueryState
      query={report}
      failure={{ title: 'The activations of the report could not be loaded' }}
      loading={<CardSkeleton className="h-120" />}
    >
      {(shown) => (
        <div className="grid gap-4 lg:grid-cols-3 lg:gap-6">
          <Groups from={from} to={to} />
          <div className="grid content-start gap-4 lg:gap-6">
            <Totals {...shown} />
            <EventList title="Most sign-ups" events={shown.best} />
            <EventList title="Without a recap" events={shown.withoutRecap} total={shown.missingRecaps} />
          </div>
        </div>
      )}
    </QueryState>
  )
}

/** Writes costs, and what each sign-up cost, in each currency; a dash without any. */
const costText = ({ costs }: EventCounts) =>
  costs.map(({ cents, currency }) => formatMoney(cents, currency)).join(', ') || '–'

const costOfEach = ({ costs }: EventCounts) =>
  costs
    .filter(({ signUps }) => signUps > 0)
    .map(({ cents, currency, signUps }) => formatMoney(Math.round(cents / signUps), currency))
    .join(', ') || '–'

const counted = [
  ['done', 'Took place', 'Over, or marked as done'],
  ['planned', 'Ahead', 'Planned or confirmed, not over yet'],
  ['canceled', 'Canceled', 'Counted nowhere else'],
  ['guests', 'Guests', 'As the recaps say'],
  ['signUps', 'Sign-ups', 'As the recaps say'],
] as const

function Totals({ total, previous }: EventReport) {
  return (
    <Card title="Results of activations" flush>
      <dl className="divide-y divide-line">
        {counted.map(([name, label, definition]) => (
          <ReportNumber
            key={name}
            label={label}
            definition={definition}
            now={formatNumber(total[name])}
            before={`${formatNumber(previous[name])} before, ${difference(total[name], previous[name])}`}
          />
        ))}
        <ReportNumber
          label="Cost"
          definition="Of those with a recap"
          now={costText(total)}
          before={`${costText(previous)} before`}
        />
        <ReportNumber
          label="Cost of each sign-up"
          definition="Of those whose cost is known"
          now={costOfEach(total)}
          before={`${costOfEach(previous)} before`}
        />
      </dl>
    </Card>
  )
}

const columnsOf = (by: EventGrouping): Column<Group>[] => [
  {
    id: 'name',
    heading: eventGroupingLabels[by],
    lead: true,
    cell: ({ id, name }) =>
      by === 'partner' ? <PartnerLink partnerId={id}>{name ?? ''}</PartnerLink> : (name ?? unnamed[by]),
  },
  { id: 'done', heading: 'Took place', align: 'end', cell: ({ done }) => formatNumber(done) },
  { id: 'planned', heading: 'Ahead', align: 'end', cell: ({ planned }) => formatNumber(planned) },
  { id: 'canceled', heading: 'Canceled', align: 'end', cell: ({ canceled }) => formatNumber(canceled) },
  { id: 'guests', heading: 'Guests', align: 'end', cell: ({ guests }) => formatNumber(guests) },
  { id: 'signUps', heading: 'Sign-ups', align: 'end', cell: ({ signUps }) => formatNumber(signUps) },
  {
    id: 'cost',
    heading: 'Cost',
    align: 'end',
    cell: costText,
    below: [{ id: 'each', heading: 'For each sign-up', cell: costOfEach }],
  },
]

/** The activations of the period, added up by what the address says. */
function Groups(days: Days) {
  const view = useAddressView()
  const by = groupings.find((name) => name === view.get('by')) ?? 'group'
  return (
    <Card
      title="Activations by"
      className="lg:col-span-2"
      flush
      actions={
        <FilterLinks
          label="Activations by"
          choices={groupings.map((name) => ({
            label: eventGroupingLabels[name],
            href: view.with({ by: name === 'group' ? null : name }),
            isChosen: name === by,
          }))}
        />
      }
    >
      <GroupTable key={by} by={by} {...days} />
    </Card>
  )
}

function GroupTable({ by, from, to }: Days & { by: EventGrouping }) {
  const view = useAddressView()
  const query = { from, to, by, page: String(view.page), limit: String(pageSize) }
  const groups = useQuery({
    ...pageOf('/api/admin/reports/events', { query }),
    ...notInEventStream,
    placeholderData: keepPreviousData,
  })
  return (
    <PagedTable
      label={`Activations by ${eventGroupingLabels[by].toLowerCase()}`}
      rowsLabel="lines"
      columns={columnsOf(by)}
      query={groups}
      pageSize={pageSize}
      view={view}
      dense
      failure={{ title: 'The activations of the report could not be loaded' }}
      empty={<EmptyState icon={CalendarDays} line="No activations in this period" />}
    />
  )
}

/** Activations of the period, with what came of them. */
function EventList({
  title,
  events,
  total = events.length,
}: {
  title: string
  events: EventReport['best']
  total?: number
}) {
  const dialog = useActivationDialog()
  if (events.length === 0) return null
  return (
    <Card
      title={title}
      description={
        total > events.length ? `The latest ${events.length} of ${formatNumber(total)}` : undefined
      }
    >
      <ul className="grid gap-2 text-13">
        {events.map(({ id, name, activationDate, timeZone, partner, guests, signUps }) => (
          <li key={id} className="flex items-baseline gap-3">
            <span className="wrap-anywhere min-w-0 flex-1">
              <Link {...dialog.linkTo(id)} className="text-link touch:inline-block touch:py-2.5">
                {name}
              </Link>
              <span className="block text-12 text-muted">
                {`${formatDate(activationDate, timeZone ?? undefined)} · ${partner.businessName}`}
              </span>
            </span>
            {signUps !== null && (
              <span className="shrink-0 text-right text-muted tabular-nums">
                {formatCount(signUps, 'sign-up')}
                <span className="block text-12">{formatCount(guests ?? 0, 'guest')}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
