import { Badge } from '#client/ui/badge.tsx'
import type { PartnerActivation } from '#contract/activations.ts'
import { isPast } from './activation-times.ts'

/**
 * The badge of the specification, with "Past" beside it once the activation is over. The texts of the specification are in lower case;
 * badges begin with a capital.
 */
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
