import { useQuery } from '@tanstack/react-query'
import { CircleCheck, FolderOpen, Network, Users } from 'lucide-react'
import { Link } from 'wouter'
import { openChat } from '#client/domain/open-chat.ts'
import { ownManager } from '#client/features/partners/manager/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import { PointCard } from './point-card.tsx'

/** The first page for partners who have completed onboarding. Staff see the same page. */
export default function WelcomePage({ user }: { user: CurrentUser }) {
  const { data } = useQuery({ ...ownManager, enabled: !isStaff(user.role) })
  const manager = data?.manager
  return (
    <div className="mx-auto grid max-w-page grid-cols-1 gap-6">
      <PageHead
        title="Welcome to Partner Portal"
        line={
          isStaff(user.role)
            ? 'This is what partners see once they complete onboarding.'
            : "You've completed onboarding and can use the whole portal."
        }
        actions={
          <>
            <Button asChild>
              <Link href="/resources">Browse Resources</Link>
            </Button>
            <Button asChild variant="primary">
              <Link href="/dashboard">Go to Dashboard</Link>
            </Button>
          </>
        }
      />
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <PointCard icon={CircleCheck} title="Onboarding Complete">
          Your profile is confirmed and both agreements are signed.
        </PointCard>
        <PointCard icon={FolderOpen} title="Resources Available">
          Marketing materials, brand assets and training, ready for you.
        </PointCard>
        <PointCard icon={Network} title="Partner Network">
          You're one of the venues and businesses that work with us.
        </PointCard>
        <PointCard icon={Users} title="Team Contact">
          The partner team is here to answer your questions.
        </PointCard>
      </ul>
      <Card title="Need Help">
        <ul className="grid list-disc gap-1 pl-5 marker:text-muted">
          <li>
            <button type="button" onClick={openChat} className="text-link touch:min-h-11">
              Chat with the Partner Team
            </button>
          </li>
          <li>
            Check the{' '}
            <Link href="/resources" className="text-link">
              resources section
            </Link>
          </li>
          <li>
            {manager
              ? `Contact the partner success manager, ${manager.name}`
              : 'Contact the partner success manager'}
          </li>
        </ul>
      </Card>
    </div>
  )
}
