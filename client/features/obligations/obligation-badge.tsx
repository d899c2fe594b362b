import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { closedForLabels } from '#contract/obligations/kinds.ts'
import type { Obligation } from '#contract/obligations/obligations.ts'
import { type ShownState, stateOf } from './obligation-words.ts'

const looks: Record<ShownState, { label: string; tone: BadgeTone }> = {
  open: { label: 'Open', tone: 'info' },
  late: { label: 'Late', tone: 'danger' },
  paid: { label: 'Paid', tone: 'positive' },
  done: { label: 'Done', tone: 'positive' },
  waived: { label: 'Waived', tone: 'neutral' },
  closed: { label: 'Closed', tone: 'neutral' },
  passed: { label: 'Passed', tone: 'neutral' },
}

/** The state of an obligation. The reason for which the portal closed it shows on hover. */
export function ObligationBadge({ obligation }: { obligation: Obligation }) {
  const { label, tone } = looks[stateOf(obligation)]
  return (
    <span title={obligation.closedFor ? closedForLabels[obligation.closedFor] : undefined}>
      <Badge tone={tone}>{label}</Badge>
    </span>
  )
}
