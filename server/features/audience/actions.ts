import type { Audience } from '#contract/audience.ts'
import type { Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { wrongField } from '#server/http/app-error.ts'
import { countPartners } from './data.ts'
import { storedGroup } from './groups/data.ts'
import { requireChoosable } from './views/actions.ts'

/** The member of staff who chooses an audience, and the former audience, whose view may stay even if it was deleted. */
interface Choice {
  user: Pick<Actor, 'id'>
  former?: Audience | null
}

/**
 * Returns an audience without repeated partners, and with the stored spelling of its group.
 * @throws AppError `bad_request` when a partner or the view does not exist
 */
export const checkedAudience = async (
  tx: Executor,
  audience: Audience,
  { user, former }: Choice,
): Promise<Audience> => {
  const { assignedViewId = null } = audience
  if (assignedViewId && assignedViewId !== former?.assignedViewId) {
    await requireChoosable(tx, assignedViewId, user.id)
  }
  const assignedPartnerIds = [...new Set(audience.assignedPartnerIds)]
  if ((await countPartners(tx, assignedPartnerIds)) < assignedPartnerIds.length) {
    throw wrongField('assignedPartnerIds', 'This partner no longer exists.')
  }
  const assignedGroup = await storedGroup(tx, audience.assignedGroup)
  return { ...audience, assignedPartnerIds, assignedGroup, assignedViewId }
}
