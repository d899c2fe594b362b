import type { AdminOverview } from '#contract/overview.ts'
import { createPartner, createTask } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { createGate } from './requests.ts'

const url = '/api/admin/overview'

test('the overview shows and links to onboarding steps, signatures, overdue tasks and stalled partners', async ({
  page,
  portal,
  signInAs,
}) => {
  await createPartner(portal, { status: 'profile', createdAt: new Date('2020-01-01T12:00:00Z') })
  await createTask(portal, { dueDate: new Date('2020-02-01T12:00:00Z') })
  await signInAs(page, 'support@demo.test')
  const gate = createGate()
  await page.route(url, async (route) => {
    await gate.opened
    await route.continue()
  })
  const answered = page.waitForResponse(`**${url}`)
  await page.goto('/admin')
  await expect(page.getByRole('definition').first()).toHaveText(/^\d+$/)
  await expectNoAxeViolations(page)
  gate.open()
  const { funnel, signaturesByWeek, overdueTasks, stalledPartners }: AdminOverview = await (
    await answered
  ).json()

  const counts = [funnel.invited, funnel.profile, funnel.documents, funnel.completed]
  const all = counts.reduce((sum, count) => sum + count)
  const steps = page.getByRole('list', { name: 'Steps of onboarding' }).getByRole('link')
  await expect(steps).toHaveText(
    ['Invited', 'Profile', 'Documents', 'Completed'].map(
      (name, index) =>
        new RegExp(`^${name} .*\\D${counts[index]} ${Math.round(((counts[index] ?? 0) / all) * 100)}%$`),
    ),
  )

  const sum = signaturesByWeek.reduce((total, week) => total + week.nda + week.venue_partnership_agreement, 0)
  expect(sum).toBeGreaterThan(0)
  const chart = page.getByRole('img', { name: `${sum} signatures in the last 12 weeks.` })
  await expect(chart).toBeVisible()
  const totals = signaturesByWeek.map((week) => week.nda + week.venue_partnership_agreement)
  const heights = await chart
    .locator('> *')
    .evaluateAll((bars) =>
      bars.map((bar) =>
        [...bar.querySelectorAll('[data-part]')].reduce(
          (sum, part) => sum + part.getBoundingClientRect().height,
          0,
        ),
      ),
    )
  for (const [index, height] of heights.entries()) {
    expect(height / Math.max(...heights)).toBeCloseTo((totals[index] ?? 0) / Math.max(...totals), 1)
  }
  await page.getByText('Show the numbers').click()
  const rows = page.getByRole('table', { name: 'Signatures by week' }).getByRole('row')
  await expect(rows).toHaveCount(13)
  const last = signaturesByWeek.at(-1)
  await expect(rows.last().getByRole('cell')).toHaveText([
    String(last?.nda),
    String(last?.venue_partnership_agreement),
  ])

  const tasks = page.getByRole('region', { name: 'Overdue tasks' })
  expect(overdueTasks).toBeGreaterThan(0)
  await expect(tasks).toContainText(new RegExp(`^${overdueTasks} overdue tasks?Show`))
  await expect(tasks.getByRole('link', { name: 'Show overdue tasks' })).toHaveAttribute(
    'href',
    '/?tasks=overdue',
  )

  const stalled = page.getByRole('list', { name: 'Partners stalled in onboarding' }).getByRole('link')
  await expect(stalled).toHaveCount(stalledPartners.length)
  for (const [index, { id, businessName }] of stalledPartners.entries()) {
    await expect(stalled.nth(index)).toContainText(businessName)
    await expect(stalled.nth(index)).toHaveAttribute('href', `/admin?partner=${id}`)
  }
  await expectNoAxeViolations(page)

  await steps.nth(1).click()
  await expect(page).toHaveURL('/admin?tab=partners&status=profile')
  await page.goBack()
  await steps.first().click()
  await expect(page).toHaveURL('/admin?tab=users&role=user&profile=none')
  await expect(page.getByRole('combobox', { name: 'Partner Status' })).toHaveValue('none')
  const people = page.getByRole('table', { name: 'Users' }).getByRole('row')
  await expect(people.filter({ hasText: 'No Profile' }).first()).toBeVisible()
  await expect(people.filter({ hasText: 'Has Profile' })).toHaveCount(0)
})

test('an empty overview shows its empty states, and one that fails to load leaves the counts alone', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/500.*\/api\/admin\/overview$/)
  await signInAs(page, 'admin@demo.test')
  await page.route(url, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/admin')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Onboarding, signatures and tasks could not be loaded')
  await expect(page.getByRole('definition').first()).toHaveText(/^\d+$/)
  await page.unroute(url)
  await page.route(url, async (route) => {
    const answer: AdminOverview = await (await route.fetch()).json()
    const nothing: AdminOverview = {
      funnel: { invited: 0, profile: 0, documents: 0, completed: 0 },
      signaturesByWeek: answer.signaturesByWeek.map(({ week }) => ({
        week,
        nda: 0,
        venue_partnership_agreement: 0,
      })),
      overdueTasks: 0,
      stalledPartners: [],
    }
    await route.fulfill({ json: nothing })
  })
  await alert.getByRole('button', { name: 'Retry' }).click()
  for (const words of [
    'No overdue tasks',
    'No signatures in the last 12 weeks',
    'No partners in onboarding',
  ]) {
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  }
  await expectNoAxeViolations(page)
})
