import type { Page } from '@playwright/test'

/** For the start of each page: records what moves after the first paint without the user. */
export const recordShifts = () => {
  const shifts = { sum: 0, moved: [] as string[] }
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    })[]) {
      if (entry.hadRecentInput) continue
      shifts.sum += entry.value
      const texts = entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? 'what is gone')
      shifts.moved.push(`${entry.value.toFixed(3)} (${texts.join(', ')})`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** What moved on a page that records it, as a line; nothing where it is too little to see. */
export const findShifts = (page: Page) =>
  page.evaluate(() => {
    const { sum, moved } = (window as unknown as { shifts: { sum: number; moved: string[] } }).shifts
    return sum > 0.02 ? [`moved by ${sum.toFixed(3)} after the first paint: ${moved.join('; ')}`] : []
  })
