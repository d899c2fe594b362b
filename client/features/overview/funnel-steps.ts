import type { AdminOverview } from '#contract/overview.ts'

type Funnel = AdminOverview['funnel']

const steps: { id: keyof Funnel; label: string; about: string; href: string }[] = [
  {
    id: 'invited',
    label: 'Invited',
    about: 'No profile yet',
    href: '/admin?tab=users&role=user&profile=none',
  },
  { id: 'profile', label: 'Profile', about: 'To be confirmed', href: '/admin?tab=partners&status=profile' },
  {
    id: 'documents',
    label: 'Documents',
    about: 'To be signed',
    href: '/admin?tab=partners&status=documents',
  },
  { id: 'completed', label: 'Completed', about: 'Approved', href: '/admin?tab=partners&status=completed' },
]

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
