import { eq } from 'drizzle-orm'
import type { AdminOverview, AdminStats } from '#contract/overview.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { createPartner, createTask } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { createGate } from './requests.ts'
import { uniqueName } from './resource-steps.ts'

const url = '/api/admin/overview'

test('every number of the overview says what it counts and leads to its list', async ({
  page,
  portal,
  signInAs,
}) => {
  await createPartner(portal, { status: 'profile' })
  await createTask(portal, { dueDate: new Date('2020-02-01T12:00:00Z') })
  await signInAs(page, 'support@demo.test')
  const gate = createGate()
  await page.route(url, async (route) => {
    await gate.opened
    await route.continue()
  })
  const answers = Promise.all(
    [url, '/api/admin/stats'].map(async (path) => (await page.waitForResponse(`**${path}`)).json()),
  )
  await page.goto('/admin')
  await expect(page.getByRole('definition').first()).toHaveText(/^\d+$/)
  await expectNoAxeViolations(page)
  gate.open()
  const [{ waiting, stepTimes, weeks, overdueTasks }, stats]: [AdminOverview, AdminStats] =
    (await answers) as never

  const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`
  for (const [number, what, address] of [
    [stats.total, 'with a profile', '/admin?tab=partners'],
    [stats.pending, 'to confirm their profile', '/admin?tab=partners&status=profile'],
    [stats.documentsCompleted, 'with a signed NDA', '/admin?tab=partners&signed=nda'],
    [stats.approved, 'done with onboarding', '/admin?tab=partners&status=completed'],
  ] as const) {
    const name = `${count(number, 'partner')} ${what}`
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
  }

  const steps = page.getByRole('list', { name: 'Steps of onboarding' }).getByRole('listitem')
  const percent = (part: number, all: number) => `${Math.round((part / all) * 100)}%`
  const { total, pending, documentsCompleted, approved } = stats
  await expect(steps).toHaveText([
    `Profile Created${percent(total, total + waiting.profile)}${count(waiting.profile, 'invited user')} without a profile${timeOf(stepTimes.created)}`,
    `Profile Completed${percent(total - pending, total)}Partners to confirm their profile${timeOf(stepTimes.confirmed)}`,
    `NDAs Signed${percent(documentsCompleted, total)}${count(waiting.nda, 'partner')} to sign the NDA${timeOf(stepTimes.nda)}`,
    `Onboarding Completed${percent(approved, total)}${count(waiting.venue_partnership_agreement, 'partner')} to sign the partnership agreement${timeOf(stepTimes.completed)}`,
  ])

  const sumOf = (...names: ('nda' | 'venue_partnership_agreement' | 'signIns' | 'downloads')[]) =>
    weeks.map((week) => names.reduce((sum, name) => sum + (week[name] ?? 0), 0))
  const signatures = sumOf('nda', 'venue_partnership_agreement')
  const all = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)
  expect(all(signatures)).toBeGreaterThan(0)
  for (const [numbers, thing] of [
    [signatures, 'signature'],
    [sumOf('signIns'), 'sign-in'],
    [sumOf('downloads'), 'download'],
  ] as const) {
    const chart = page.getByRole('img', { name: `${count(all(numbers), thing)} in the last 12 weeks.` })
    await expect(chart).toBeVisible()
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
      const highest = Math.max(1, ...heights)
      expect(height / highest).toBeCloseTo((numbers[index] ?? 0) / Math.max(1, ...numbers), 1)
    }
  }
  await page.getByText('Show the numbers').click()
  const rows = page.getByRole('table', { name: 'Activity by week' }).getByRole('row')
  await expect(rows).toHaveCount(13)
  const last = weeks.at(-1)
  await expect(rows.last().getByRole('cell')).toHaveText(
    [last?.nda, last?.venue_partnership_agreement, last?.signIns, last?.downloads].map(String),
  )
  await expect(page.getByRole('link', { name: /^\d+ signatures?$/ })).toHaveAttribute(
    'href',
    '/?show=agreements',
  )
  // The audit log is for admins.
  await expect(page.getByRole('link', { name: /sign-ins?$/ })).toHaveCount(0)

  const tasks = page.getByRole('region', { name: 'Overdue tasks' })
  expect(overdueTasks).toBeGreaterThan(0)
  await expect(tasks).toContainText(new RegExp(`^${overdueTasks} overdue tasks?Show`))
  await expect(tasks.getByRole('link', { name: 'Show overdue tasks' })).toHaveAttribute(
    'href',
    '/admin?tab=tasks&due=overdue',
  )
  await expectNoAxeViolations(page)

  // Each list has as many rows as its number says.
  for (const [link, number] of [
    [/to sign the NDA$/, waiting.nda],
    [/to sign the partnership agreement$/, waiting.venue_partnership_agreement],
    [/with a profile$/, stats.total],
    [/\d partners? to confirm their profile$/, stats.pending],
    [/^Partners to confirm their profile$/, stats.pending],
    [/with a signed NDA$/, stats.documentsCompleted],
    [/done with onboarding$/, stats.approved],
  ] as const) {
    await page.getByRole('link', { name: link }).click()
    await expect(
      page
        .getByRole('region', { name: 'Partner Applications' })
        .getByText(count(number, 'partner'), { exact: true }),
    ).toBeVisible()
    await page.goBack()
  }
  await page.getByRole('link', { name: /without a profile$/ }).click()
  await expect(page).toHaveURL('/admin?tab=users&role=user&profile=invited')
  const people = page.getByRole('table', { name: 'Users' }).getByRole('row')
  await expect(people.filter({ hasText: 'No Profile' }).first()).toBeVisible()
  await expect(people.filter({ hasText: 'Has Profile' })).toHaveCount(0)
  await expect(page.getByText(count(waiting.profile, 'total user'), { exact: true })).toBeVisible()
})

const timeOf = ({ medianDays }: AdminOverview['stepTimes']['nda']) => {
  if (medianDays === null) return 'No times yet'
  const days = Math.round(medianDays)
  return medianDays < 1 ? 'Median under a day' : `Median ${days} day${days === 1 ? '' : 's'}`
}

test('partners stalled in onboarding are sorted by their columns, and the order is in the address', async ({
  page,
  portal,
  signInAs,
}) => {
  const name = uniqueName('Stalled')
  const partner = await createPartner(portal, {
    fullName: name,
    status: 'profile',
    createdAt: new Date(Date.now() - 4000.5 * 86_400_000),
    user: { partnerGroup: 'Stalled Group' },
  })
  const busy = await createPartner(portal, { createdAt: new Date('2019-01-01T12:00:00Z') })
  // More than any partner of the demo has, whose recurring tasks depend on the day.
  for (let task = 0; task < 12; task += 1) await createTask(portal, { partnerId: busy.profile.id })
  await createTask(portal, { partnerId: partner.profile.id })
  await signInAs(page, 'admin@demo.test')
  await page.goto('/admin')
  const table = page.getByRole('table', { name: 'Partners stalled in onboarding' })
  const first = table.getByRole('row').nth(1)
  await expect(first).toContainText(
    new RegExp(`${name}.*Stalled Group.*Pending.*0 of 2 signed.*1.*None.*4,000 days`),
  )
  await expect(first.getByText('4,000 days')).toHaveAttribute('title', /, \d{4}, /)
  const sort = async (column: string) => table.getByRole('link', { name: column, exact: true }).click()
  await sort('Open tasks')
  await expect(page).toHaveURL('/admin?sort=tasks')
  await sort('Open tasks')
  await expect(page).toHaveURL('/admin?sort=-tasks')
  await expect(table.getByRole('columnheader', { name: 'Open tasks' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await expect(first).toContainText(busy.profile.businessName)
  await page.reload()
  await expect(first).toContainText(busy.profile.businessName)
  await page.goBack()
  await page.goBack()
  await expect(first).toContainText(name)
  await first.getByRole('link', { name }).click()
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  // They would stay the first for the tests after this one.
  for (const { profile } of [partner, busy]) {
    await portal.db.delete(partnerProfiles).where(eq(partnerProfiles.id, profile.id))
  }
})

for (const width of [1440, 390]) {
  test(`the overview fits ${width} px in both themes`, async ({ page, signInAs }) => {
    await page.setViewportSize({ width, height: 900 })
    await signInAs(page, 'admin@demo.test')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto('/admin')
      await expect(page.getByRole('img', { name: /sign-ins? in the last 12 weeks/ })).toBeVisible()
      await expect(page.getByRole('link', { name: /sign-ins?$/ })).toHaveAttribute(
        'href',
        '/admin?tab=audit&action=session.signed_in',
      )
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      const overhang = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      expect(overhang).toBe(0)
      await expectNoAxeViolations(page)
    }
  })
}

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
    const { weeks }: AdminOverview = await (await route.fetch()).json()
    const none = { medianDays: null, partners: 0 }
    const nothing: AdminOverview = {
      waiting: { profile: 0, nda: 0, venue_partnership_agreement: 0 },
      stepTimes: { created: none, confirmed: none, nda: none, completed: none },
      weeks: weeks.map(({ week }) => ({
        week,
        nda: 0,
        venue_partnership_agreement: 0,
        signIns: null,
        downloads: 0,
      })),
      overdueTasks: 0,
    }
    await route.fulfill({ json: nothing })
  })
  await page.route(/partners-with-user-info/, (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  )
  await alert.getByRole('button', { name: 'Retry' }).click()
  for (const words of ['No overdue tasks', '0 signatures', '0 downloads']) {
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  }
  await expect(page.getByText('No times yet')).toHaveCount(4)
  await page.getByText('Show the numbers').click()
  await expect(page.getByRole('cell', { name: 'Not kept' })).toHaveCount(12)
  await page.reload()
  await expect(page.getByText('No partners in onboarding', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page)
})
