import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import { useMembership } from '#client/domain/current-user.ts'
import { InvitationsCard } from '#client/features/partners/members/invitations.tsx'
import { readOf } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { QueryState } from '#client/ui/query-state.tsx'

/** The onboarding of a partner for a member who does not sign: what is done, and what the owner still has to do. */
export function OnboardingOfOthers() {
  const query = useQuery(readOf('/api/partner/onboarding'))
  const business = useMembership()?.businessName
  return (
    <div className="mx-auto max-w-160">
      <PageHead title="Partner Onboarding" line={business} />
      <div className="mt-6 grid grid-cols-1 gap-6">
        <InvitationsCard />
        <QueryState
          query={query}
          failure={{ title: 'The state of onboarding could not be loaded', text: 'Check your connection.' }}
        >
          {({ ownerName, isProfileConfirmed, agreements }) => {
            const open = [
              !isProfileConfirmed && 'confirm the profile',
              agreements.some(({ isSigned }) => !isSigned) && 'sign the agreements',
            ].filter(Boolean)
            return (
              <Card
                title="The portal opens after onboarding"
                description={`${ownerName} still has to ${open.join(' and ')}. You need to do nothing, and this page opens the portal by itself. The partner team answers questions in the chat.`}
                flush
              >
                <ul className="divide-y divide-line">
                  <Point
                    name="Partner profile"
                    isDone={isProfileConfirmed}
                    done="Confirmed"
                    open="To confirm"
                  />
                  {agreements.map(({ documentName, isSigned }) => (
                    <Point
                      key={documentName}
                      name={documentName}
                      isDone={isSigned}
                      done="Signed"
                      open="To sign"
                    />
                  ))}
                </ul>
              </Card>
            )
          }}
        </QueryState>
      </div>
    </div>
  )
}

function Point({ name, isDone, done, open }: { name: string; isDone: boolean; done: string; open: string }) {
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className="flex min-h-12 items-center gap-3 px-4 py-2 sm:px-5">
      <Icon aria-hidden className={isDone ? 'size-5 shrink-0 text-accent' : 'size-5 shrink-0 text-muted'} />
      <span className="wrap-anywhere min-w-0 flex-1">{name}</span>
      <Badge tone={isDone ? 'positive' : 'neutral'}>{isDone ? done : open}</Badge>
    </li>
  )
}
