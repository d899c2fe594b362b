import { Link } from 'wouter'
import { Overview } from '#client/features/overview/overview.tsx'
import { Button } from '#client/ui/button.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import { isStaff } from '#contract/roles.ts'
import type { CurrentUser } from '#contract/users.ts'

export default function AdminPage({ user }: { user: CurrentUser }) {
  if (!isStaff(user.role)) return <AccessDenied />
  return (
    <div className="mx-auto grid max-w-page grid-cols-1 gap-6">
      <PageHead title="Admin Panel" line="Manage partners, users, and system resources." />
      <Overview />
    </div>
  )
}

function AccessDenied() {
  return (
    <section className="mx-auto max-w-140 rounded-card border border-line bg-surface p-6 text-center sm:p-10">
      <h1 className="text-26">Access Denied</h1>
      <p className="mt-2 text-muted">
        You don't have permission to access the admin panel. Admin or support role is required.
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <Button asChild variant="primary">
          <Link href="/dashboard">Go to Dashboard</Link>
        </Button>
        <Button asChild>
          <Link href="/">Go Home</Link>
        </Button>
      </div>
    </section>
  )
}
