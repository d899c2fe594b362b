import Check from 'lucide-react/icons/check'
import { classNames } from './class-names.ts'

type StepState = 'done' | 'current' | 'coming'

const spoken: Record<StepState, string> = { done: 'Done: ', current: 'Current: ', coming: 'Coming: ' }

const marks: Record<StepState, string> = {
  done: 'border-accent bg-accent text-on-accent',
  current: 'border-accent bg-accent-soft text-accent inset-ring inset-ring-accent',
  coming: 'border-control bg-surface text-muted',
}

type StepperProps = {
  /** Of the whole, such as "Onboarding steps". */
  label: string
  steps: string[]
  /** The step the reader is at, from 1; one past the last when all are done. */
  current: number
}

/** The way through a task of several screens: a rail beside it on a desk, a row above it on a phone. */
export function Stepper({ label, steps, current }: StepperProps) {
  return (
    <ol aria-label={label} className="grid auto-cols-fr grid-flow-col content-start lg:grid-flow-row">
      {steps.map((title, index) => {
        const number = index + 1
        const state = number < current ? 'done' : number === current ? 'current' : 'coming'
        return (
          <li
            key={title}
            aria-current={state === 'current' ? 'step' : undefined}
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
                state === 'done' ? 'bg-accent' : 'bg-line',
              )}
            />
            <span
              aria-hidden
              className={classNames(
                'grid size-7 shrink-0 place-items-center rounded-full border font-semibold text-12',
                marks[state],
              )}
            >
              {state === 'done' ? <Check strokeWidth={3} className="size-3.5" /> : number}
            </span>
            <span
              className={classNames(
                'text-12 sm:text-13 lg:pt-1',
                state === 'current' ? 'font-semibold text-ink' : 'text-muted',
              )}
            >
              <span className="sr-only">{spoken[state]}</span>
              {title}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
