import { sql } from 'drizzle-orm'
import { reportSettings } from './schema/reports.ts'

/** The moment before which a partner who is in onboarding must have begun to count as stalled, for a query. */
export const stalledSince = sql<Date>`(select now() - make_interval(days => stalled_days) from ${reportSettings})`
