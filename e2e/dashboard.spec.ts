import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { sessions } from '#server/db/schema/users.ts'
import { createDocument, createPartner, createTask } from '#test/factories.ts'
import { codeIn } from '#test/sign-in-mail.ts'
import { fillAgreement } from './agreement-steps.ts'
import { expect, test } from './fixtures.ts'
import { mouseInput } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { blockRenderedPages } from './requests.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })
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

test('a partner downloads a signed agreement, and opens it from its row', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user } = await createOnboardedPartner(portal)
  await signInAs(page, user)
  await page.goto('/')
  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download NDA' }).click()
  const download = await downloaded
  expect(download.suggestedFilename()).toMatch(/^NDA signed \d{4}-\d\d-\d\d\.txt$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain(exampleNdaValues.venue)
  expect(text).toContain('Dana Whitfield')

  await page.getByRole('link', { name: 'NDA Agreement', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'NDA', exact: true })
  await expect(dialog).toContainText('/s/ Dana Whitfield')
  await expect(dialog).toContainText('SHA-256')
  await page.goBack()
  await expect(dialog).toBeHidden()
})

test.describe('with a clock of its own', () => {
  test.use({ ownContext: true })

  test('a lost session shows a message and leads to the sign-in after half a second, and back again', async ({
    page,
    portal,
    signInAs,
    browserErrors,
  }) => {
    // Some of the page may still be read when the session ends.
    browserErrors.allow(/status of 401 .*\/api\//)
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
  const { signButton } = await fillAgreement(page, mouseInput, 'venue_partnership_agreement', terms)
  await signButton.click()
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(section(page, 'Signed Agreements').getByText(/^Signed: /)).toHaveCount(3)
  await expect(section(page, 'Next for you')).toContainText("You're all caught up")
  // To a partner, the agreement of another partner looks like one that does not exist.
  const other = await createDocument(portal)
  await page.goto(`/?sign=${other.id}`)
  await expect(page.getByText('There is no such agreement')).toBeVisible()
})
