import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { type ActivationStage, activationStageLabels } from '#contract/activation-stages.ts'
import type { PartnerActivation } from '#contract/activations.ts'
import { hasBegun, isPast } from './activation-times.ts'

const stageTones: Record<ActivationStage, BadgeTone> = {
  planned: 'info',
  confirmed: 'positive',
  done: 'neutral',
  canceled: 'danger',
}

/** How far staff have taken an activation. */
export const StageBadge = ({ stage }: { stage: ActivationStage }) => (
  <Badge tone={stageTones[stage]}>{activationStageLabels[stage]}</Badge>
)

/**
 * The badge of the specification, with what else matters beside it: that the activation is confirmed, done or past. A canceled one only
 * says so. The texts of the specification are in lower case; badges begin with a capital.
 */
export function ActivationBadges({ activation, now }: { activation: PartnerActivation; now: number }) {
  const { stage } = activation
  if (stage === 'canceled') return <StageBadge stage={stage} />
  const past = isPast(activation, now)
  const isOver = past || stage === 'done'
  return (
    <>
      {hasBegun(activation, now) ? (
        <Badge tone={isOver ? 'neutral' : 'positive'}>
          <span className="capitalize">active</span>
        </Badge>
      ) : (
        <Badge tone="info">
          <span className="capitalize">scheduled</span>
        </Badge>
      )}
      {stage === 'done' || (stage === 'confirmed' && !past) ? (
        <StageBadge stage={stage} />
      ) : (
        past && <Badge>Past</Badge>
      )}
    </>
  )
}
