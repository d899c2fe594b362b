import type { Locator, Page } from '@playwright/test'
import { createPartner, createTask } from '#test/factories.ts'
import { waitForAnimations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { tabTo } from './input-methods.ts'

const place = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' })
const toasts = (page: Page) => place(page).getByRole('listitem')
const start = (page: Page, title: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .getByRole('button', { name: 'Start' })

test.use({ ownContext: true })

test.beforeEach(async ({ page, portal, signInAs }) => {
  const { user, profile } = await createPartner(portal, { status: 'completed' })
  for (const taskName of ['First', 'Second', 'Third'])
    await createTask(portal, { partnerId: profile.id, taskName })
  await signInAs(page, user)
  await page.clock.install()
  await page.goto('/')
  await expect(start(page, 'Second')).toBeVisible()
})

/** Stops the clock of the page, so that no toast closes by itself. A second, which a busy machine may need to get there, is lost. */
const stopTime = async (page: Page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))

test('only the newest toast is shown', async ({ page, browserErrors }) => {
  browserErrors.allow(/500.*\/api\/tasks\//)
  await start(page, 'First').click()
  await expect(toasts(page)).toHaveText(['Task status updated successfully'])
  await page.route('/api/tasks/*', (route) => route.fulfill({ status: 500, body: '' }))
  await start(page, 'Second').click()
  await expect(toasts(page)).toHaveText(['ErrorFailed to update task status'])
})

test('a toast closes after 5 seconds', async ({ page }) => {
  await start(page, 'First').click()
  await expect(toasts(page)).toHaveCount(1)
  // A toast stays open while the mouse is over it.
  await page.mouse.move(0, 0)
  const shown = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(shown + 4_000)
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(1_100)
  await expect(toasts(page)).toHaveCount(0)
})

test('a toast stays open while the mouse is over it', async ({ page }) => {
  await start(page, 'First').click()
  await toasts(page).hover()
  await page.clock.fastForward(60_000)
  await expect(toasts(page)).toHaveCount(1)
  await page.mouse.move(0, 0)
  await page.clock.fastForward(6_000)
  await expect(toasts(page)).toHaveCount(0)
})

const placeOf = async (page: Page) => {
  await waitForAnimations(page)
  const box = await toasts(page).boundingBox()
  if (!box) throw new Error('there is no toast')
  return box
}

const swipe = async (page: Page, distance: number) => {
  const box = await placeOf(page)
  const [x, y] = [box.x + box.width / 3, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + distance, y, { steps: 8 })
  await page.mouse.up()
}

test('a swipe of 50 px to the right closes a toast, a shorter one or one to the left does not', async ({
  page,
}) => {
  await start(page, 'First').click()
  await expect(toasts(page)).toHaveCount(1)
  await stopTime(page)
  // Its final position, not one of its animation.
  await toasts(page).evaluate((toast) => Promise.all(toast.getAnimations().map(({ finished }) => finished)))
  const { x } = await placeOf(page)
  for (const distance of [45, -120]) {
    await swipe(page, distance)
    await expect.poll(async () => (await placeOf(page)).x).toBe(x)
  }
  await swipe(page, 55)
  await expect(toasts(page)).toHaveCount(0)
})

test('F8 moves the focus to the toasts, where the newest can be dismissed', async ({ page }) => {
  await start(page, 'First').click()
  await expect(toasts(page)).toHaveCount(1)
  await stopTime(page)
  await page.keyboard.press('F8')
  await expect(place(page).getByRole('list')).toBeFocused()
  await tabTo(page.getByRole('button', { name: 'Dismiss', exact: true }))
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toHaveCount(0)
})

test('on a phone a toast covers neither titles nor the bar, the buttons of a dialog or the field of the chat', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const chat = page.getByRole('dialog', { name: 'Chat with the Partner Team' })
  const dialog = page.getByRole('dialog', { name: 'Second' })
  const expectClear = async (...places: Locator[]) => {
    await stopTime(page)
    // It moves once more when what it lies above has come to its place.
    await expect(async () => {
      const toast = await placeOf(page)
      expect(toast.y + toast.height).toBeLessThan(844)
      for (const place of places) {
        const box = await place.boundingBox()
        if (!box) throw new Error('nothing to be covered')
        expect(toast.y >= box.y + box.height || toast.y + toast.height <= box.y, String(place)).toBe(true)
      }
    }).toPass({ timeout: 10_000 })
    await page.clock.resume()
    // By a key: with the time, the toast goes on to where it moves, away from under a mouse.
    await page.getByRole('button', { name: 'Dismiss', exact: true }).press('Enter')
    await expect(toasts(page)).toHaveCount(0)
  }

  await start(page, 'First').click()
  await expectClear(page.getByRole('heading', { level: 1 }), page.locator('[data-bottom-bar]'))

  await page.getByRole('link', { name: 'Second' }).first().click()
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expectClear(dialog.getByRole('heading', { name: 'Second' }), dialog.getByRole('contentinfo'))
  await page.goBack()

  await start(page, 'Third').click()
  await expect(toasts(page)).toHaveCount(1)
  // It moves up for what opens while it shows.
  await page.getByRole('button', { name: 'Open chat' }).click()
  const field = chat.getByRole('textbox', { name: 'Message' })
  await expect(field).toBeVisible()
  await expectClear(chat.getByRole('heading', { name: 'Partner Team' }), field)
})

test('on a phone a toast follows the buttons that it lies above', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Second' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Second' })
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(toasts(page)).toHaveCount(1)
  // A toast stays open while the mouse is over it.
  await toasts(page).hover()
  const foot = dialog.getByRole('contentinfo')
  await foot.evaluate((element) => {
    element.style.marginTop = '60px'
  })
  await expect(async () => {
    const toast = await placeOf(page)
    expect((await foot.boundingBox())?.y).toBeGreaterThanOrEqual(toast.y + toast.height)
  }).toPass({ timeout: 10_000 })
})
