import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { insertNotifications } from '../../data.ts'
import { toManagers, toSigners } from '../data.ts'

/** Notifies those people of a partner who sign of what staff decided about an invoice, or of a payment for it. */
export const notifyOfInvoice = (
  tx: Executor,
  kind: 'invoice_decided' | 'payment_recorded',
  id: string,
  title: string,
) =>
  insertNotifications(
    tx,
    kind,
    sql`
      select member.user_id, ${title}::text as title, own.id as invoice_id
      from invoices own ${toSigners} where own.id = ${id}`,
    ['invoice_id'],
  )

/** Notifies the manager of a partner, or all staff where there is none, of an invoice. */
export const notifyStaffOfInvoice = (
  tx: Executor,
  { partnerId, name }: { partnerId: string; name: string },
) =>
  insertNotifications(
    tx,
    'invoice_received',
    sql`
      select staff.id as user_id, 'To review: ' || ${name}::text || ' · ' || profile.business_name as title,
        profile.id as partner_id
      from partner_profiles profile ${toManagers} where profile.id = ${partnerId}`,
    ['partner_id'],
  )
