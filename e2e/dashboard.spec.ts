import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import { partnerDocuments, partnerTasks } from '#server/db/schema/partners.ts'
import { sessions } from '#server/db/schema/users.ts'
import { createActivation, createDocument, createPartner, createTask } from '#test/factories.ts'
import { codeIn } from '#test/sign-in-mail.ts'
import { signAgreement } from './agreement-steps.ts'
import { expect, test } from './fixtures.ts'
import { mouseInput } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { blockLiveUpdates, blockRenderedPages, createGate } from './requests.ts'

const day = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * day)

const section = (page: Page, name: string) => page.getByRole('region', { name })
const sections = ['Signed Agreements', 'Partner Activations', 'Partner Tasks'] as const
/** A row by its title. */
const row = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const createOnboardedPartner = async (portal: Portal) =>
  createPartner(portal, { status: 'completed', fullName: 'Dana Whitfield' })

const statusOf = async ({ db }: Portal, id: string) =>
  (await db.select().from(partnerTasks).where(eq(partnerTasks.id, id)))[0]?.status

/** Other tests add files to the library, which are next steps of every partner. */
const withoutMaterial = async (page: Page) => {
  await blockRenderedPages(page)
  await page.route('/api/resources?*', (route) => route.fulfill({ json: [] }))
}

test('a partner sees agreements, activations and tasks with their state, and downloads signed agreements', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user, profile } = await createOnboardedPartner(portal)
  const partnerId = profile.id
  await createActivation(portal, { partnerId, name: 'To come', activationDate: inDays(3) })
  await createActivation(portal, { partnerId, name: 'Running', activationDate: inDays(-3) })
  const due = { partnerId, dueDate: new Date('2099-03-05T20:00:00Z') }
  await createTask(portal, { ...due, taskName: 'Not begun' })
  await createTask(portal, { ...due, taskName: 'Begun', taskType: 'digital_social', status: 'in_progress' })
  await createTask(portal, { ...due, taskName: 'Done', status: 'completed' })
  await createTask(portal, {
    partnerId,
    taskName: 'Late',
    taskType: 'ooh_screen_placement',
    dueDate: inDays(-1),
  })
  await createTask(portal, { partnerId, taskName: 'Done late', dueDate: inDays(-1), status: 'completed' })
  await signInAs(page, user)
  await page.goto('/')

  await expect(
    page.getByText("Welcome back, Dana Whitfield! Here's your partnership overview.", { exact: true }),
  ).toBeVisible()
  const agreements = section(page, 'Signed Agreements')
  await expect(agreements.getByRole('heading', { level: 3 })).toHaveText([
    'NDA Agreement',
    'VENUE PARTNERSHIP AGREEMENT Agreement',
  ])
  await expect(agreements.getByText(/^Signed: [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toHaveCount(2)

  for (const [title, badge] of [
    ['To come', 'scheduled'],
    ['Running', 'active'],
  ] as const) {
    await expect(row(page, title).getByText(badge, { exact: true })).toBeVisible()
  }
  await expect(section(page, 'Partner Tasks').getByRole('heading', { level: 3 }).first()).toHaveText('Late')
  await expect(row(page, 'Done')).toBeHidden()
  await page.getByText('2 tasks done').click()
  for (const [title, badge, overdue] of [
    ['Not begun', 'Pending', false],
    ['Begun', 'In Progress', false],
    ['Done', 'Completed', false],
    ['Late', 'Pending', true],
    ['Done late', 'Completed', false],
  ] as const) {
    await expect(row(page, title).getByText(badge, { exact: true })).toBeVisible()
    await expect(row(page, title).getByText('Overdue', { exact: true })).toHaveCount(overdue ? 1 : 0)
  }
  await expect(row(page, 'Not begun')).toContainText('Physical · Due: Mar 5, 2099')
  await expect(row(page, 'Begun')).toContainText('Digital/Social')
  await expect(row(page, 'Late')).toContainText('OOH Screen Placement')
  await expect(row(page, 'Done').getByRole('button')).toHaveCount(0)
  await expect(row(page, 'Begun').getByRole('button')).toHaveText(['Mark Complete'])
  await expect(row(page, 'Not begun').getByRole('button')).toHaveText(['Start', 'Mark Complete'])

  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download NDA' }).click()
  const download = await downloaded
  expect(download.suggestedFilename()).toMatch(/^NDA signed \d{4}-\d\d-\d\d\.txt$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain(exampleNdaValues.venue)
  expect(text).toContain('Dana Whitfield')
})

test('unsigned agreements show as pending, and are named in the next steps', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user } = await createPartner(portal, { onboardingStatus: 'completed' })
  await signInAs(page, user)
  await page.goto('/')
  await expect(section(page, 'Signed Agreements').getByText('Pending signature')).toHaveCount(2)
  await expect(section(page, 'Signed Agreements').getByText('0 of 2 signed', { exact: true })).toBeVisible()
  await expect(section(page, 'Next for you')).toContainText('2 agreements to sign')
})

test('empty sections show their empty states', async ({ page, portal, signInAs }) => {
  const { user, profile } = await createPartner(portal, { onboardingStatus: 'completed' })
  await portal.db.delete(partnerDocuments).where(eq(partnerDocuments.partnerId, profile.id))
  await withoutMaterial(page)
  await signInAs(page, user)
  await page.goto('/')
  for (const [name, line] of [
    ['Signed Agreements', 'No agreements yet'],
    ['Partner Activations', 'No activations yet'],
    ['Partner Tasks', 'No tasks assigned'],
    ['Next for you', "You're all caught up"],
  ] as const) {
    await expect(section(page, name).getByText(line, { exact: true })).toBeVisible()
    await expect(section(page, name).getByRole('listitem')).toHaveCount(0)
  }
})

test('sections that load show two agreements, two activations and three tasks as placeholders', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user, profile } = await createOnboardedPartner(portal)
  await createTask(portal, { partnerId: profile.id })
  await signInAs(page, user)
  const gate = createGate()
  await blockRenderedPages(page)
  await page.route(/\/api\/partner\/(documents|activations|tasks)$/, async (route) => {
    await gate.opened
    await route.continue()
  })
  await page.goto('/')
  for (const [name, rows] of [
    ['Signed Agreements', 2],
    ['Partner Activations', 2],
    ['Partner Tasks', 3],
  ] as const) {
    await expect(section(page, name).getByRole('listitem')).toHaveCount(rows)
    await expect(section(page, name).locator('[aria-busy=true]')).toHaveCount(1)
    await expect(section(page, name).getByRole('heading', { level: 3 })).toHaveCount(0)
  }
  gate.open()
  // A heading and the task.
  await expect(section(page, 'Partner Tasks').getByRole('listitem')).toHaveCount(2)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
})

test('a section that fails to load leaves the others alone, and Retry loads it', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/500.*\/api\/partner\/(documents|activations|tasks)$/)
  const { user, profile } = await createOnboardedPartner(portal)
  await createTask(portal, { partnerId: profile.id })
  await createActivation(portal, { partnerId: profile.id })
  await signInAs(page, user)
  await blockRenderedPages(page)
  for (const [index, name] of sections.entries()) {
    const path = ['/api/partner/documents', '/api/partner/activations', '/api/partner/tasks'][index] ?? ''
    await page.route(path, (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto('/')
    const alert = section(page, name).getByRole('alert')
    await expect(alert).toContainText(`${name} could not be loaded`)
    for (const other of sections) {
      if (other !== name)
        await expect(section(page, other).getByRole('heading', { level: 3 })).not.toHaveCount(0)
    }
    await page.unroute(path)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(section(page, name).getByRole('heading', { level: 3 })).not.toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('a task is started and completed with a toast each time, and stays so', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user, profile } = await createOnboardedPartner(portal)
  const task = await createTask(portal, { partnerId: profile.id, taskName: 'Hang the posters' })
  await signInAs(page, user)
  await page.goto('/')
  const here = row(page, 'Hang the posters')
  const toast = page.getByText('Task status updated successfully', { exact: true })

  await here.getByRole('button', { name: 'Start' }).click()
  await expect(here.getByText('In Progress', { exact: true })).toBeVisible()
  await expect(here.getByRole('button', { name: 'Start' })).toHaveCount(0)
  await expect(here).toBeFocused()
  await expect(toast).toBeVisible()
  expect(await statusOf(portal, task.id)).toBe('in_progress')
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect(toast).toHaveCount(0)

  await here.getByRole('button', { name: 'Mark Complete' }).click()
  await expect(here).toBeHidden()
  await expect(section(page, 'Partner Tasks').getByText('All your tasks are done')).toBeVisible()
  await expect(page.locator(':focus')).toContainText('All your tasks are done')
  await expect(toast).toBeVisible()
  await page.getByText('1 task done').click()
  await expect(here.getByText('Completed', { exact: true })).toBeVisible()
  await expect(here.getByRole('button')).toHaveCount(0)
  expect(await statusOf(portal, task.id)).toBe('completed')
  await page.reload()
  await page.getByText('1 task done').click()
  await expect(here.getByText('Completed', { exact: true })).toBeVisible()
})

test('a change of a task shows at once, and a refused one is taken back with a message', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/500.*\/api\/tasks\//)
  const { user, profile } = await createOnboardedPartner(portal)
  await createTask(portal, { partnerId: profile.id, taskName: 'Refused' })
  await signInAs(page, user)
  await page.goto('/')
  const gate = createGate()
  await page.route('/api/tasks/*', async (route) => {
    await gate.opened
    await route.fulfill({ status: 500, body: '' })
  })
  const here = row(page, 'Refused')
  await here.getByRole('button', { name: 'Mark Complete' }).click()
  await page.getByText('1 task done').click()
  await expect(here.getByText('Completed', { exact: true })).toBeVisible()
  gate.open()
  await expect(page.getByText('Failed to update task status', { exact: true })).toBeVisible()
  await expect(page.getByText('Error', { exact: true })).toBeVisible()
  await expect(here.getByText('Pending', { exact: true })).toBeVisible()
  await expect(here.getByRole('button')).toHaveText(['Start', 'Mark Complete'])
})

test('a task deleted meanwhile leaves the list when its button is pressed', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404 .*\/api\/tasks\//)
  const { user, profile } = await createOnboardedPartner(portal)
  const task = await createTask(portal, { partnerId: profile.id, taskName: 'Taken away' })
  await signInAs(page, user)
  await blockLiveUpdates(page)
  await page.goto('/')
  await expect(row(page, 'Taken away')).toBeVisible()
  await portal.db.delete(partnerTasks).where(eq(partnerTasks.id, task.id))
  await row(page, 'Taken away').getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText('Failed to update task status', { exact: true })).toBeVisible()
  await expect(row(page, 'Taken away')).toHaveCount(0)
  await expect(page.getByText('No tasks assigned')).toBeVisible()
})

test.describe('with a clock of its own', () => {
  test.use({ ownContext: true })

  test('a lost session shows a message and leads to the sign-in after half a second, and back again', async ({
    page,
    portal,
    signInAs,
    browserErrors,
  }) => {
    // The calendar is the last to be read.
    browserErrors.allow(/status of 401 .*\/api\/(tasks\/[\w-]+|partner\/tasks|calendar\?.*)$/)
    const { user, profile } = await createOnboardedPartner(portal)
    await createTask(portal, { partnerId: profile.id, taskName: 'Too late' })
    await signInAs(page, user)
    await page.clock.install()
    await page.goto('/dashboard')
    const start = row(page, 'Too late').getByRole('button', { name: 'Start' })
    await expect(start).toBeVisible()
    await portal.db.delete(sessions).where(eq(sessions.userId, user.id))
    await page.clock.pauseAt(Date.now() + 60_000)

    await start.click()
    const toast = page.getByText('Unauthorized: You are logged out. Logging in again...', { exact: true })
    await expect(async () => {
      // React and its queries need a few moments of the page's time.
      await page.clock.runFor(1)
      await expect(toast).toBeVisible({ timeout: 50 })
    }).toPass()
    await expect(page.getByText('Failed to update task status')).toHaveCount(0)
    await page.clock.runFor(400)
    await expect(page).toHaveURL('/dashboard')
    await page.clock.runFor(100)
    await expect(page).toHaveURL('/sign-in?returnTo=%2Fdashboard')

    await page.clock.resume()
    await page.getByLabel('Email').fill(user.email)
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await page.getByLabel('Code').fill(codeIn(await portal.mail.mailTo(user.email)))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Dashboard')
    await expect(page).toHaveURL('/dashboard')
  })
})

test('staff see the newest items of all partners with their names, and no buttons of partners', async ({
  page,
  portal,
  signInAs,
}) => {
  const { profile } = await createPartner(portal, {
    status: 'completed',
    fullName: 'Vera Lindqvist',
    businessName: 'Lindqvist Lounge',
  })
  const taskName = `Only for ${profile.id}`
  await createTask(portal, { partnerId: profile.id, taskName })
  await createActivation(portal, { partnerId: profile.id, name: `Party of ${profile.id}` })
  await signInAs(page, 'support@demo.test')
  await page.goto('/')
  await expect(
    page.getByText("Welcome back, All Partners! Here's your partnership overview.", { exact: true }),
  ).toBeVisible()
  for (const title of [taskName, `Party of ${profile.id}`]) {
    await expect(row(page, title)).toContainText('Vera Lindqvist, Lindqvist Lounge')
  }
  const agreements = section(page, 'Signed Agreements')
  await expect(agreements.getByText('Vera Lindqvist, Lindqvist Lounge')).not.toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Mark Complete' })).toHaveCount(0)
})

test('a next step opens its task, and the bar of a phone to the tasks alone', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user, profile } = await createOnboardedPartner(portal)
  for (let number = 1; number <= 12; number += 1) await createActivation(portal, { partnerId: profile.id })
  await createTask(portal, { partnerId: profile.id, taskName: 'Overslept', dueDate: inDays(-2) })
  await createTask(portal, { partnerId: profile.id, taskName: 'Done', status: 'completed' })
  await signInAs(page, user)
  await page.goto('/')
  await expect(section(page, 'Partner Activations').getByRole('listitem')).toHaveCount(12)
  await section(page, 'Next for you').getByRole('link', { name: 'View task' }).click()
  await expect(page.getByRole('dialog', { name: 'Overslept' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  const tasks = page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: 'Tasks, 1 open' })
  await tasks.click()
  await expect(page).toHaveURL('/?show=tasks')
  await expect(tasks).toHaveAttribute('aria-current', 'page')
  await expect(row(page, 'Overslept')).toBeVisible()
  await expect(section(page, 'Partner Activations')).toHaveCount(0)
})

test('a change in one tab shows in the other, and logging out in one leads the other to the sign-in', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  // A tab may reload what the other changed when the session is already over.
  browserErrors.allow(/status of 401 .*\/api\/(partner\/(tasks|documents)|notifications\/unseen)$/)
  const { user, profile } = await createOnboardedPartner(portal)
  const task = await createTask(portal, { partnerId: profile.id, taskName: 'In two tabs' })
  await signInAs(page, user)
  const listening = page.waitForRequest('**/api/events?*')
  await page.goto('/')
  await expect(row(page, 'In two tabs')).toBeVisible()
  await listening
  const other = await page.context().newPage()
  await other.goto('/')
  await row(other, 'In two tabs').getByRole('button', { name: 'Mark Complete' }).click()
  await expect(other.getByText('Task status updated successfully', { exact: true })).toBeVisible()
  expect(await statusOf(portal, task.id)).toBe('completed')
  await page.getByText('1 task done').click()
  await expect(row(page, 'In two tabs').getByText('Completed', { exact: true })).toBeVisible()

  await other.getByRole('link', { name: 'Logout' }).click()
  await expect(other.getByRole('link', { name: 'Partner Login' })).toBeVisible()
  await expect(page).toHaveURL('/sign-in')
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('a further agreement added by staff is signed from the dashboard', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user, profile } = await createOnboardedPartner(portal)
  const terms = { eventName: 'Autumn fair', collateralDays: 'about 3' }
  await createDocument(portal, { partnerId: profile.id, appendixA: terms })
  await withoutMaterial(page)
  await signInAs(page, user)
  await page.goto('/')
  await section(page, 'Next for you').getByRole('link', { name: 'Review and sign' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review and sign')
  await expect(page.getByText('Autumn fair').first()).toBeVisible()
  await page.goBack()
  await section(page, 'Signed Agreements')
    .getByRole('link', { name: /^Review and sign/ })
    .click()
  await signAgreement(page, mouseInput, 'venue_partnership_agreement', async () => {}, terms)
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(section(page, 'Signed Agreements').getByText(/^Signed: /)).toHaveCount(3)
  await expect(section(page, 'Next for you')).toContainText("You're all caught up")
  // To a partner, the agreement of another partner looks like one that does not exist.
  const other = await createDocument(portal)
  await page.goto(`/?sign=${other.id}`)
  await expect(page.getByText('There is no such agreement')).toBeVisible()
})
