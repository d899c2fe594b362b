import type { Locator, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { createActivation, createPartner, createResource, createTask } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { uniqueName } from './resource-steps.ts'

const sections = [
  'Overview',
  'Agreements',
  'Tasks',
  'Activations',
  'Conversation',
  'Files',
  'Emails',
  'Activity',
] as const

const recordOf = (page: Page, partner: { profile: { businessName: string; fullName: string } }) =>
  page.getByRole('dialog', { name: `${partner.profile.businessName} ${partner.profile.fullName}` })

const tabOf = (record: Locator, name: string) =>
  record
    .getByRole('navigation', { name: 'Partner sections' })
    .getByRole('link', { name: new RegExp(`^${name}`) })

const show = async (record: Locator, name: string) => {
  await tabOf(record, name).click()
  const shown = record.getByRole('region', { name, exact: true }).first()
  await expect(shown).toBeVisible()
  return shown
}

/** A partner with something in each section. */
const createFullPartner = async (portal: Portal) => {
  const partner = await createPartner(portal, {
    fullName: uniqueName('Vera'),
    businessName: uniqueName('Lounge'),
    user: { partnerGroup: 'Coast', lastSeenAt: new Date(Date.now() - 7_200_000) },
  })
  const partnerId = partner.profile.id
  await createTask(portal, { partnerId, taskName: 'Send the logo', dueDate: new Date('2026-01-01') })
  await createActivation(portal, { partnerId, name: 'Opening night' })
  await createResource(portal, { title: 'Poster of the lounge', assignedPartnerIds: [partnerId] })
  const message = 'When does the stage arrive?'
  await sendMessage(portal.deps, { ...partner.user, sid: '' } as never, partner.user.id, { message })
  return partner
}

test('all about a partner is in one dialog with a section for each subject, which fills a phone', async ({
  page,
  portal,
  signInAs,
}) => {
  const partner = await createFullPartner(portal)
  await signInAs(page, 'support@demo.test')
  await page.goto(`/admin?tab=partners&search=${encodeURIComponent(partner.profile.fullName)}`)
  // The row opens where nothing else is to press.
  await page.getByRole('row').filter({ hasText: partner.profile.fullName }).getByText('Under Review').click()
  const record = recordOf(page, partner)
  await expect(record.getByText('Last seen 2 h ago')).toBeVisible()
  await expect(record.getByText('Group: Coast')).toBeVisible()
  for (const [name, count] of [
    ['Agreements', '2 to sign'],
    ['Tasks', '1 open'],
    ['Activations', '1 to come'],
    ['Conversation', '1 unread'],
  ] as const) {
    await expect(tabOf(record, name)).toHaveAccessibleName(`${name} ${count}`)
  }
  const texts: Record<(typeof sections)[number], string | RegExp> = {
    Overview: 'Marketing Contact Information',
    Agreements: 'NDA Agreement',
    Tasks: 'Send the logo',
    Activations: 'Opening night',
    Conversation: 'When does the stage arrive?',
    Files: 'Poster of the lounge',
    Emails: 'No emails yet',
    Activity: 'No activity yet',
  }
  for (const name of sections) {
    await expect((await show(record, name)).getByText(texts[name]).first()).toBeVisible()
  }
  await expect(page).toHaveURL(/section=activity/)
  expect((await record.boundingBox())?.width).toBeGreaterThanOrEqual(960)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => record.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  const overflow = await record.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(overflow).toBe(0)
  const tabs = await record.getByRole('navigation', { name: 'Partner sections' }).boundingBox()
  const head = await record.getByText('Last seen 2 h ago').locator('xpath=../..').boundingBox()
  if (!tabs || !head) throw new Error('the head shows')
  expect(tabs.y - head.y).toBeLessThan(240)

  await page.reload()
  await expect(record.getByText('No activity yet')).toBeVisible()
  await page.goBack()
  await expect(record).toHaveCount(0)
  await expect(page).not.toHaveURL(/section|partner=/)
})

test('the record shows what its partner does meanwhile, what staff do is done in it, and Escape closes one dialog at a time', async ({
  page,
  portal,
  signInAs,
}) => {
  const partner = await createFullPartner(portal)
  const { id } = partner.profile
  await signInAs(page, 'support@demo.test')
  await page.goto(`/admin?tab=partners&partner=${id}`)
  const record = recordOf(page, partner)
  const tasks = await show(record, 'Tasks')
  const set = (status: 'in_progress' | 'completed') =>
    portal.db.update(partnerTasks).set({ status }).where(eq(partnerTasks.partnerId, id))
  await set('in_progress')
  await expect(tasks.getByText('In Progress', { exact: true })).toBeVisible()
  // Also in a task opened from it.
  await tasks.getByRole('link', { name: 'Send the logo' }).click()
  const task = page.getByRole('dialog', { name: 'Send the logo' })
  await expect(task.getByText('In Progress', { exact: true })).toBeVisible()
  await set('completed')
  await expect(task.getByText('Completed', { exact: true })).toBeVisible()
  // The partner's name leads back to the record below.
  await task.getByRole('link', { name: partner.profile.fullName }).click()
  await expect(task).toHaveCount(0)
  await expect(tasks.getByText('Completed', { exact: true })).toBeVisible()

  await record.getByRole('link', { name: 'New task' }).click()
  const adding = page.getByRole('dialog', { name: 'Create New Task' })
  await field(adding, 'Task name').fill('Hang the poster')
  // The arrow keys are those of the field.
  await page.keyboard.press('ArrowLeft')
  await field(adding, 'Due date').fill('2027-03-01')
  await field(adding, 'Task type').selectOption({ index: 1 })
  await adding.getByRole('button', { name: 'Create Task' }).click()
  await expect(adding).toHaveCount(0)
  await expect(tabOf(record, 'Tasks')).toHaveAccessibleName('Tasks 1 open')
  await tasks.getByRole('button', { name: 'Actions for Hang the poster' }).click()
  await page.getByRole('menuitem', { name: 'Mark Complete' }).click()
  await expect
    .poll(
      async () => (await portal.db.select().from(partnerTasks).where(eq(partnerTasks.partnerId, id))).length,
    )
    .toBe(2)
  await expect(tabOf(record, 'Tasks')).toHaveAccessibleName('Tasks')

  await record.getByRole('button', { name: 'Edit Partner' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Partner' })
  await expect(field(editing, 'Business Name')).toHaveValue(partner.profile.businessName)
  await page.keyboard.press('Escape')
  await expect(editing).toHaveCount(0)
  await expect(record).toBeVisible()
  await record.getByRole('button', { name: 'Add document' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Document' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Add Document' })).toHaveCount(0)
  await expect(record).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\?tab=partners$/)
})

test('a reminder is listed at once and refused within the hour, and a message is one click away, also to a partner who has never written', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409 .*\/remind$/)
  const partner = await createPartner(portal, { fullName: uniqueName('Quiet') })
  await signInAs(page, 'support@demo.test')
  await page.goto(`/admin?tab=partners&partner=${partner.profile.id}&section=emails`)
  const record = recordOf(page, partner)
  await expect(record.getByText('No emails yet')).toBeVisible()
  await record.getByRole('button', { name: 'Remind' }).click()
  await expect(record.getByText(/Last reminder 1 min ago/)).toBeVisible()
  await expect(record.getByRole('list', { name: 'emails' })).toContainText('A reminder from the Partner Team')
  await record.getByRole('button', { name: 'Remind' }).click()
  await expect(page.getByText('A reminder was sent less than an hour ago.').first()).toBeVisible()
  await expect((await show(record, 'Activity')).getByText('Reminder emailed')).toHaveCount(1)

  await expect((await show(record, 'Conversation')).getByText('No messages yet')).toBeVisible()
  await record.getByRole('link', { name: 'Message', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/admin\\?tab=inbox&conversation=${partner.user.id}`))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const opened = page.getByRole('region', { name: /^Conversation with/ })
  await expect(opened.getByRole('textbox').first()).toBeEnabled()
  await page.goBack()
  await expect(record).toBeVisible()
})

test('the names on the dashboard and in user management open the record where one is', async ({
  page,
  portal,
  signInAs,
}) => {
  const partner = await createFullPartner(portal)
  const { fullName } = partner.profile
  await signInAs(page, 'admin@demo.test')
  await page.goto('/')
  await page
    .getByRole('region', { name: 'Partner Tasks' })
    .getByRole('link', { name: new RegExp(fullName) })
    .first()
    .click()
  const record = recordOf(page, partner)
  await expect(record).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/\\?record=${partner.profile.id}`))
  // The row deleted is the one in the record, not its like on the dashboard behind.
  const tasks = await show(record, 'Tasks')
  await tasks.getByRole('button', { name: /^Actions for Send the logo/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  // It keeps its place for a while.
  await expect(tasks.getByText('Deleted', { exact: true })).toBeVisible()
  await expect(tabOf(record, 'Tasks')).toHaveAccessibleName('Tasks')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/$/)

  await page.goto(`/admin?tab=users&search=${partner.user.email}`)
  await page.getByRole('table', { name: 'Users' }).getByRole('link').first().click()
  await expect(record).toBeVisible()
  await expect(page).toHaveURL(/tab=users&search=.*&partner=/)
})

test('a record that cannot be loaded leaves the screen below it, opens once it can be, and after an update of the portal loads the page anew', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(
    /opened-partner|dynamically imported module|ERR_FAILED|status of 404|could not be loaded/,
  )
  const partner = await createFullPartner(portal)
  const { id, fullName, businessName } = partner.profile
  const search = `&search=${businessName.replaceAll(' ', '+')}`
  await signInAs(page, 'support@demo.test')
  /** What becomes of its file, from the start: it is loaded as soon as the browser is idle. */
  let file: 'fails' | 'is gone' | 'is there' = 'fails'
  await page.route('**/assets/opened-partner*', (route) => {
    if (file === 'is there') return route.fallback()
    return file === 'fails' ? route.abort() : route.fulfill({ status: 404 })
  })
  await page.goto(`/admin?tab=partners&partner=${id}${search}`)
  const instead = page.getByRole('dialog', { name: 'This could not be loaded' })
  await expect(instead).toBeVisible()
  await expect(page.getByText('Admin Panel').first()).toBeVisible()
  await instead.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(`/admin?tab=partners${search}`)

  const link = page.getByRole('link', { name: `View ${fullName}` })
  await link.click()
  await expect(instead).toBeVisible()
  await expect(link).toBeVisible()
  file = 'is there'
  await instead.getByRole('button', { name: 'Retry' }).click()
  await expect(recordOf(page, partner)).toBeVisible()

  // Gone until the page loads anew. That the file is asked for when the browser is idle reloads nothing.
  file = 'is gone'
  await page.goto(`/admin?tab=partners${search}`)
  await expect(link).toBeVisible()
  const loaded = page.waitForEvent('load')
  page.on('request', (request) => {
    if (request.isNavigationRequest()) file = 'is there'
  })
  await link.click()
  await loaded
  await expect(recordOf(page, partner)).toBeVisible()
})
