import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { turnShortcuts } from '#client/lib/single-keys.ts'
import { listAdminAnnouncements } from '#contract/announcements.ts'
import { getConversation } from '#contract/chat/inbox.ts'
import { getFile } from '#contract/files/files.ts'
import { listQuarantinedFiles } from '#contract/files/quarantined-files.ts'
import { changePartners } from '#contract/partners/bulk.ts'
import { checkReminders } from '#contract/partners/reminders.ts'
import { listResourceFolders } from '#contract/resources/folders.ts'
import {
  getResource,
  listNotDownloaded,
  listResourceDownloads,
  listResources,
  listResourceVersions,
} from '#contract/resources/resources.ts'
import { search } from '#contract/search.ts'
import { getTask } from '#contract/task-work.ts'
import { listPartnerGroups, listUsers } from '#contract/users/users.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { startChatServer } from '#test/browser/chat-server.ts'
import { answerInbox } from '#test/browser/inbox.ts'
import { secondPartner } from '#test/browser/partner-rows.ts'
import { admin, partner, profile, support } from '#test/browser/people.ts'
import { answer, noNetwork, refusal } from '#test/browser/portal-responses.ts'
import { resource } from '#test/browser/resource-rows.ts'
import { answerEmptyHome, reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome, answerTaskForm } from '#test/browser/staff-home.ts'
import { taskDetails, taskRow } from '#test/browser/task-rows.ts'
import { userRow } from '#test/browser/user-rows.ts'
import { nothingFound } from '#test/search-results.ts'

const palette = page.getByRole('dialog', { name: 'Search' })
const combobox = palette.getByRole('combobox')
const options = palette.getByRole('option')
const heading = page.getByRole('heading', { level: 1 })
const address = () => location.pathname + location.search

/** Opens the search with its keys, and waits until its field has the focus. */
const openPalette = async (keys = '{Control>}k{/Control}') => {
  await userEvent.keyboard(keys)
  await expect.element(combobox).toHaveFocus()
}

const { id, taskName, dueDate, status } = taskRow({ taskName: 'Dotterel banner' })
const foundTask = { id, partnerId: profile.id, taskName, dueDate, status, businessName: profile.businessName }

test('the search shows that nothing was found, and that it failed', async () => {
  answer(search, nothingFound)
  await showPortal('/welcome', support)
  await expect.element(heading).toBeVisible()
  await page.getByRole('button', { name: /^Search/ }).click()
  await expect.element(combobox).toHaveFocus()
  await userEvent.keyboard('xyzzyx')
  await expect.element(palette.getByText('Nothing found for “xyzzyx”')).toBeVisible()
  answer(search, noNetwork)
  await userEvent.keyboard('y')
  await expect.element(palette.getByText('Search failed')).toBeVisible()
  answer(search, nothingFound)
  await palette.getByRole('button', { name: 'Retry' }).click()
  await expect.element(palette.getByText('Nothing found for “xyzzyxy”')).toBeVisible()
})

test('the search works where the browser refuses storage', async () => {
  answerEmptyHome()
  answer(search, { ...nothingFound, tasks: [foundTask] })
  answer(getTask, taskDetails({ id, taskName }))
  await showPortal('/welcome', partner)
  await expect.element(heading).toBeVisible()
  const storage = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  try {
    await openPalette()
    await userEvent.keyboard('dotterel')
    await options.filter({ hasText: taskName }).click()
    await expect.element(page.getByRole('dialog', { name: taskName })).toBeVisible()
  } finally {
    storage.mockRestore()
  }
})

test('after the search went to another tab, the content has the focus, not the first link of the menu', async () => {
  answerStaffHome()
  startChatServer(support)
  answerInbox()
  answer(search, nothingFound)
  answer(listAdminAnnouncements, { page: [], total: 0 })
  await showPortal('/admin?tab=inbox', support)
  await expect.element(heading).toBeVisible()
  await openPalette()
  await userEvent.keyboard('announcements')
  await expect.element(options.first()).toMatchTextContent('Go to Announcements')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/admin?tab=announcements')
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test.for(['/', '/admin?tab=inbox', '/resources', '/nowhere'])(
  'on %s the search opens a record and a file where it is',
  async (screen) => {
    const file = resource({ title: 'Ptarmigan floor plan' })
    const { id: fileId, title, category, fileType } = file
    answerStaffHome()
    startChatServer(support)
    answerInbox()
    answer(listResources, { page: [], total: 0 })
    answer(listResourceFolders, [])
    answer(getConversation, refusal('not_found'))
    answer(listQuarantinedFiles, [])
    answer(getFile, () => new Response('Be early.'))
    answer(listResourceDownloads, { page: [], total: 0 })
    answer(listNotDownloaded, { page: [], total: 0 })
    answer(getResource, file)
    answer(listResourceVersions, [])
    answer(search, ({ query }) =>
      query.get('q')?.includes('floor')
        ? { ...nothingFound, resources: [{ id: fileId, title, category, fileType }] }
        : {
            ...nothingFound,
            partners: [{ id: profile.id, fullName: profile.fullName, businessName: 'Harborview Hall' }],
          },
    )
    await showPortal(screen, support)
    await expect.element(heading).toBeVisible()
    await openPalette()
    await userEvent.keyboard('harborview')
    await userEvent.keyboard('{Enter}')
    const record = page.getByRole('dialog', { name: /Harborview Hall/ })
    await expect.element(record).toBeVisible()
    await expect.poll(address).toMatch(new RegExp(`(partner|record)=${profile.id}`))
    await expect.element(palette).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(record).not.toBeInTheDocument()
    await openPalette()
    await userEvent.keyboard('ptarmigan floor')
    await expect.element(options.getByText('Ptarmigan floor plan')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toMatch(new RegExp(`[?&]file=${fileId}$`))
    await expect.element(page.getByRole('dialog', { name: 'Ptarmigan floor plan' })).toBeVisible()
  },
)

test('actions and shortcuts lead to places, and what was opened comes first the next time', async () => {
  const user = userRow({ firstName: 'Ann', lastName: 'Lapwing' })
  answerStaffHome()
  answerTaskForm()
  startChatServer(support)
  answerInbox()
  answerTaskForm()
  answer(listPartnerGroups, [])
  answer(listUsers, { users: [user], total: 1 })
  answer(listResources, { page: [], total: 0 })
  answer(listResourceFolders, [])
  const { id, email, firstName, lastName, role } = user
  answer(search, { ...nothingFound, users: [{ id, email, firstName, lastName, role }] })
  await showPortal('/welcome', support)
  await expect.element(heading).toBeVisible()
  await openPalette()
  await userEvent.keyboard('add us{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Add User' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(address).toBe('/admin?tab=users')
  await openPalette()
  await userEvent.keyboard('lapwing')
  await options.filter({ hasText: user.email }).last().click()
  await expect.poll(address).toMatch(/tab=users&search=/)
  await openPalette()
  const recent = palette.getByRole('group', { name: 'Recent' }).getByRole('option')
  await expect.element(recent).toMatchTextContent(user.email)
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
  // Shortcuts lead everywhere, and create a task on any screen.
  const form = page.getByRole('dialog', { name: 'Create New Task' })
  for (const [keys, place] of [
    ['gi', '/admin?tab=inbox'],
    ['gr', '/resources'],
    ['gd', '/'],
  ] as const) {
    await userEvent.keyboard(keys)
    await expect.poll(address).toBe(place)
  }
  await userEvent.keyboard('c')
  await expect.element(form).toBeVisible()
  expect(address()).toBe('/?new=task')
  await userEvent.keyboard('{Escape}')
  await expect.element(form).not.toBeInTheDocument()
})

test('over a partner’s record, Escape closes only the search, and a result opens in place of the record', async () => {
  const { id, fullName, businessName } = secondPartner
  answerStaffHome()
  answer(search, { ...nothingFound, partners: [{ id, fullName, businessName }] })
  await showPortal(`/?record=${profile.id}`, support)
  answer(getConversation, refusal('not_found'))
  const first = page.getByRole('dialog', { name: new RegExp(profile.businessName) })
  await expect.element(first).toBeVisible()
  await openPalette()
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
  await expect.element(first).toBeVisible()
  await openPalette()
  await userEvent.keyboard('adler')
  await options.filter({ hasText: businessName }).first().click()
  await expect.element(page.getByRole('dialog', { name: new RegExp(businessName) })).toBeVisible()
  await expect.element(first).not.toBeInTheDocument()
})

test('choosing a task that is already open moves the focus to it', async () => {
  answer(search, { ...nothingFound, tasks: [foundTask] })
  answerEmptyHome()
  answer(getTask, taskDetails({ id, taskName }))
  await showPortal(`/welcome?task=${id}`, partner)
  const dialog = page.getByRole('dialog', { name: taskName })
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toBeVisible()
  await openPalette()
  await userEvent.keyboard('dotterel')
  await expect.element(options.filter({ hasText: taskName })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(palette).not.toBeInTheDocument()
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
})

test('a partner is offered their own tasks and places, and no actions of staff', async () => {
  answerEmptyHome()
  answer(search, { ...nothingFound, tasks: [foundTask] })
  await showPortal('/welcome', partner)
  await expect.element(heading).toBeVisible()
  await openPalette('/')
  for (const action of ['Go to Resources', 'Message the Partner Team', 'Account and security'])
    await expect.element(options.filter({ hasText: action })).toBeVisible()
  expect(options.filter({ hasText: /Admin|Inbox|Add|New task/ }).elements()).toEqual([])
  await userEvent.keyboard('dotterel')
  const found = palette.getByRole('group', { name: 'Tasks' }).getByRole('option')
  await expect.element(found).toMatchTextContent('banner')
  expect(found.element().querySelector('time')?.title).toMatch(/, \d{4}, \d+:\d\d [AP]M$/)
  await expect.element(palette.getByRole('status')).toHaveTextContent('1 result')
})

test('an unfinished form asks before the search leaves it', async () => {
  startChatServer(support)
  answerInbox()
  answer(search, nothingFound)
  answer(listPartnerGroups, [])
  answer(listUsers, { users: [], total: 0 })
  await showPortal('/admin?tab=users&add=new', support)
  await page
    .getByRole('dialog', { name: 'Add User' })
    .getByLabelText(/^Email/)
    .fill('someone@example.test')
  await openPalette()
  await userEvent.keyboard('inbox{Enter}')
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Leave and discard' }).click()
  await expect.poll(address).toBe('/admin?tab=inbox')
  await expect.element(palette).not.toBeInTheDocument()
})

test('shortcuts do nothing in fields and dialogs, and can be turned off', async () => {
  answer(listResources, { page: [], total: 0 })
  answer(listResourceFolders, [])
  await showPortal('/resources', support)
  const field = page.getByRole('searchbox').first()
  await field.click()
  await userEvent.keyboard('gd?c/')
  await expect.element(field).toHaveValue('gd?c/')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()

  await heading.click()
  await userEvent.keyboard('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect.element(list.getByText('Go to Inbox')).toBeVisible()
  await expectNoAxeViolations(list)
  await userEvent.keyboard('ga')
  expect(location.pathname).toBe('/resources')
  await list.getByRole('checkbox').click()
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  await reloadPortal()
  await expect.element(heading).toBeVisible()
  await userEvent.keyboard('gd?/')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(location.pathname).toBe('/resources')
  // A key that is pressed together with Ctrl or ⌘ is not a single-key shortcut, so this one still works.
  await openPalette()
  turnShortcuts(true)
})

test('the search passes axe, and fits a phone', async () => {
  const businessName = `Godwit ${'Wolfeschlegelsteinhausen'.repeat(4)}`
  answer(search, {
    ...nothingFound,
    partners: [{ id: profile.id, fullName: profile.fullName, businessName }],
    tasks: [{ ...foundTask, businessName }],
  })
  await page.viewport(390, 844)
  await showPortal('/welcome', admin)
  await page.getByRole('button', { name: /^Search/ }).click()
  await expect.element(options.first()).toBeVisible()
  await userEvent.keyboard('godwit')
  await expect.element(palette.getByRole('group', { name: 'Tasks' })).toBeVisible()
  // The results for the first letters are dimmed until those for the whole word arrive.
  await expect
    .element(palette.getByRole('listbox', { name: 'Results' }))
    .toHaveAttribute('aria-busy', 'false')
  await expectNoAxeViolations(palette)
  const { scrollWidth, clientWidth } = palette.element()
  expect(scrollWidth - clientWidth).toBe(0)
})

test('an action asks for its partner, and opens its dialog for the partner that is chosen', async () => {
  answerStaffHome()
  const { fullName, businessName } = secondPartner
  answer(search, { ...nothingFound, partners: [{ id: secondPartner.id, fullName, businessName }] })
  answer(checkReminders, ({ body }) => {
    expect(body).toEqual({ about: { kind: 'open' }, ids: [secondPartner.id] })
    return { total: 1, reached: 1, leftOut: {}, email: null }
  })
  await showPortal('/welcome', support)
  await expect.element(heading).toBeVisible()
  await openPalette()
  await userEvent.keyboard('remind')
  await options.filter({ hasText: 'Remind…' }).click()
  await expect.element(combobox).toHaveAttribute('placeholder', 'Remind… Which partner?')
  await expect.element(combobox).toHaveValue('')
  await userEvent.keyboard('adler')
  await expect.element(combobox).toHaveValue('adler')
  await expect.poll(() => options.elements()).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('dialog', { name: 'Remind' }).getByText('Reaches 1 partner'))
    .toBeVisible()
  await expect.element(palette).not.toBeInTheDocument()

  answer(changePartners, ({ body }) => {
    expect(body).toEqual({ change: { kind: 'message', message: 'Hello' }, ids: [secondPartner.id] })
    const none = { finishedAt: null, takenBackAt: null, failedAt: null }
    const begun = { id, kind: 'message', total: 1, done: 0, changed: 0, leftOut: {} } as const
    return { ...begun, startsAt: dueDate, ...none }
  })
  await userEvent.keyboard('{Escape}')
  await openPalette()
  await userEvent.keyboard('message')
  await options.filter({ hasText: 'Message…' }).click()
  await userEvent.keyboard('adler')
  await expect.poll(() => options.elements()).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  const message = page.getByRole('dialog', { name: 'Message 1 partner' })
  await message.getByLabelText('Message').fill('Hello')
  await message.getByRole('button', { name: 'Message 1 partner' }).click()
  await expect.element(message).not.toBeInTheDocument()
})
