import type { Audience } from '#contract/audience.ts'
import type { Executor } from '#server/db/client.ts'
import { wrongField } from '#server/http/app-error.ts'
import { countPartners } from './data.ts'
import { storedGroup } from './groups/data.ts'

/**
 * Returns an audience without repeated partners, and with the stored spelling of its group.
 * @throws AppError `bad_request` when a partner does not exist
 */
export const checkedAudience = async (tx: Executor, audience: Audience): Promise<Audience> => {
  const assignedPartnerIds = [...new Set(audience.assignedPartnerIds)]
  if ((await countPartners(tx, assignedPartnerIds)) < assignedPartnerIds.length) {
    throw wrongField('assignedPartnerIds', 'This partner no longer exists.')
  }
  return { ...audience, assignedPartnerIds, assignedGroup: await storedGroup(tx, audience.assignedGroup) }
}
