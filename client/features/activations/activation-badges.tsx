import { Badge } from '#client/ui/badge.tsx'
import type { PartnerActivation } from '#contract/activations.ts'
import { isPast } from './activation-times.ts'

/** Whether an activation is still to come, on, or over: then "Past" stands beside the badge of the specification. The texts of the specification are in lower case; badges begin with a capital. */
export function ActivationBadges({ activation, now }: { activation: PartnerActivation; now: number }) {
  if (Date.parse(activation.activationDate) > now) {
    return (
      <Badge tone="info">
        <span className="capitalize">scheduled</span>
      </Badge>
    )
  }
  const past = isPast(activation, now)
  return (
    <>
      <Badge tone={past ? 'neutral' : 'positive'}>
        <span className="capitalize">active</span>
      </Badge>
      {past && <Badge>Past</Badge>}
    </>
  )
}
