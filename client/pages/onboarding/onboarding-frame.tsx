import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '#client/ui/class-names.ts'
import { PageHead } from '#client/ui/page-head.tsx'
import { type OnboardingStep, onboardingSteps, stepNumber, stepTitles } from './steps.ts'

/** The frame of each step. A change of the step moves the focus to the new step and scrolls to its top. */
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
        <Stepper current={step} />
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

const states = {
  done: { spoken: 'Done: ', mark: 'border-accent bg-accent text-on-accent', title: 'text-muted' },
  current: {
    spoken: 'Current: ',
    mark: 'border-accent bg-accent-soft text-accent inset-ring inset-ring-accent',
    title: 'font-semibold text-ink',
  },
  upcoming: { spoken: 'Upcoming: ', mark: 'border-control bg-surface text-muted', title: 'text-muted' },
}

/** The list of all steps: a column next to the step on a desktop, a row above it on a phone. */
function Stepper({ current }: { current: OnboardingStep }) {
  return (
    <ol
      aria-label="Onboarding steps"
      className={
        'grid auto-cols-fr grid-flow-col content-start ' +
        'lg:sticky lg:top-20 lg:grid-flow-row lg:self-start'
      }
    >
      {onboardingSteps.map((step) => {
        const isDone = stepNumber(step) < stepNumber(current)
        const { spoken, mark, title } = states[isDone ? 'done' : step === current ? 'current' : 'upcoming']
        return (
          <li
            key={step}
            aria-current={step === current ? 'step' : undefined}
            className={
              'group relative flex flex-col items-center gap-2 text-center lg:min-h-16 lg:flex-row lg:items-start lg:gap-3 ' +
              'lg:text-left lg:last:min-h-0'
            }
          >
            <span
              aria-hidden
              className={classNames(
                'absolute top-3.5 left-[calc(50%+1.25rem)] h-px w-[calc(100%-2.5rem)] group-last:hidden',
                'lg:top-9 lg:bottom-2 lg:left-3.5 lg:h-auto lg:w-px',
                isDone ? 'bg-accent' : 'bg-line',
              )}
            />
            <span
              aria-hidden
              className={classNames(
                'grid size-7 shrink-0 place-items-center rounded-full border font-semibold text-12',
                mark,
              )}
            >
              {isDone ? <Check strokeWidth={3} className="size-3.5" /> : stepNumber(step)}
            </span>
            <span className={classNames('text-12 sm:text-13 lg:pt-1', title)}>
              <span className="sr-only">{spoken}</span>
              {stepTitles[step]}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
