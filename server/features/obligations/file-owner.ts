import { isStaff } from '#contract/users/roles.ts'
import type { Database } from '#server/db/client.ts'
import { obligations } from '#server/db/schema/obligations.ts'
import { listQuarantinedOf } from '#server/features/files/attached/data.ts'
import type { FileOwner } from '#server/features/files/file-owner.ts'
import { mayNotSign, partnerOfAgreements } from '#server/http/access.ts'
import { canReadObligation } from './access.ts'
import { getEvidenceFile } from './data.ts'

/** Owns the evidence of obligations, which staff and those members of the partner may read who sign. */
export const obligationFileOwner = (db: Database): FileOwner => ({
  isForNewcomers: true,
  findFile: async (user, filePath) => {
    const file = await getEvidenceFile(db, filePath)
    return file && canReadObligation(user, file) && !mayNotSign(user) ? file : undefined
  },
  listQuarantined: async (user) => {
    if (isStaff(user.role)) return listQuarantinedOf(db, obligations, null)
    const partnerId = partnerOfAgreements(user)
    return partnerId ? listQuarantinedOf(db, obligations, partnerId) : []
  },
})
