import { and, eq } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { lockRow } from '#server/db/rows.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'

/** Locks the membership of a person, which cannot end until the transaction ends. Undefined for somebody who is not of the partner. */
export const lockPersonForShare = (tx: Executor, partnerId: string, userId: string) =>
  lockRow(
    tx.select({ userId: partnerMembers.userId }).from(partnerMembers),
    and(eq(partnerMembers.partnerId, partnerId), eq(partnerMembers.userId, userId)),
    'key share',
  )
