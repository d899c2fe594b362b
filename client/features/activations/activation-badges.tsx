import { Badge } from '#client/ui/badge.tsx'
import type { PartnerActivation } from '#contract/activations.ts'
import { isPast } from './activation-times.ts'

/** Whether it is still to come, on, or over. The texts of the specification are in lower case; badges begin with a capital. */
export function ActivationBadges({ activation, now }: { activation: PartnerActivation; now: number }) {
  if (Date.parse(activation.activationDate) > now) {
    return (
      <Badge tone="info">
        <span className="capitalize">scheduled</span>
      </Badge>
    )
  }
  if (!isPast(activation, now)) {
    return (
      <Badge tone="positive">
        <span className="capitalize">active</span>
      </Badge>
    )
  }
  return (
    <Badge>
      <span>
        Was <span>active</span>
      </span>
    </Badge>
  )
}
