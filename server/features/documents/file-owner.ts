import { isStaff } from '#contract/users/roles.ts'
import type { Database } from '#server/db/client.ts'
import type { FileOwner } from '#server/features/files/file-owner.ts'
import { partnerOfAgreements } from '#server/http/access.ts'
import { canReadDocument } from './access.ts'
import { hasDownloaded, recordDownload } from './actions.ts'
import { getStoredDocument, listQuarantinedFiles } from './files/data.ts'

/** Owns the sealed PDFs and the scans of paper, which the partner and staff may read. */
export const documentFileOwner = (db: Database): FileOwner => ({
  isForNewcomers: true,
  findFile: async (user, filePath) => {
    const file = await getStoredDocument(db, filePath)
    return file && canReadDocument(user, file) ? file : undefined
  },
  reads: {
    record: async (user, filePath) => {
      const document = await getStoredDocument(db, filePath)
      if (document && !(await hasDownloaded(db, user, document, 1))) await recordDownload(db, user, document)
    },
    areRecorded: async (user, filePath) => {
      const document = await getStoredDocument(db, filePath)
      return document !== undefined && hasDownloaded(db, user, document, 60)
    },
  },
  listQuarantined: async (user) => {
    if (isStaff(user.role)) return listQuarantinedFiles(db, null)
    const partnerId = partnerOfAgreements(user)
    return partnerId ? listQuarantinedFiles(db, partnerId) : []
  },
})
