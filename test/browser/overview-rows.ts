import type { AdminOverview } from '#contract/overview.ts'

const noTime = { medianDays: null, partners: 0 }

/** An overview of twelve weeks in which nothing happened. */
export const overviewRow = (more: Partial<AdminOverview> = {}): AdminOverview => ({
  waiting: { profile: 0, nda: 0, venue_partnership_agreement: 0 },
  stepTimes: { created: noTime, confirmed: noTime, nda: noTime, completed: noTime },
  weeks: Array.from({ length: 12 }, (_, week) => ({
    week: new Date(Date.UTC(2026, 8, 7 + week * 7)).toISOString(),
    nda: 0,
    venue_partnership_agreement: 0,
    signIns: null,
    downloads: 0,
  })),
  overdueTasks: 0,
  ...more,
})
