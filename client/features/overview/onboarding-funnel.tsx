import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'wouter'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { AdminOverview } from '#contract/overview.ts'
import { funnelSteps, percent } from './funnel-steps.ts'

const stepClassName = 'flex h-17 items-center gap-3 px-4 sm:px-5'

/** How many users and partners are at each step of onboarding, with links to them. */
export function OnboardingFunnel({ funnel }: { funnel: AdminOverview['funnel'] | undefined }) {
  return (
    <Card title="Onboarding" description="Partners by step" flush>
      <ol aria-label="Steps of onboarding" className="divide-y divide-line">
        {funnel
          ? funnelSteps(funnel).map((step) => (
              <li key={step.id}>
                <Step {...step} />
              </li>
            ))
          : [1, 2, 3, 4].map((step) => (
              <li key={step} className={stepClassName}>
                <Skeleton className="h-9 grow" />
              </li>
            ))}
      </ol>
    </Card>
  )
}

type StepProps = ReturnType<typeof funnelSteps>[number]

function Step({ label, about, href, count, share }: StepProps) {
  return (
    <Link href={href} className={`${stepClassName} hover:bg-sunken/60 focus-visible:-outline-offset-2`}>
      <span className="grid min-w-0 grow grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1.5">
        <span className="truncate">
          <span className="font-medium">{label}</span> <span className="text-13 text-muted">{about}</span>
        </span>
        <span className="tabular-nums">
          <span className="font-semibold">{count.toLocaleString('en-US')}</span>{' '}
          <span className="text-13 text-muted">{percent(share)}</span>
        </span>
        <span aria-hidden className="col-span-2 block h-2 overflow-clip rounded-full bg-line">
          <span
            className="block h-full rounded-full bg-accent"
            style={{ transform: `translateX(${(share - 1) * 100}%)` }}
          />
        </span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
    </Link>
  )
}
