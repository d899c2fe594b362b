import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { createUser } from '#test/factories.ts'
import { agreementParts } from './agreement-steps.ts'
import { countClicks } from './count-clicks.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import { uniqueName } from './resource-steps.ts'
import { newPartner, picker } from './staff-steps.ts'

// The counter belongs to the page for good.
test.use({ ownContext: true })

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Create New Task' })

/** Fills in the form of a new task by typing, but for the partner. */
const typeTask = async (page: Page, taskName: string) => {
  const dialog = dialogOf(page)
  await field(dialog, 'Task name').fill(taskName)
  await field(dialog, 'Due date').fill('2099-03-05')
  await field(dialog, 'Task type').selectOption('Physical')
}

test('staff give a partner a task in three clicks beside typing', async ({ page, portal, signInAs }) => {
  const { profile } = await newPartner(portal)
  const taskName = uniqueName('Hang the posters')
  await signInAs(page, await createUser(portal, { role: 'support' }))
  await page.goto('/admin?tab=tasks')
  const clicks = await countClicks(page)
  await page.getByRole('link', { name: 'New task' }).click()
  await picker(dialogOf(page)).fill(profile.fullName)
  // Until the search has answered, the list still moves, and a press on it could be counted twice.
  const options = dialogOf(page).getByRole('listbox').getByRole('option')
  await expect(options).toHaveCount(1)
  await options.filter({ hasText: profile.fullName }).click()
  await typeTask(page, taskName)
  await dialogOf(page).getByRole('button', { name: 'Create Task' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
  clicks.expectSome()
  clicks.expectAtMost(3)
  const stored = await portal.db.select().from(partnerTasks).where(eq(partnerTasks.partnerId, profile.id))
  expect(stored.map((task) => task.taskName)).toEqual([taskName])
})

test('a newcomer onboards in eight clicks beside typing, and is asked for nothing twice', async ({
  page,
  portal,
  signInAs,
}) => {
  const asked = new Set<string>()
  /** Fills in what is still empty, none of which may have been asked for before. */
  const answer = async (label: string, text: string, place: Page | ReturnType<Page['locator']> = page) => {
    if ((await field(place, label).inputValue()) !== '') return
    expect(asked, `${label} is asked for twice`).not.toContain(label)
    asked.add(label)
    await field(place, label).fill(text)
  }

  const user = await createUser(portal)
  await signInAs(page, user)
  await page.goto('/')
  const clicks = await countClicks(page)
  await page.getByRole('link', { name: 'Start Onboarding' }).click()
  await page.getByRole('button', { name: 'Start Onboarding' }).click()
  await expect(page.getByText('Step 2 of 4', { exact: true })).toBeVisible()
  for (const [label, text] of Object.entries({
    'Full Name': 'Nadia Brooks',
    'Email Address': user.email,
    'Business Name': 'Brooks Hall',
    'Business Website': 'brookshall.example.com',
    'Main Marketing Contact': 'Théo Brooks',
    'Marketing Contact Email': 'theo@example.com',
  })) {
    await answer(label, text)
  }
  await page.getByRole('button', { name: 'Continue to Documents' }).click()
  for (const type of ['nda', 'venue_partnership_agreement'] as const) {
    const { card, paper, typedFields, written, agreeBox, signButton } = agreementParts(page, type)
    // Reading is scrolling, which goes on when the text grows: its own font may come late.
    await expect(async () => {
      await paper.hover()
      await page.mouse.wheel(0, 100_000)
      await expect(paper.getByText(/^End of the /)).toBeInViewport({ timeout: 1000 })
    }).toPass()
    for (const { name, label } of typedFields) await answer(label, written[name] ?? '', card)
    await agreeBox.check()
    await signButton.click()
    await expect(card.getByRole('button', { name: 'Signed' })).toBeDisabled()
  }
  await page.getByRole('button', { name: 'Complete Onboarding' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText("Here's your partnership overview", { exact: false })).toBeVisible()
  clicks.expectSome()
  clicks.expectAtMost(8)
})
