import { eq } from 'drizzle-orm'
import { payments } from '#server/db/schema/payments.ts'
import { partnerOfAgreements } from '#server/http/access.ts'
import { listAll, listEntry } from '#server/personal-data/archive.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { forPartner } from '../actions.ts'
import { listPayments } from '../data.ts'

export const paymentData: PersonalData = {
  files: { 'payments.json': 'the payments to you and by you' },

  async *entries({ db, user }) {
    const partnerId = partnerOfAgreements(user)
    if (!partnerId) return
    const own = await listAll((page) => listPayments(db, partnerId, page))
    yield* listEntry('payments.json', own.map(forPartner))
  },

  count: async (db, { partnerId }) => ({
    payments: partnerId ? await db.$count(payments, eq(payments.partnerId, partnerId)) : 0,
  }),
}
