import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { activationPhotos } from '#server/db/schema/recaps.ts'
import { createActivation, createPartner } from '#test/factories.ts'
import { pictureOf } from '#test/pictures.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Portal } from './portal.ts'

// Photos and pages that stay in the browser would reach the next test.
test.use({ ownContext: true })

const hour = 3_600_000

/** Creates an event that has begun, and its partner. */
const createEvent = async (portal: Portal) => {
  const { user, profile } = await createPartner(portal, { status: 'completed' })
  const event = await createActivation(portal, {
    partnerId: profile.id,
    activationDate: new Date(Date.now() - hour),
    endsAt: new Date(Date.now() + hour),
    place: '12 Harbor Road',
    arrival: 'Park behind the hall.',
    contacts: [{ name: 'Maya Lindqvist', role: 'Event lead', phone: '+1 251 555 0142' }],
  })
  const photos = () => portal.db.$count(activationPhotos, eq(activationPhotos.activationId, event.id))
  return { user, event, photos, address: `/day/${event.id}` }
}

const takePhotos = async (page: Page, ...names: string[]) => {
  const buffer = await pictureOf(60, 40, 'jpeg')
  const files = names.map((name) => ({ name, mimeType: 'image/jpeg', buffer }))
  await page.locator('input[type=file][multiple]').setInputFiles(files)
}

const waiting = (page: Page) =>
  page.getByRole('list', { name: 'Photos on this device' }).getByRole('listitem')

/** Returns everything that the browser keeps for the day's page. */
const keptIn = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name).sort(),
    caches: (await caches.keys()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
    cookie: document.cookie.includes('kept-days'),
  }))
const nothing = { databases: [], caches: 0, workers: [], cookie: false }

test('the day opens without a network, photos wait and arrive once, and logging out leaves nothing', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const { user, event, photos, address } = await createEvent(portal)
  await signInAs(page, user)
  await page.goto(address)
  await expect(page.getByText('This page also opens without a network')).toBeVisible()
  const second = await page.context().newPage()
  await second.goto(address)

  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  await expect(page.getByText("You're offline")).toBeVisible()
  await expect(page.getByText('Park behind the hall.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call Maya Lindqvist: +1 251 555 0142' })).toHaveAttribute(
    'href',
    'tel:+12515550142',
  )
  await takePhotos(page, 'one.jpg', 'two.jpg')
  await takePhotos(page, 'three.jpg')
  await expect(waiting(page)).toHaveText([/one.jpg/, /two.jpg/, /three.jpg/])
  await page.reload()
  await expect(waiting(page)).toHaveText([
    /Waiting for a network/,
    /Waiting for a network/,
    /Waiting for a network/,
  ])
  // Another tab shows the same photos, and only one of them sends each.
  await expect(waiting(second)).toHaveCount(3)

  await page.context().setOffline(false)
  await expect(waiting(page)).toHaveCount(0)
  await expect(waiting(second)).toHaveCount(0)
  await expect(page.getByText("You're offline")).toHaveCount(0)
  expect(await photos()).toBe(3)
  expect(await keptIn(page)).toEqual({
    databases: ['event-days', 'event-photos'],
    caches: 1,
    workers: ['/day/'],
    cookie: true,
  })

  await page.goto('/')
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Partner Login' })).toBeVisible()
  await expect.poll(() => keptIn(page)).toEqual(nothing)
  await expect(second.getByText('Log in to see the day')).toBeVisible()
  expect(await photos()).toBe(3)
})

test('logging out asks about photos that wait, and sends them or discards them', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED/)
  const { user, photos, address } = await createEvent(portal)
  await page.route('**/photos/upload', (route) => route.abort('failed'))
  for (const [answer, sent] of [
    ['Discard and log out', 0],
    ['Send and log out', 1],
  ] as const) {
    await signInAs(page, user)
    await page.goto(address)
    await takePhotos(page, 'one.jpg')
    await expect(waiting(page)).toHaveText(/Waiting/)
    await expectNoAxeViolations(page, page.getByRole('main'))
    await page.goto('/')
    await page.getByRole('link', { name: 'Logout' }).click()
    const dialog = page.getByRole('dialog', { name: '1 photo not sent yet' })
    await expectNoAxeViolations(page, dialog)
    await dialog.getByRole('button', { name: 'Stay logged in' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('link', { name: 'Logout' }).click()
    if (sent > 0) await page.unroute('**/photos/upload')
    await dialog.getByRole('button', { name: answer }).click()
    await expect(page.getByRole('link', { name: 'Partner Login' })).toBeVisible()
    expect(await photos()).toBe(sent)
    await expect.poll(() => keptIn(page)).toEqual(nothing)
  }
})

test('nothing is kept while staff view the portal as a partner, and the day of a lost session is removed', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401/)
  const { user, event, address } = await createEvent(portal)
  await signInAs(page, 'admin@demo.test')
  const viewed = await page.request.post(`/api/admin/partners/${event.partnerId}/view`, {
    data: {},
    headers: { origin: portal.url },
  })
  expect(viewed.status()).toBe(204)
  await page.goto(address)
  await expect(page.getByText('Park behind the hall.')).toBeVisible()
  await expect(page.getByText('Take a photo')).toHaveCount(0)
  expect(await keptIn(page)).toEqual(nothing)

  await signInAs(page, user)
  await page.goto(address)
  await expect(page.getByText('This page also opens without a network')).toBeVisible()
  await page.context().clearCookies({ name: /sid|session/ })
  await page.goto(address)
  await expect(page.getByText('Log in to see the day')).toBeVisible()
  await expect(page.getByText('Park behind the hall.')).toHaveCount(0)
  await expect.poll(async () => (await keptIn(page)).databases).not.toContain('event-days')
})
