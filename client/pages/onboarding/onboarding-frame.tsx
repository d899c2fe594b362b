import { type ReactNode, useEffect, useRef } from 'react'
import { PageHead } from '#client/ui/page-head.tsx'
import { Stepper } from '#client/ui/stepper.tsx'
import { type OnboardingStep, onboardingSteps, stepNumber, stepTitles } from './steps.ts'

/** The frame of each step. Going to another step moves the focus to it and scrolls to its top. */
export function OnboardingFrame({ step, children }: { step: OnboardingStep; children: ReactNode }) {
  const sectionRef = useRef<HTMLElement>(null)
  const shownRef = useRef(step)
  const indicator = `Step ${stepNumber(step)} of ${onboardingSteps.length}`

  useEffect(() => {
    if (shownRef.current === step) return
    shownRef.current = step
    window.scrollTo(0, 0)
    sectionRef.current?.focus({ preventScroll: true })
  }, [step])

  return (
    <div className="mx-auto max-w-page">
      <PageHead title="Partner Onboarding" line={indicator} />
      <div className="mt-6 grid gap-6 lg:grid-cols-[9.5rem_minmax(0,1fr)] lg:gap-8">
        <div className="lg:sticky lg:top-20 lg:self-start">
          <Stepper
            label="Onboarding steps"
            steps={onboardingSteps.map((name) => stepTitles[name])}
            current={stepNumber(step)}
          />
        </div>
        <section
          ref={sectionRef}
          tabIndex={-1}
          aria-label={`${indicator}: ${stepTitles[step]}`}
          className="grid min-w-0 content-start gap-6 outline-none"
        >
          {children}
        </section>
      </div>
    </div>
  )
}
