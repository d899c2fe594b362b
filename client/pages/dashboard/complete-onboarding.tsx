import { Link } from 'wouter'
import { Button } from '#client/ui/button.tsx'

/** For a partner who has no profile yet, and so nothing to be shown here. */
export function CompleteOnboarding() {
  return (
    <section className="mx-auto max-w-120 rounded-card border border-line bg-surface p-6 text-center sm:p-10">
      <h1 className="text-26">Complete Your Onboarding</h1>
      <p className="mt-2 text-muted">Please complete your partner profile to access the dashboard.</p>
      <Button asChild variant="primary" size="large" className="mt-6">
        <Link href="/onboarding">Go to onboarding</Link>
      </Button>
    </section>
  )
}
