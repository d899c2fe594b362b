import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { InvitationsCard } from '#client/features/partners/members/invitations.tsx'
import { useInvitations } from '#client/features/partners/members/queries.ts'
import { Button } from '#client/ui/button.tsx'
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
      failure={{ title: 'Your invitations could not be loaded' }}
      empty={{ when: (invitations) => invitations.length === 0, show: children }}
    >
      {() => (
        <div className="mx-auto grid max-w-180 grid-cols-1 gap-6">
          <PageHead title="You're invited" line="Accept an invitation to use the portal with its partner." />
          <InvitationsCard />
          {canCreateProfile && (
            <Button asChild variant="quiet" className="justify-self-start">
              <Link href="/onboarding">Set up your own profile instead</Link>
            </Button>
          )}
        </div>
      )}
    </QueryState>
  )
}
