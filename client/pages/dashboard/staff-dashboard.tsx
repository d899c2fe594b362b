import { type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import { StaffDialogs } from '#client/features/dashboard/staff/staff-dialogs.tsx'
import { StaffActivations, StaffDocuments } from '#client/features/dashboard/staff/staff-sections.tsx'
import { StaffTasks } from '#client/features/tasks/staff-tasks.tsx'
import { ApiError } from '#client/lib/api.ts'
import { Alert } from '#client/ui/alert.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import { useDashboardView } from '../../domain/dashboard-view.ts'
import { useChosenPartner } from '../../domain/partner-picker/queries.ts'
import { useNow } from '../../lib/use-now.ts'
import { ChosenPartner } from './chosen-partner.tsx'
import { greeting } from './greeting.ts'
import { QuickWays } from './quick-links.tsx'

type StaffDashboardProps = {
  /** What else can be done with the partner who is chosen, beside the picker. */
  renderPartnerActions: (partner: AdminPartner) => ReactNode
}

/** What staff see of all partners, or of the one whom they have chosen. */
export function StaffDashboard({ renderPartnerActions }: StaffDashboardProps) {
  const now = useNow()
  const { view, choosePartner } = useDashboardView()
  const { partnerId } = view
  const chosen = useChosenPartner(partnerId)
  const place = useRef<HTMLDivElement>(null)
  const isUnknown = chosen.error instanceof ApiError && chosen.error.status === 404

  const handleRetry = () => {
    // The button goes away with the message.
    place.current?.focus()
    chosen.refetch()
  }

  return (
    <div ref={place} tabIndex={-1} className="mx-auto grid max-w-page grid-cols-1 gap-6 outline-none">
      <PageHead
        title="Partner Dashboard"
        line={greeting(partnerId ? 'Partner' : 'All Partners')}
        actions={
          <ChosenPartner
            partnerId={partnerId}
            partner={isUnknown ? undefined : chosen.data}
            isLoading={partnerId !== null && chosen.isPending}
            onChoose={choosePartner}
            renderActions={renderPartnerActions}
          />
        }
      />
      {chosen.isError && !isUnknown && !chosen.data && (
        <Alert title="The partner could not be loaded" onRetry={handleRetry}>
          Check your connection and try again.
        </Alert>
      )}
      {isUnknown ? (
        <UnknownPartner />
      ) : (
        <StaffDialogs partner={partnerId ? (chosen.data ?? { ...notYetKnown, id: partnerId }) : null}>
          <QuickWays />
          {/* What is shown of one partner says nothing of another: each list begins anew. */}
          <div key={partnerId} className="grid grid-cols-1 gap-6 md:grid-cols-2">
            <StaffDocuments partnerId={partnerId} />
            <StaffActivations partnerId={partnerId} now={now} />
          </div>
          <StaffTasks now={now} />
        </StaffDialogs>
      )}
    </div>
  )
}

// Something can be made for somebody whose name is still on its way.
const notYetKnown = { fullName: '...', businessName: '...' }

function UnknownPartner() {
  return (
    <Alert title="There is no such partner">
      <p>The link may be old, or the partner was removed.</p>
      <Link href="/" className="text-link mt-2 inline-block touch:py-2.5">
        Show all partners
      </Link>
    </Alert>
  )
}
