import { FilePenLine, KeyRound, UserRound } from 'lucide-react'
import { Link } from 'wouter'
import { Button } from '#client/ui/button.tsx'
import { PointCard } from './point-card.tsx'

export default function PreOnboardingPage() {
  return (
    <div className="mx-auto grid max-w-page grid-cols-1 gap-6">
      <section className="rounded-card border border-line bg-accent-soft p-6 text-center sm:p-10">
        <h1 className="text-26">Onboarding Required</h1>
        <p className="mx-auto mt-2 max-w-120">
          Tell us about your business and sign two agreements. Then you can use the whole portal.
        </p>
        <Button asChild variant="primary" size="large" className="mt-6">
          <Link href="/onboarding">Start Onboarding</Link>
        </Button>
      </section>
      <ul className="grid gap-4 md:grid-cols-3">
        <PointCard icon={UserRound} title="Profile Setup">
          Your business, who to talk to and how to reach you.
        </PointCard>
        <PointCard icon={FilePenLine} title="Legal Documents">
          Review and digitally sign partnership agreements.
        </PointCard>
        <PointCard icon={KeyRound} title="Portal Access">
          Materials, brand assets, your tasks and the partner team, all in one place.
        </PointCard>
      </ul>
    </div>
  )
}
