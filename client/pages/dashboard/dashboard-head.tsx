import type { ReactNode } from 'react'
import { PageHead } from '#client/ui/page-head.tsx'

/** The head of the dashboards of partners and of staff. */
export function DashboardHead({ name, actions }: { name: string; actions: ReactNode }) {
  return (
    <PageHead
      title="Partner Dashboard"
      line={`Welcome back, ${name}! Here's your partnership overview.`}
      actions={actions}
    />
  )
}
