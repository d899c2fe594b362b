import { eq } from 'drizzle-orm'
import { webhookDeliveries } from '#server/db/schema/webhooks.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'

export const webhookData: PersonalData = {
  /** Deletes what was sent to other systems about the user. That they are erased is sent after it. */
  erase: (tx, { id }) => tx.delete(webhookDeliveries).where(eq(webhookDeliveries.userId, id)),
}
