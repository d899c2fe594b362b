import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { InvitationsCard } from '#client/features/partners/members/invitations.tsx'
import { useInvitations } from '#client/features/partners/members/queries.ts'
import { PageHead } from '#client/ui/page-head.tsx'
import { QueryState } from '#client/ui/query-state.tsx'

type InvitationsFirstProps = {
  /** Whether the user may also create a partner profile of their own. */
  canCreateProfile?: boolean
  /** The content if there are no invitations. */
  children: ReactNode
}

/** Shows a user without a partner their invitations before anything else. */
export function InvitationsFirst({ canCreateProfile = false, children }: InvitationsFirstProps) {
  return (
    <QueryState
      query={useInvitations()}
      // The margin of the content must not move the region.
      className="flow-root"
      failure={{ title: 'Your invitations could not be loaded' }}
      empty={{ when: (invitations) => invitations.length === 0, show: children }}
    >
      {() => (
        <div className="mx-auto grid max-w-180 grid-cols-1 gap-6">
          <PageHead title="You're invited" line="Accept an invitation to use the portal with its partner." />
          <InvitationsCard isMain />
          {canCreateProfile && (
            <Link href="/onboarding" className="text-link justify-self-start touch:py-3">
              Set up your own profile instead
            </Link>
          )}
        </div>
      )}
    </QueryState>
  )
}
