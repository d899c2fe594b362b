import type { Page } from '@playwright/test'
import { createAnnouncement } from '#test/announcements.ts'
import { createPartner, createTask } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { blockLiveUpdates, createGate } from './requests.ts'

// These tests show what the server renders for each user before any script has loaded. Its HTML is tested in server/http/rendered-screens.test.ts.

test.use({ ownContext: true })

const scripts = '**/assets/*.js'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('on a phone a button that is pressed before the scripts have loaded is answered after it', async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'partner@demo.test')
  const gate = createGate()
  await page.route(scripts, async (route) => {
    await gate.opened
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  gate.open()
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Escape')
  // Later ones are answered at once, and once.
  await page.getByRole('button', { name: 'Open chat' }).click()
  await expect(page.getByRole('dialog', { name: /^Chat/ }).getByRole('textbox')).toBeVisible()
})

test('without a script a partner sees what is next and what is announced, and with them nothing of the dashboard is read again', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED/)
  const group = `Early ${crypto.randomUUID()}`
  await createAnnouncement(portal, { title: 'Doors at <b>six</b>', assignedGroup: group })
  const { user, profile } = await createPartner(portal, {
    status: 'completed',
    user: { partnerGroup: group },
  })
  await createTask(portal, { partnerId: profile.id, taskName: 'Hang the posters' })
  await page.route(scripts, (route) => route.abort())
  await signInAs(page, user)
  // A machine that is busy leaves to the browser what it has not read in time.
  await expect(async () => {
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'Doors at <b>six</b>' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page).toHaveTitle('Dashboard · Partner Portal')
  await expect(page.getByText(/^Welcome back, /)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Next for you' })).toBeVisible()
  await expect(page.getByText('Hang the posters')).toHaveCount(0)

  await page.unroute(scripts)
  // What has changed in between is read again.
  await blockLiveUpdates(page)
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET') reads.push(new URL(request.url()).pathname)
  })
  await expect(async () => {
    reads.length = 0
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Hang the posters' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Recent activity' })).toBeVisible()
    await expect.poll(() => reads).toContain('/api/events')
    const again = /^\/api\/(partner|announcements|resources|chat\/unread)/
    expect(reads.filter((path) => again.test(path))).toEqual([])
  }).toPass()
})

test('what is announced can be dismissed before the scripts have loaded', async ({
  page,
  portal,
  signInAs,
}) => {
  const group = `Early ${crypto.randomUUID()}`
  const announced = { assignedGroup: group, body: 'All of it. '.repeat(60) }
  const earlier = new Date(Date.now() - 120_000)
  await createAnnouncement(portal, { ...announced, title: 'The first' })
  await createAnnouncement(portal, { ...announced, title: 'The second', publishAt: earlier })
  const { user } = await createPartner(portal, { status: 'completed', user: { partnerGroup: group } })
  await signInAs(page, user)
  const gate = createGate()
  await page.route(scripts, async (route) => {
    await gate.opened
    await route.continue()
  })
  const dismiss = page.getByRole('button', { name: 'Dismiss The first' })
  await expect(async () => {
    await page.goto('/', { waitUntil: 'commit' })
    await expect(dismiss).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await dismiss.click()
  gate.open()
  await expect(page.getByRole('heading', { name: 'The first' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'The second' })).toBeVisible()
})

const recordOf = (id: string) => `/admin?tab=partners&partner=${id}`

for (const width of [1440, 390]) {
  test(`at ${width} px the record that the server has rendered becomes a dialog`, async ({
    page,
    portal,
    signInAs,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const { profile } = await createPartner(portal, { businessName: 'Quiet Bay Studio', status: 'completed' })
    await signInAs(page, 'admin@demo.test')
    const gate = createGate()
    await page.route(scripts, async (route) => {
      await gate.opened
      await route.continue()
    })
    await page.goto(recordOf(profile.id), { waitUntil: 'commit' })
    const heading = page.getByRole('heading', { name: /^Quiet Bay Studio/ })
    await expect(heading).toBeVisible()
    // In another font it has another width.
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    const place = await heading.boundingBox()
    await page.getByRole('button', { name: 'Edit Partner' }).click()
    gate.open()
    // The press is answered by the button that has taken its place.
    await expect(page.getByRole('dialog', { name: /Edit/ })).toBeVisible()
    await page.keyboard.press('Escape')
    const record = page.getByRole('dialog', { name: /^Quiet Bay Studio/ })
    expect(await record.getByRole('heading', { name: /^Quiet Bay Studio/ }).boundingBox()).toEqual(place)
    await expect(record.getByText('Social Media')).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(record).toHaveCount(0)
    await expect(page).toHaveURL(/\/admin\?tab=partners$/)
  })
}

test('a link that is followed before the scripts have loaded leads there', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED/)
  await signInAs(page, 'partner@demo.test')
  await page.route(scripts, (route) => route.abort())
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Resources' }).click()
  await expect(page).toHaveURL(/\/resources$/)
  await page.unroute(scripts)
  await page.reload()
  await expect(heading(page)).toHaveText('Partner Resources')
})
