import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { lockType } from '#server/features/agreement-types/data.ts'
import { createDocument } from '../actions.ts'
import { getDocuments } from '../data.ts'
import { createSharedDocument } from '../shared/actions.ts'
import { findToAskAgain } from './data.ts'

/**
 * Gives the partners of agreements with an earlier text the one in force to sign, which then replaces theirs. Leaves out agreements that are
 * not in force or not offered any more, and partners who have one to sign, so that calling it again changes nothing.
 */
export const askForNewText = (deps: Pick<Deps, 'db' | 'jobs'>, staff: Actor, ids: string[]) =>
  deps.db.transaction(async (tx) => {
    const types = new Set((await getDocuments(tx, ids)).map(({ documentType }) => documentType))
    let changed = 0
    for (const documentType of [...types].sort()) {
      // With the lock, a second call waits and then sees the agreements that the first one has created.
      if (!(await lockType(tx, documentType))?.isOffered) continue
      const partnerIds = await findToAskAgain(tx, documentType, ids)
      const given = { documentType, effectiveOn: null, endsOn: null, replacesEarlier: true }
      const [only, ...others] = partnerIds
      if (only && others.length === 0) await createDocument(tx, staff, only, given)
      else if (only) {
        const audience = { assignedPartnerIds: partnerIds, assignedGroup: null }
        await createSharedDocument({ ...deps, db: tx }, staff, given, audience)
      }
      changed += partnerIds.length
    }
    return { changed, unchanged: ids.length - changed }
  })
