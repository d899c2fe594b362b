import { desc, eq } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { partnerActivations } from '#server/db/schema/partners.ts'

export const listActivations = (db: Executor, partnerId: string) =>
  db
    .select()
    .from(partnerActivations)
    .where(eq(partnerActivations.partnerId, partnerId))
    .orderBy(desc(partnerActivations.activationDate), desc(partnerActivations.id))
