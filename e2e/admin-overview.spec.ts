import { eq } from 'drizzle-orm'
import type { AdminOverview, AdminStats } from '#contract/overview.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { createPartner, createTask } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { uniqueName } from './resource-steps.ts'

test('each list of the overview has as many rows as its number says', async ({ page, portal, signInAs }) => {
  await createPartner(portal, { status: 'profile' })
  await signInAs(page, 'support@demo.test')
  const answers = Promise.all(
    ['overview', 'stats'].map(async (name) => (await page.waitForResponse(`**/api/admin/${name}`)).json()),
  )
  await page.goto('/admin')
  const [{ waiting }, stats]: [AdminOverview, AdminStats] = (await answers) as never
  const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`
  for (const [link, number] of [
    [/to sign the NDA$/, waiting.nda],
    [/to sign the partnership agreement$/, waiting.venue_partnership_agreement],
    [/with a profile$/, stats.total],
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
  // Admins may see the audit log, so that the number of sign-ins leads there.
  await expect(page.getByRole('link', { name: /sign-ins?$/ })).toHaveAttribute(
    'href',
    '/admin?tab=audit&action=session.signed_in',
  )
  const table = page.getByRole('table', { name: 'Partners stalled in onboarding' })
  const first = table.getByRole('row').nth(1)
  await expect(first).toContainText(
    new RegExp(`${name}.*Stalled Group.*Pending.*0 of 2 signed.*1.*Never.*Never.*4,000 days`),
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
