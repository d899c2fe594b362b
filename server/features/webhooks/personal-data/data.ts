import { eq } from 'drizzle-orm'
import { webhookDeliveries } from '#server/db/schema/webhooks.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'

export const webhookData: PersonalData = {
  /** Deletes the messages about the user to other systems. The message that they are erased is sent after this. */
  erase: (tx, { id }) => tx.delete(webhookDeliveries).where(eq(webhookDeliveries.userId, id)),
}
