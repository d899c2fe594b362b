import type { Page } from '@playwright/test'
import { createAnnouncement } from '#test/announcements.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { blockLiveUpdates, createGate } from './requests.ts'

// These tests show what the server renders for each user before any script has loaded. server/http/rendered-screens.test.ts tests the HTML.

test.use({ ownContext: true })

const scripts = '**/assets/*.js'
// The server renders for users whose browser has reported its time zone.
const timeZone = 'America/New_York'

/** Delays the scripts of a page until the returned gate is opened. */
const delayScripts = async (page: Page) => {
  const gate = createGate()
  await page.route(scripts, async (route) => {
    await gate.opened
    await route.continue()
  })
  return gate
}

test('without scripts a partner sees what is next and what is announced, and with scripts no part of the dashboard is read again', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED/)
  const group = `Early ${crypto.randomUUID()}`
  await createAnnouncement(portal, { title: 'Doors at <b>six</b>', assignedGroup: group })
  const [fullName, firstName] = ['</script><img src=x onerror="alert(1)">', '<img src=x onerror=alert(1)>']
  const { user, profile } = await createPartner(portal, {
    fullName,
    status: 'completed',
    user: { firstName, lastName: '<b>Bold</b>', partnerGroup: group, timeZone },
  })
  await createTask(portal, { partnerId: profile.id, taskName: 'Hang the posters' })
  await page.route(scripts, (route) => route.abort())
  await signInAs(page, user)
  // Markup in a name is shown as text, before and after the scripts have loaded.
  const expectNames = async () => {
    await expect(page.getByText(`Welcome back, ${fullName}!`)).toBeVisible()
    const header = page.getByRole('banner')
    await expect(header.getByText(`${firstName} <b>Bold</b>`).filter({ visible: true })).toBeVisible()
    await expect(header.locator('img, b')).toHaveCount(0)
  }
  // A busy server leaves to the browser what it could not read in time, so try again.
  await expect(async () => {
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'Doors at <b>six</b>' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page).toHaveTitle('Dashboard · Partner Portal')
  await expectNames()
  await expect(page.getByRole('heading', { name: 'Next for you' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Hang the posters' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Resources' }).click()
  await expect(page).toHaveURL(/\/resources$/)

  await page.unroute(scripts)
  // Without live updates, nothing but the scripts themselves could make the page read again.
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
  await expectNames()
})

test('on a phone an announcement can be dismissed before the scripts have loaded', async ({
  page,
  portal,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const group = `Early ${crypto.randomUUID()}`
  const announced = { assignedGroup: group, body: 'All of it. '.repeat(60) }
  const earlier = new Date(Date.now() - 120_000)
  await createAnnouncement(portal, { ...announced, title: 'The first' })
  await createAnnouncement(portal, { ...announced, title: 'The second', publishAt: earlier })
  const { user } = await createPartner(portal, {
    status: 'completed',
    user: { partnerGroup: group, timeZone },
  })
  await signInAs(page, user)
  const gate = await delayScripts(page)
  const dismiss = page.getByRole('button', { name: 'Dismiss The first' })
  await expect(async () => {
    await page.goto('/', { waitUntil: 'commit' })
    await expect(dismiss).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await dismiss.click()
  gate.open()
  await expect(page.getByRole('heading', { name: 'The first' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'The second' })).toBeVisible()
  // Later clicks take effect at once, and only once.
  await page.getByRole('button', { name: 'Open chat' }).click()
  await expect(page.getByRole('dialog', { name: /^Chat/ }).getByRole('textbox')).toBeVisible()
})

test('on a phone and a desktop, the page of a partner that the server rendered becomes a dialog', async ({
  page,
  portal,
  signInAs,
}) => {
  const { profile } = await createPartner(portal, { businessName: 'Quiet Bay Studio', status: 'completed' })
  const admin = await createUser(portal, { role: 'admin', timeZone })
  await signInAs(page, admin)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    const gate = await delayScripts(page)
    const heading = page.getByRole('heading', { name: /^Quiet Bay Studio/ })
    // A busy server leaves to the browser what it could not read in time, so try again.
    await expect(async () => {
      await page.goto(`/admin?tab=partners&partner=${profile.id}`, { waitUntil: 'commit' })
      await expect(heading).toBeVisible({ timeout: 2_000 })
    }).toPass()
    // The heading has another width in the fallback font.
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    const place = await heading.boundingBox()
    await page.getByRole('button', { name: 'More' }).click()
    gate.open()
    // The button that replaced the pressed one handles the press.
    await page.getByRole('menuitem', { name: 'Edit Partner' }).click()
    await expect(page.getByRole('dialog', { name: /Edit/ })).toBeVisible()
    await page.keyboard.press('Escape')
    const record = page.getByRole('dialog', { name: /^Quiet Bay Studio/ })
    expect(await record.getByRole('heading', { name: /^Quiet Bay Studio/ }).boundingBox()).toEqual(place)
    await expect(record.getByText('Only the team sees this.')).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(record).toHaveCount(0)
    await expect(page).toHaveURL(/\/admin\?tab=partners$/)
    await page.unroute(scripts)
  }
})
