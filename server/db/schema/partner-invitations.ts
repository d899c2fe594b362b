import { index, pgTable, uuid, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { createdAt, updatedAt } from './columns.ts'
import { ofPartner } from './partners.ts'
import { byUser } from './users.ts'

/** Whatever waits with the invitation of a partner until one of its people confirms the profile; then the row is deleted. */
export const partnerInvitations = pgTable(
  'partner_invitations',
  {
    partnerId: ofPartner().primaryKey(),
    /** A text of the sender in the invitation emails; null for none. */
    personalLine: varchar({ length: limits.reminderLine }),
    /** The task sets that the partner gets. One that was deleted in the meantime is left out. */
    setIds: uuid().array().notNull(),
    invitedBy: byUser(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('partner_invitations_inviter').on(table.invitedBy)],
)
