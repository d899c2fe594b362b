import { expect, test } from './fixtures.ts'
import { findShifts, recordShifts } from './layout-shifts.ts'
import { blockRenderedPages, createGate } from './requests.ts'

// Without who is signed in there is no screen; a picture stays in the cache, and the calendar is asked for once the lists show, below them.
const isRead = (path: string) => /^\/api\/(?!pictures|calendar|events|auth\/user|partner\/profile)/.test(path)

for (const who of ['admin@demo.test', 'partner@demo.test']) {
  test(`whichever answer comes last, nothing moves on the home of ${who}`, async ({ page, signInAs }) => {
    test.setTimeout(120_000)
    // All of it is in sight.
    await page.setViewportSize({ width: 1024, height: 3000 })
    await page.addInitScript(recordShifts)
    await signInAs(page, who)
    await blockRenderedPages(page)
    const requested = new Set<string>()
    const answered = new Set<string>()
    page.on('requestfinished', (request) => {
      const { pathname, search } = new URL(request.url())
      if (isRead(pathname)) answered.add(pathname + search)
    })
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (request.method() === 'GET' && isRead(pathname)) requested.add(pathname + search)
    })
    const busy = page.locator('main [aria-busy=true]')
    await page.goto('/')
    await expect(page.locator('h1')).toBeVisible()
    await expect(busy).toHaveCount(0)
    expect([...requested]).toContain('/api/chat/unread')
    const faults: string[] = []
    for (const path of [...requested]) {
      const gate = createGate()
      await page.route(path, async (route) => {
        await gate.opened
        await route.continue()
      })
      answered.clear()
      // Without waiting for its load, which what is held back can be a part of.
      await page.goto('/', { waitUntil: 'commit' })
      await expect(page.locator('h1')).toBeVisible()
      await expect
        .poll(() => [...requested].filter((other) => other !== path && !answered.has(other)))
        .toEqual([])
      gate.open()
      await expect.poll(() => answered.has(path)).toBe(true)
      await expect(busy).toHaveCount(0)
      await page.unroute(path)
      faults.push(...(await findShifts(page)).map((fault) => `${path} last: ${fault}`))
    }
    expect(faults).toEqual([])
  })
}
