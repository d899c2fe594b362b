import { sql } from 'drizzle-orm'

/** Whether an announcement is published and has not ended; for a query of the table `announcements` without an alias. */
export const isShown = sql`"announcements"."publish_at" <= now()
  and ("announcements"."ends_at" is null or "announcements"."ends_at" > now())`
