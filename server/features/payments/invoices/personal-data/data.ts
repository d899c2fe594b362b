import { eq } from 'drizzle-orm'
import { invoiceName } from '#contract/payments/invoice-status.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { listAttachedFiles, noFile } from '#server/features/files/attached/data.ts'
import { partnerOfAgreements } from '#server/http/access.ts'
import { attachedEntries, listAll, listEntry } from '#server/personal-data/archive.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { forPartner } from '../actions.ts'
import { listInvoices } from '../data.ts'

export const invoiceData: PersonalData = {
  files: { 'invoices.json, invoices/': 'the invoices that you have sent' },

  async *entries(archive) {
    const partnerId = partnerOfAgreements(archive.user)
    if (!partnerId) return
    const own = (await listAll((page) => listInvoices(archive.db, partnerId, page))).map(forPartner)
    yield* listEntry('invoices.json', own)
    yield* attachedEntries(archive, 'invoices', own, invoiceName)
  },

  listFiles: async (db, { partnerId }) => (partnerId ? listAttachedFiles(db, invoices, partnerId) : []),

  // The number and the amount stay with the payments, as accounting needs them.
  async anonymize(tx, { partnerId }) {
    if (!partnerId) return
    await tx
      .update(invoices)
      .set({ note: null, reason: null, ...noFile })
      .where(eq(invoices.partnerId, partnerId))
  },
}
