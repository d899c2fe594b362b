import type { AdminOverview } from '#contract/overview.ts'

type Week = AdminOverview['signaturesByWeek'][number]

// The space above the highest bar is for its number.
const maxBarHeight = 84

/**
 * The bars of a chart, one for each week, with two parts each. Positions and sizes are percentages of the width and height of
 * the chart, measured from its upper left corner.
 */
export const barsOf = (weeks: readonly Week[]) => {
  const maxTotal = Math.max(1, ...weeks.map(totalOf))
  const slot = 100 / Math.max(1, weeks.length)
  return weeks.map((week, index) => {
    const nda = (week.nda / maxTotal) * maxBarHeight
    const agreement = (week.venue_partnership_agreement / maxTotal) * maxBarHeight
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
