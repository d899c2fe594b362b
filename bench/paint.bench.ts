// The loading of pages in a Chromium whose processor is slowed down four times: the largest paint, layout shifts after the first paint, and
// how long the page is unresponsive, as the median of several visits with an empty cache. Goals: 1,500 ms, 0.02 and 100 ms.
import { type Browser, chromium } from '@playwright/test'
import { startTestPostgres } from '#test/postgres.ts'
import { startServerProcess } from '#test/server-process.ts'
import { noBudgets } from './no-budgets.ts'
import { report } from './report.ts'

const visits = 5
const slowdown = 4
const settleMs = 2_000
const goals = { paintMs: 1_500, shift: 0.02, taskMs: 100 }

interface Visit {
  paintMs: number
  shift: number
  taskMs: number
}

/** Observes the page from its start. Runs in the page. */
const observe = () => {
  const measured = { paintMs: 0, shift: 0, taskMs: 0 }
  Object.assign(window, { measured })
  const watch = (type: string, add: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => {
    measured.paintMs = startTime
  })
  watch('longtask', ({ duration }) => {
    measured.taskMs = Math.max(measured.taskMs, duration)
  })
  watch('layout-shift', (entry) => {
    measured.shift += (entry as PerformanceEntry & { value: number }).value
  })
}

const visit = async (browser: Browser, url: string, who: string, path: string): Promise<Visit> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.request.get(`${url}/api/login?as=${who}`, { maxRedirects: 0 })
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(observe)
    await page.goto(url + path)
    await page.locator('h1').waitFor({ state: 'attached' })
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'))
    // The browser reports a paint some time later.
    await page.waitForTimeout(settleMs)
    return await page.evaluate(() => (window as unknown as { measured: Visit }).measured)
  } finally {
    await context.close()
  }
}

const postgres = await startTestPostgres()
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium' })
try {
  const portal = await startServerProcess({ DATABASE_URL: postgres.url, DEMO: 'on', PORT: '0', ...noBudgets })
  try {
    const read = await fetch(`${portal.url}/api/login?as=admin@demo.test`, { redirect: 'manual' })
    const cookie = read.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const response = await fetch(`${portal.url}/api/admin/partners?limit=1`, { headers: { cookie } })
    const [partner] = (await response.json()) as { id: string }[]
    for (const [what, who, path] of [
      ["a partner's dashboard", 'partner@demo.test', '/'],
      ["staff's dashboard", 'admin@demo.test', '/'],
      ["a partner's record", 'admin@demo.test', `/admin?tab=partners&partner=${partner?.id}`],
      ["a partner's resources", 'partner@demo.test', '/resources'],
    ] as const) {
      // The first visit is not measured, since it warms up the server.
      await visit(browser, portal.url, who, path)
      const measured: Visit[] = []
      for (let round = 0; round < visits; round++) measured.push(await visit(browser, portal.url, who, path))
      const compare = (part: keyof Visit, name: string, unit: string) =>
        report(
          `${what}: ${name}`,
          unit,
          measured.map((each) => each[part]),
          { name: 'the goal', values: [goals[part]] },
          { text: 'within it', reached: (own, goal) => own <= goal },
        )
      compare('paintMs', 'largest paint', 'ms')
      compare('shift', 'what moved', 'of the window')
      compare('taskMs', 'longest task', 'ms')
    }
  } finally {
    await portal.stop()
  }
} finally {
  await browser.close()
  await postgres.stop()
}
