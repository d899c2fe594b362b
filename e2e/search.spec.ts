import type { Page } from '@playwright/test'
import { createPartner, createResource, createUser } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { createGate } from './requests.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const options = (page: Page) => palette(page).getByRole('option')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Opens the search by its keys and waits until it takes text. */
const openPalette = async (page: Page, keys = 'ControlOrMeta+k') => {
  await page.keyboard.press(keys)
  await expect(palette(page).getByRole('combobox')).toBeFocused()
}

// The addresses of what opens differ in the library and elsewhere, too: client/features/search/search.browser.test.tsx.
const screens = ['/', '/admin?tab=inbox']

test('staff find a partner and a file from the dashboard and the admin panel, by the keyboard alone', async ({
  page,
  portal,
  signInAs,
}) => {
  const { profile } = await createPartner(portal, {
    fullName: 'Petra Quill',
    businessName: 'Ptarmigan Lodge',
  })
  const { id } = await createResource(portal, { title: 'Ptarmigan floor plan' })
  await signInAs(page, 'support@demo.test')
  for (const screen of screens) {
    await page.goto(screen)
    await expect(heading(page)).toBeVisible()
    await openPalette(page)
    // Enter is pressed before the results are there, as who types fast does.
    await page.keyboard.type('ptarmigan lo')
    await page.keyboard.press('Enter')
    const record = page.getByRole('dialog', { name: 'Petra Quill' })
    await expect(record, screen).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`(partner|record)=${profile.id}`))
    await expect(palette(page)).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(record).toBeHidden()

    await openPalette(page)
    await page.keyboard.type('ptarmigan floor')
    await expect(options(page).filter({ hasText: 'Ptarmigan floor plan' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page, screen).toHaveURL(new RegExp(`[?&]file=${id}$`))
    await expect(page.getByRole('dialog', { name: 'Ptarmigan floor plan' })).toBeVisible()
  }
})

test('what is typed before the search has loaded is searched for', async ({ page, portal, signInAs }) => {
  await createPartner(portal, { businessName: 'Wagtail Lodge' })
  await signInAs(page, 'support@demo.test')
  const gate = createGate()
  await page.route(/palette.*\.js$/, async (route) => {
    await gate.opened
    await route.continue()
  })
  await page.goto('/')
  await expect(heading(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('wagtailx')
  await page.keyboard.press('Backspace')
  gate.open()
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.type(' lodge')
  await expect(palette(page).getByRole('combobox')).toHaveValue('wagtail lodge')
  await expect(options(page).filter({ hasText: 'Wagtail Lodge' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await openPalette(page)
  await expect(palette(page).getByRole('combobox')).toHaveValue('')
})

test('actions and shortcuts lead to places, and what was opened comes first the next time', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user } = await createPartner(portal, { businessName: 'Lapwing House' })
  await signInAs(page, await createUser(portal, { role: 'support' }))
  await page.goto('/')
  await expect(heading(page)).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(palette(page)).toBeHidden()

  await openPalette(page)
  await page.keyboard.type('add us')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add User' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/admin?tab=users')

  await openPalette(page)
  await page.keyboard.type(user.email)
  await options(page).filter({ hasText: user.email }).last().click()
  await expect(page).toHaveURL(/tab=users&search=/)
  await expect(page.getByRole('table', { name: 'Users' })).toContainText(user.email)

  await openPalette(page)
  await expect(palette(page).getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([
    new RegExp(user.email),
  ])

  // Shortcuts lead everywhere, and create a task on any screen.
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  const go = async (keys: string[], address: string) => {
    for (const key of keys) await page.keyboard.press(key)
    await expect(page).toHaveURL(address)
  }
  const form = page.getByRole('dialog', { name: 'Create New Task' })
  await go(['g', 'r'], '/resources')
  await go(['c'], '/resources?new=task')
  await expect(form).toBeVisible()
  await go(['Escape'], '/resources')
  await expect(form).toHaveCount(0)
  await go(['g', 'a'], '/admin')
  await go(['c'], '/admin?new=task')
  await expect(form).toBeVisible()
  await go(['Escape'], '/admin')
  await expect(form).toHaveCount(0)
  await go(['g', 'i'], '/admin?tab=inbox')
  await go(['g', 'd'], '/')
  await go(['c'], '/?new=task')
  await expect(form).toBeVisible()
})

test('over a partner’s record the search closes alone, and opens another in its place', async ({
  page,
  portal,
  signInAs,
}) => {
  const first = await createPartner(portal, { fullName: 'Sandra Piper', businessName: 'Sandpiper Barn' })
  await createPartner(portal, { fullName: 'Dunja Linden', businessName: 'Dunlin Barn' })
  await signInAs(page, 'support@demo.test')
  await page.goto(`/admin?tab=partners&partner=${first.profile.id}`)
  const record = (name: string) => page.getByRole('dialog', { name })
  await expect(record('Sandra Piper')).toBeVisible()
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(record('Sandra Piper')).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('dunlin')
  await options(page).filter({ hasText: 'Dunlin Barn' }).first().click()
  await expect(record('Dunja Linden')).toBeVisible()
  await expect(record('Sandra Piper')).toBeHidden()
})
