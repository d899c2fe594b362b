import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { Card } from '#client/ui/card.tsx'
import type { AdminOverview } from '#contract/overview.ts'

type Funnel = AdminOverview['funnel']

const steps: { id: keyof Funnel; label: string; about: string }[] = [
  { id: 'invited', label: 'Invited', about: 'No profile yet' },
  { id: 'profile', label: 'Profile', about: 'Awaiting confirmation' },
  { id: 'documents', label: 'Documents', about: 'Awaiting signatures' },
  { id: 'completed', label: 'Completed', about: 'Approved' },
]

const addressOf = (id: keyof Funnel) =>
  id === 'invited' ? '/admin?tab=users&role=user&profile=none' : `/admin?tab=partners&status=${id}`

/** The steps of onboarding in order, each with its count and its share of all, from 0 to 1. */
export const funnelSteps = (funnel: Funnel) => {
  const all = steps.reduce((sum, { id }) => sum + funnel[id], 0)
  return steps.map((step) => ({
    ...step,
    count: funnel[step.id],
    share: all > 0 ? funnel[step.id] / all : 0,
  }))
}

/** Formats a share such as "34%"; only a share of 0 is shown as 0%, and only a share of 1 as 100%. */
export const percent = (share: number): string => {
  if (share > 0 && share < 0.01) return 'under 1%'
  if (share > 0.99 && share < 1) return 'over 99%'
  return `${Math.round(share * 100)}%`
}

/** How many users and partners are at each step of onboarding, with links to them. */
export function OnboardingFunnel({ funnel }: { funnel: Funnel }) {
  return (
    <Card title="Onboarding" description="Partners by step" flush>
      <ol aria-label="Steps of onboarding" className="divide-y divide-line">
        {funnelSteps(funnel).map((step) => (
          <li key={step.id}>
            <Step {...step} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

type StepProps = ReturnType<typeof funnelSteps>[number]

function Step({ id, label, about, count, share }: StepProps) {
  return (
    <Link
      href={addressOf(id)}
      className="flex h-17 items-center gap-3 px-4 hover:bg-sunken/60 focus-visible:-outline-offset-2 sm:px-5"
    >
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
