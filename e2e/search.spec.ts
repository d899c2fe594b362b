import type { Page } from '@playwright/test'
import { createPartner, createResource, createTask, createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import { createGate } from './requests.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const options = (page: Page) => palette(page).getByRole('option')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Opens the search by its keys and waits until it takes text. */
const openPalette = async (page: Page, keys = 'ControlOrMeta+k') => {
  await page.keyboard.press(keys)
  await expect(palette(page).getByRole('combobox')).toBeFocused()
}

const screens = ['/', '/resources', '/admin', '/admin?tab=users', '/admin?tab=inbox', '/welcome', '/nowhere']

test('staff find a partner and a file from every screen, by the keyboard alone', async ({
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

test('choosing the task that is open gives it the focus', async ({ page, portal, signInAs }) => {
  const { profile } = await createPartner(portal)
  const task = await createTask(portal, { partnerId: profile.id, taskName: 'Dotterel banner' })
  await signInAs(page, 'support@demo.test')
  await page.goto(`/?task=${task.id}`)
  const dialog = page.getByRole('dialog', { name: task.taskName })
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('dotterel')
  await expect(options(page).filter({ hasText: task.taskName })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
  await expect(dialog.locator(':focus').or(dialog.and(page.locator(':focus')))).toHaveCount(1)
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

test('a partner finds their own tasks and files, and no actions of staff', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user, profile } = await createPartner(portal, { status: 'completed' })
  await createTask(portal, { partnerId: profile.id, taskName: 'Capercaillie banner' })
  await createTask(portal, { taskName: 'Capercaillie of another' })
  await signInAs(page, user)
  await page.goto('/')
  await expect(heading(page)).toBeVisible()
  await openPalette(page, '/')
  for (const action of ['Go to Resources', 'Message the Partner Team', 'Account and security'])
    await expect(options(page).filter({ hasText: action })).toBeVisible()
  await expect(options(page).filter({ hasText: /Admin|Inbox|Add|New task/ })).toHaveCount(0)
  await page.keyboard.type('capercaillie')
  await expect(palette(page).getByRole('group', { name: 'Tasks' }).getByRole('option')).toHaveText([/banner/])
  await expect(options(page).locator('time')).toHaveAttribute('title', /, \d{4}, \d+:\d\d [AP]M$/)
  await expect(palette(page).getByRole('status')).toHaveText('1 result')
})

test('actions lead to places and change the theme, and what was opened comes first the next time', async ({
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
})

test('the search shows when nothing is found, and when it fails', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED|Failed to load resource/)
  await signInAs(page, 'support@demo.test')
  await page.goto('/')
  await expect(heading(page)).toBeVisible()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.type('xyzzyx')
  await expect(palette(page).getByText('Nothing found for “xyzzyx”')).toBeVisible()
  await page.route('**/api/search?*', (route) => route.abort())
  await page.keyboard.type('y')
  await expect(palette(page).getByText('The search failed')).toBeVisible()
  await page.unroute('**/api/search?*')
  await palette(page).getByRole('button', { name: 'Retry' }).click()
  await expect(palette(page).getByText('Nothing found for “xyzzyxy”')).toBeVisible()
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

test('an unfinished form asks before the search leaves it', async ({ page, signInAs }) => {
  await signInAs(page, 'support@demo.test')
  await page.goto('/admin?tab=users&add=new')
  const form = page.getByRole('dialog', { name: 'Add User' })
  await field(form, 'Email').fill('someone@example.test')
  await openPalette(page)
  await page.keyboard.type('inbox')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Leave and discard' }).click()
  await expect(page).toHaveURL('/admin?tab=inbox')
  await expect(palette(page)).toBeHidden()
})

test('shortcuts lead everywhere, stay out of fields and dialogs, and can be turned off', async ({
  page,
  signInAs,
}) => {
  await signInAs(page, 'support@demo.test')
  await page.goto('/welcome')
  await expect(heading(page)).toBeVisible()
  const go = async (keys: string[], address: string | RegExp) => {
    for (const key of keys) await page.keyboard.press(key)
    await expect(page).toHaveURL(address)
  }
  await go(['g', 'r'], '/resources')
  await go(['g', 'a'], '/admin')
  await go(['g', 'i'], '/admin?tab=inbox')
  await go(['g', 'd'], '/')
  await go(['c'], '/?new=task')
  await expect(page.getByRole('dialog', { name: 'Create New Task' })).toBeVisible()
  await page.goto('/resources')
  await page.getByRole('searchbox').first().focus()
  await page.keyboard.type('gd?c/')
  await expect(page.getByRole('searchbox').first()).toHaveValue('gd?c/')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await heading(page).click()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByText('Go to Inbox')).toBeVisible()
  await expectNoAxeViolations(page, list)
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(page).toHaveURL(/resources/)
  await list.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.reload()
  await expect(heading(page)).toBeVisible()
  for (const key of ['g', 'd', '?', '/']) await page.keyboard.press(key)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/resources/)
  // What needs Ctrl or ⌘ is no shortcut of a single key.
  await openPalette(page)
})

for (const width of [1440, 390]) {
  test(`the search passes axe and fits at ${width}`, async ({ page, portal, signInAs }) => {
    await createPartner(portal, { businessName: `Godwit ${'Wolfeschlegelsteinhausen'.repeat(4)}` })
    await createTask(portal, { taskName: 'Godwit poster' })
    await page.setViewportSize({ width, height: 844 })
    await signInAs(page, 'admin@demo.test')
    await page.goto('/')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(options(page).first()).toBeVisible()
    await expectNoAxeViolations(page, palette(page))
    await page.keyboard.type('godwit')
    await expect(palette(page).getByRole('group', { name: 'Tasks' })).toBeVisible()
    await expectNoAxeViolations(page, palette(page))
    const overflow = await palette(page).evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(overflow).toBe(0)
  })
}
