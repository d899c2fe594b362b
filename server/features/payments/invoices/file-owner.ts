import { isStaff } from '#contract/users/roles.ts'
import type { Database } from '#server/db/client.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { listQuarantinedOf } from '#server/features/files/attached/data.ts'
import type { FileOwner } from '#server/features/files/file-owner.ts'
import { partnerOfAgreements } from '#server/http/access.ts'
import { getInvoiceFile } from './data.ts'

/** Owns the files of invoices, which staff and those members of the partner may read who sign. */
export const invoiceFileOwner = (db: Database): FileOwner => ({
  isForNewcomers: true,
  findFile: async (user, filePath) => {
    const file = await getInvoiceFile(db, filePath)
    return file && (isStaff(user.role) || file.partnerId === partnerOfAgreements(user)) ? file : undefined
  },
  listQuarantined: async (user) => {
    if (isStaff(user.role)) return listQuarantinedOf(db, invoices, null)
    const partnerId = partnerOfAgreements(user)
    return partnerId ? listQuarantinedOf(db, invoices, partnerId) : []
  },
})
