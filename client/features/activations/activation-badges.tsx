import { Badge } from '#client/ui/badge.tsx'
import type { PartnerActivation } from '#contract/activations.ts'
import { isPast } from './activation-times.ts'

/** Whether it is still to come, and whether it is over. */
export function ActivationBadges({ activation, now }: { activation: PartnerActivation; now: number }) {
  const past = isPast(activation, now)
  return (
    // The texts of the specification are in lower case; badges show capitals.
    <span className="flex flex-wrap gap-2 capitalize">
      {past && <Badge>Past</Badge>}
      {Date.parse(activation.activationDate) > now ? (
        <Badge tone="info">scheduled</Badge>
      ) : (
        <Badge tone={past ? 'neutral' : 'positive'}>active</Badge>
      )}
    </span>
  )
}
