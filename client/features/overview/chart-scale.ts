import type { AdminOverview } from '#contract/overview.ts'

type Week = AdminOverview['signaturesByWeek'][number]

// What is left over the highest bar holds its number.
const highest = 84

/**
 * The bars of a chart, one for each week, two parts each: everything in percent of the chart's width and height, from its
 * upper left corner. The highest week reaches as high as there is room, and no week is higher than it is.
 */
export const barsOf = (weeks: readonly Week[]) => {
  const most = Math.max(1, ...weeks.map(totalOf))
  const slot = 100 / Math.max(1, weeks.length)
  return weeks.map((week, index) => {
    const nda = (week.nda / most) * highest
    const agreement = (week.venue_partnership_agreement / most) * highest
    return {
      ...week,
      total: totalOf(week),
      x: (index + 0.25) * slot,
      middle: (index + 0.5) * slot,
      width: 0.5 * slot,
      ndaPart: { y: 100 - nda, height: nda },
      agreementPart: { y: 100 - nda - agreement, height: agreement },
    }
  })
}

export const totalOf = ({ nda, venue_partnership_agreement }: Omit<Week, 'week'>) =>
  nda + venue_partnership_agreement
