interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

declare global {
  interface Window {
    /** Returns what has moved without the user since the last call, as one line, or nothing when the move is too small to see. */
    flushShifts: () => string[]
  }
}

/** Records what moves in a page after its first paint, for `flushShifts`. Playwright sends only the text of this function to the page. */
export const recordShifts = () => {
  const shifts: LayoutShift[] = []
  const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as LayoutShift[])))
  observer.observe({ type: 'layout-shift', buffered: true })
  window.flushShifts = () => {
    shifts.push(...(observer.takeRecords() as LayoutShift[]))
    const moved = shifts.splice(0).filter(({ hadRecentInput }) => !hadRecentInput)
    const sum = moved.reduce((total, { value }) => total + value, 0)
    if (sum <= 0.02) return []
    const lines = moved.map(({ value, sources }) => {
      const places = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const name = node?.textContent?.slice(0, 40) ?? 'what is gone'
        return `${name}: ${[from.x, from.y, from.width, from.height]} to ${[to.x, to.y, to.width, to.height]}`
      })
      return `${value.toFixed(3)} (${places.join(', ')})`
    })
    return [`moved by ${sum.toFixed(3)} after the first paint: ${lines.join('; ')}`]
  }
}
