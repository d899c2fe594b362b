import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'

/** The last step: what was signed, and the way on. */
export function CompleteStep({ children }: { children: ReactNode }) {
  return (
    <Card
      title="Onboarding complete"
      description="Your profile is confirmed and both agreements are signed. Keep a copy of what you signed."
    >
      <div className="border-line border-y">{children}</div>
      <Button asChild variant="primary" size="large" className="mt-6 max-sm:w-full">
        <Link href="/">Go to Dashboard</Link>
      </Button>
    </Card>
  )
}
