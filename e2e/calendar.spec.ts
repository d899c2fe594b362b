import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { taskSeries } from '#server/db/schema/task-series.ts'
import { createActivation, createPartner, createTask, createUser } from '#test/factories.ts'
import { createTaskDefinition } from '#test/shared-rows.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { expectToast, uniqueName } from './resource-steps.ts'

// The browsers are in New York, whose clocks change on March 14, 2027.
const calendar = (page: Page) => page.getByRole('region', { name: 'Calendar', exact: true })
const list = (page: Page, name: string) => calendar(page).getByRole('region', { name, exact: true })
const day = (page: Page, name: string | RegExp) =>
  calendar(page).getByRole('grid').getByRole('link', { name })

const newPartner = async (portal: Portal) => {
  const { user, profile } = await createPartner(portal, {
    status: 'completed',
    businessName: uniqueName('Bay Hall'),
  })
  return { user, profile, partnerId: profile.id }
}

test('a partner finds what is due and what is on, and opens it from its day', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user, partnerId } = await newPartner(portal)
  const taskName = `Hang <b>the</b> ${uniqueName('very long poster of the whole summer')}`
  const task = await createTask(portal, { partnerId, taskName, dueDate: new Date('2027-03-15T03:30:00Z') })
  await createActivation(portal, {
    partnerId,
    name: 'Spring weekend',
    place: 'Main hall',
    activationDate: new Date('2027-03-13T15:00:00Z'),
    endsAt: new Date('2027-03-14T14:00:00Z'),
  })
  await signInAs(page, user)
  await page.goto('/?calendar=2027-02')
  await expect(list(page, 'February 2027')).toContainText('Nothing in February 2027')
  await calendar(page).getByRole('link', { name: 'Next month' }).click()
  await expect(page).toHaveURL('/?calendar=2027-03')
  const month = list(page, 'March 2027')
  await expect(month.getByRole('listitem')).toHaveCount(2)
  await expect(month.getByRole('heading', { level: 4 })).toHaveText([
    'Saturday, March 13, 2027',
    'Sunday, March 14, 2027',
  ])
  await expect(day(page, 'Saturday, March 13, 2027, 1 entry')).toBeVisible()
  // The mouse opens it in the month itself.
  await calendar(page).getByRole('grid').getByRole('link', { name: 'Spring weekend' }).last().click()
  await expect(page.getByRole('dialog', { name: 'Spring weekend' })).toBeVisible()
  await page.keyboard.press('Escape')
  // Beside what is on it.
  await day(page, 'Sunday, March 14, 2027, 2 entries').click({ position: { x: 8, y: 8 } })
  await expect(page).toHaveURL('/?calendar=2027-03-14')
  const chosen = list(page, 'Sunday, March 14, 2027')
  await expect(chosen.getByRole('listitem').nth(0)).toContainText('Until 10:00 AM · Main hall')
  await expect(chosen.getByRole('listitem').nth(1)).toContainText('Due 11:30 PM')
  await page.setViewportSize({ width: 390, height: 900 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await page.reload()
  await chosen.getByRole('link', { name: taskName }).click()
  const opened = page.getByRole('dialog', { name: taskName })
  await expect(opened.getByRole('link', { name: `Add to calendar: ${taskName}` })).toHaveAttribute(
    'href',
    `/api/tasks/${task.id}/calendar`,
  )
  await page.goBack()
  await expect(opened).toHaveCount(0)
  await expect(page).toHaveURL('/?calendar=2027-03-14')
  await chosen.getByRole('link', { name: 'Spring weekend' }).click()
  await expect(page.getByRole('dialog', { name: 'Spring weekend' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(month).toBeVisible()
  // On a phone the days of the month show no names.
  await expect(calendar(page).getByRole('grid').getByRole('link', { name: 'Spring weekend' })).toBeHidden()
  await day(page, 'Saturday, March 13, 2027, 1 entry').click()
  await expect(page).toHaveURL('/?calendar=2027-03-13')
  await calendar(page).getByRole('link', { name: 'Today' }).click()
  await expect(page).toHaveURL('/')
  await expect(list(page, 'Coming up this month')).toContainText('Nothing more this month')
  await expect(calendar(page).locator('[aria-current="date"]')).toBeVisible()
})

test('what staff change shows at once, also what is planned for a group', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const { user, partnerId } = await newPartner(portal)
  await signInAs(page, user)
  await page.goto('/?calendar=2027-05-04')
  const chosen = list(page, 'Tuesday, May 4, 2027')
  await expect(chosen).toContainText('Nothing on this day')

  const staff = await openBrowser()
  await signInAs(staff, await createUser(portal, { role: 'support' }))
  await staff.goto('/')
  const created = await staff.request.post(`${portal.url}/api/tasks`, {
    data: {
      partnerId,
      taskName: 'Count the cards',
      dueDate: '2027-05-04T16:00:00.000Z',
      taskType: 'physical',
    },
  })
  expect(created.status()).toBe(201)
  await expect(chosen.getByRole('link', { name: 'Count the cards' })).toBeVisible()
  await expect(chosen.getByRole('listitem')).toContainText('Pending')

  const startsAt = new Date('2027-05-04T18:00:00Z')
  const series = { taskName: 'Send the numbers', taskType: 'physical' as const, timeZone: 'America/New_York' }
  const [plan] = await portal.db
    .insert(taskSeries)
    .values({
      ...series,
      frequency: 'weekly',
      leadDays: 3,
      startsAt,
      nextDueAt: startsAt,
      assignedPartnerIds: [partnerId],
    })
    .returning()
  await expect(chosen.getByRole('listitem')).toHaveText([
    /Count the cards.*Pending/,
    /Send the numbers.*Planned/,
  ])
  await expect(chosen.getByRole('link', { name: /Send the numbers/ })).toHaveCount(0)
  await staff.goto(`/?record=${partnerId}&section=calendar&when=2027-05-04`)
  await list(staff, 'Tuesday, May 4, 2027')
    .getByRole('link', { name: /Send the numbers/ })
    .click()
  const edited = staff.getByRole('dialog', { name: 'Edit recurring task' })
  await expect(field(edited, 'Task name')).toHaveValue('Send the numbers')
  await staff.goBack()
  await expect(
    list(staff, 'Tuesday, May 4, 2027').getByRole('link', { name: /Count the cards/ }),
  ).toBeVisible()
  await portal.db.delete(taskSeries).where(eq(taskSeries.id, plan?.id ?? ''))
  await portal.db.delete(partnerTasks).where(eq(partnerTasks.partnerId, partnerId))
  await expect(chosen).toContainText('Nothing on this day')
})

test('staff see all partners with their names, a task for several once, and one partner in the record', async ({
  page,
  portal,
  signInAs,
}) => {
  const [one, other] = [await newPartner(portal), await newPartner(portal)]
  const dueDate = new Date('2028-06-07T16:00:00Z')
  const shared = await createTaskDefinition(portal, { taskName: uniqueName('Everywhere'), dueDate })
  const part = { definitionId: shared.id, taskName: shared.taskName, dueDate }
  await createTask(portal, { ...part, partnerId: one.partnerId, status: 'completed' })
  await createTask(portal, { ...part, partnerId: other.partnerId })
  await createTask(portal, { partnerId: other.partnerId, taskName: 'Alone', dueDate })
  await signInAs(page, await createUser(portal, { role: 'support' }))
  await page.goto('/?calendar=2028-06-07')
  const chosen = list(page, 'Wednesday, June 7, 2028')
  await expect(chosen.getByRole('listitem')).toHaveCount(2)
  await expect(chosen.getByRole('listitem').filter({ hasText: 'Alone' })).toContainText(
    other.profile.businessName,
  )
  const several = chosen.getByRole('listitem').filter({ hasText: shared.taskName })
  await expect(several).toContainText('1 of 2 completed')
  await several.getByRole('link').click()
  await expect(page.getByRole('dialog', { name: shared.taskName })).toBeVisible()
  await page.keyboard.press('Escape')

  await chosen.getByRole('link', { name: other.profile.businessName }).click()
  const record = page.getByRole('dialog', { name: new RegExp(other.profile.businessName) })
  await record.getByRole('link', { name: 'Calendar', exact: true }).click()
  const inRecord = record.getByRole('region', { name: 'Calendar', exact: true })
  await inRecord.getByRole('link', { name: 'Next month' }).click()
  await expect(page).toHaveURL(/[?&]when=\d{4}-\d\d$/)
  await page.goto(`/?record=${other.partnerId}&section=calendar&when=2028-06-07`)
  await expect(inRecord.getByRole('listitem')).toHaveCount(2)
  // The arrow keys lead through the days, not to another partner.
  await inRecord.getByRole('link', { name: /^Wednesday, June 7/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(inRecord.getByRole('link', { name: /^Thursday, June 8/ })).toBeFocused()
  await inRecord.getByRole('listitem').getByRole('link', { name: 'Alone' }).click()
  await expect(page.getByRole('dialog', { name: 'Alone' })).toBeVisible()
})

test('a partner creates, renews and removes the private address of the calendar', async ({
  page,
  portal,
  signInAs,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { user, partnerId } = await newPartner(portal)
  await createTask(portal, { partnerId, taskName: 'Hang it', dueDate: new Date(Date.now() + 86_400_000) })
  await signInAs(page, user)
  await page.goto('/?calendar=2027-02')
  await calendar(page).getByRole('link', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account and security' })
  await dialog.getByRole('button', { name: 'Create address' }).click()
  await expectToast(page, 'Address created')
  const address = dialog.getByRole('textbox', { name: 'Private address' })
  const first = await address.inputValue()
  expect(first).toMatch(/\/calendar\/[\w-]{43}\.ics$/)
  await expect(dialog.getByRole('link', { name: 'Open in calendar app' })).toHaveAttribute(
    'href',
    first.replace(/^https?/, 'webcal'),
  )
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expectToast(page, 'Address copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)

  // A calendar program has no session.
  const read = (url: string) => fetch(new URL(new URL(url).pathname, portal.url))
  const file = await (await read(first)).text()
  const [event] = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent')
  expect(new ICAL.Event(event).summary).toBe('Due: Hang it')

  await dialog.getByRole('button', { name: 'Renew' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  expect((await read(first)).status).toBe(200)
  await dialog.getByRole('button', { name: 'Renew' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renew' }).click()
  await expectToast(page, 'Address renewed')
  await expect(address).not.toHaveValue(first)
  expect((await read(first)).status).toBe(404)
  await page.reload()
  const second = await address.inputValue()
  expect((await read(second)).status).toBe(200)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Address removed')
  await expect(dialog.getByRole('button', { name: 'Create address' })).toBeVisible()
  expect((await read(second)).status).toBe(404)
})
