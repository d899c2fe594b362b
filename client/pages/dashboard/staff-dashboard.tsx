import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, Redirect } from 'wouter'
import { agreementsAddress } from '#client/domain/agreements/agreements-address.ts'
import { mineFilter, useDashboardView } from '#client/domain/dashboard-view.ts'
import { usePartner } from '#client/domain/queries.ts'
import type { RowPartner } from '#client/domain/rows/rows.ts'
import { activationsAddress } from '#client/features/activations/activations-address.ts'
import { useStaffActivations } from '#client/features/activations/queries.ts'
import { StaffActivations } from '#client/features/activations/staff-activations.tsx'
import { useStaffDocuments } from '#client/features/documents/queries.ts'
import { useNewestDocuments } from '#client/features/documents/shared/queries.ts'
import { StaffDocuments } from '#client/features/documents/staff-documents.tsx'
import { NeedsAttention } from '#client/features/overview/needs-attention.tsx'
import { attentionOf } from '#client/features/overview/queries.ts'
import { useNewestTasks, useStaffTasks } from '#client/features/tasks/queries.ts'
import { StaffTasks } from '#client/features/tasks/staff-tasks.tsx'
import { ApiError } from '#client/lib/api.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Alert } from '#client/ui/alert.tsx'
import { FilterLinks } from '#client/ui/filter-links.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { CardSkeleton, Skeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { CalendarCard } from '../calendar-card.tsx'
import { ChosenPartnerHead } from './chosen-partner-head.tsx'
import { DashboardHead } from './dashboard-head.tsx'
import { DashboardLayout } from './dashboard-layout.tsx'

// The picker is loaded separately because initializing it takes longer than the rest of the first paint.
const PartnerPicker = lazyPart(async () => ({
  default: (await import('#client/domain/partner-picker.tsx')).PartnerPicker,
}))

// With this placeholder, rows can be created for a partner whose name has not been read yet.
const unnamed = { fullName: '...', businessName: '...' }

/** The dashboard of staff, for all partners or a chosen one; or a single list in full. */
export default function StaffDashboard({ user }: { user: CurrentUser }) {
  const { partnerId } = useDashboardView()
  const chosen = usePartner(partnerId)
  const isMissing = chosen.error instanceof ApiError && chosen.error.status === 404
  const partner = partnerId ? (chosen.data ?? { ...unnamed, id: partnerId }) : null

  return (
    <div className="mx-auto grid max-w-page grid-cols-1 gap-6">
      <DashboardHead
        name={partnerId ? 'Partner' : 'All Partners'}
        actions={
          <ChosenPartner
            partner={isMissing ? undefined : chosen.data}
            isLoading={partnerId !== null && chosen.isPending}
          />
        }
      />
      {partnerId && (
        <QueryState
          query={chosen}
          loading={null}
          failure={{ title: 'The partner could not be loaded' }}
          missing={<MissingPartner />}
          // Without a message, the element must not take a gap in the grid.
          className="empty:absolute"
        >
          {() => null}
        </QueryState>
      )}
      {!partnerId && <WhosePartners />}
      {!isMissing && (
        <>
          {chosen.data && <ChosenPartnerHead key={chosen.data.id} me={user} partner={chosen.data} />}
          {/* The key resets every list when another partner is chosen. */}
          <Lists
            key={`lists of ${partnerId}`}
            partner={partner}
            isNamed={!partnerId || chosen.data !== undefined}
          />
        </>
      )}
    </div>
  )
}

/** Shows what needs attention and the lists, or in full the single list that the address names. */
function Lists({ partner, isNamed }: { partner: RowPartner | null; isNamed: boolean }) {
  const now = useNow()
  const { list, addressOfList, isMine } = useDashboardView()

  if (!list) return <Sections partner={partner} isNamed={isNamed} now={now} />
  // Earlier versions of the portal listed these here.
  if (list === 'agreements') return <Redirect to={agreementsOf(partner)} replace />
  if (list === 'activations' && !partner) {
    return <Redirect to={activationsAddress(mineFilter(isMine))} replace />
  }
  return (
    <>
      <Link href={addressOfList(null)} className="text-link justify-self-start touch:py-2.5">
        Back to the dashboard
      </Link>
      {list === 'activations' && <StaffActivations partner={partner} now={now} />}
      {list === 'tasks' && <StaffTasks partner={partner} now={now} />}
    </>
  )
}

/** Returns the address of the table with the agreements of a partner, or of all. */
const agreementsOf = (partner: RowPartner | null, isMine = false) =>
  agreementsAddress(partner ? { partnerId: partner.id } : mineFilter(isMine))

type SectionsProps = { partner: RowPartner | null; isNamed: boolean; now: number }

function Sections({ partner, isNamed, now }: SectionsProps) {
  const { addressOfList, isMine } = useDashboardView()
  const isOne = partner !== null
  const attention = useQuery({ ...attentionOf(isMine), enabled: !isOne })
  const ofPartner = [useStaffDocuments(partner?.id, isOne), useStaffTasks(partner?.id ?? '', isOne)]
  const ofAll = [attention, useNewestDocuments(!isOne), useNewestTasks(!isOne)]
  return (
    <DashboardLayout
      reads={[useStaffActivations(partner?.id), ...(isOne ? ofPartner : ofAll)]}
      first={
        !isOne && (
          <QueryState
            query={attention}
            loading={<CardSkeleton className="h-72" />}
            failure={{ title: 'What needs attention could not be loaded' }}
          >
            {(data) => <NeedsAttention attention={data} isMine={isMine} />}
          </QueryState>
        )
      }
      tasks={
        <StaffTasks
          partner={partner}
          now={now}
          viewAll={isOne ? addressOfList('tasks') : `/admin?tab=tasks${isMine ? '&manager=me' : ''}`}
        />
      }
      agreements={<StaffDocuments partner={partner} viewAll={agreementsOf(partner, isMine)} />}
      activations={
        <StaffActivations
          partner={partner}
          now={now}
          viewAll={isOne ? addressOfList('activations') : activationsAddress(mineFilter(isMine))}
        />
      }
      // The calendar is omitted until the id is known to belong to a partner.
      calendar={isNamed && <CalendarCard partnerId={partner?.id} />}
    />
  )
}

/** The links that show all partners, or those that the reader manages. */
function WhosePartners() {
  const { isMine, addressOfPartners } = useDashboardView()
  return (
    <FilterLinks
      label="Partners shown"
      choices={[
        { label: 'All partners', href: addressOfPartners(null), isChosen: !isMine },
        { label: 'Mine', href: addressOfPartners('mine'), isChosen: isMine },
      ]}
    />
  )
}

type ChosenPartnerProps = {
  /** The chosen partner; undefined until it has been read. */
  partner: AdminPartner | undefined
  isLoading: boolean
}

/** The picker for the partner that is shown. */
function ChosenPartner({ partner, isLoading }: ChosenPartnerProps) {
  const { partnerId, choosePartner } = useDashboardView()
  // The picker already knows the name while the partner is being read.
  const [picked, setPicked] = useState<RowPartner | null>(null)

  const handleChange = (next: RowPartner | null) => {
    setPicked(next)
    // Choosing the same partner again does not add a history entry.
    if ((next?.id ?? null) !== partnerId) choosePartner(next?.id ?? null)
  }

  return (
    <div className="w-96 max-sm:w-full">
      <Suspense fallback={<Skeleton className="h-9 touch:h-11" />}>
        <PartnerPicker
          offersAll
          value={partner ?? (picked?.id === partnerId ? picked : null)}
          placeholder={isLoading ? 'Loading...' : 'Select partner to view...'}
          onChange={handleChange}
        />
      </Suspense>
    </div>
  )
}

function MissingPartner() {
  return (
    <Alert title="Partner not found">
      <p>The link may be out of date, or the partner was removed.</p>
      <Link href="/" className="text-link mt-2 inline-block touch:py-2.5">
        Show all partners
      </Link>
    </Alert>
  )
}
