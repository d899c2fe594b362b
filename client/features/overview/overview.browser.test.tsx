import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getNeedsAttention } from '#contract/attention.ts'
import { getConversation } from '#contract/chat/inbox.ts'
import { getAdminOverview, getAdminStats } from '#contract/overview.ts'
import { listPartnerNotes } from '#contract/partners/notes.ts'
import { getPartner, listPartnersWithUsers } from '#contract/partners/partners.ts'
import { getPartnerSummary } from '#contract/partners/record.ts'
import { getPartnerTimeline } from '#contract/partners/timeline.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { overviewRow } from '#test/browser/overview-rows.ts'
import { adminPartner, partnerRow, partnerSummary } from '#test/browser/partner-rows.ts'
import { admin, support } from '#test/browser/people.ts'
import { answer, createGate, refusal } from '#test/browser/portal-responses.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { nothingWaits } from '#test/browser/staff-home.ts'
import { address } from '#test/browser/steps.ts'

const stats = { total: 41, pending: 1, documentsCompleted: 20, approved: 12 }
const none = { total: 0, pending: 0, documentsCompleted: 0, approved: 0 }

const textsOf = (locator: ReturnType<typeof page.getByRole>) =>
  locator.elements().map(({ textContent }) => textContent)
const linkTo = (name: string) => page.getByRole('link', { name })
const main = page.getByRole('main')

test('every number of the overview says what it counts and leads to its list', async () => {
  answer(listPartnersWithUsers, { page: [], total: 0 })
  answer(getAdminStats, stats)
  const gate = createGate()
  const { weeks } = overviewRow()
  answer(getAdminOverview, async () => {
    await gate.opened
    return overviewRow({
      waiting: { profile: 1, nda: 6, venue_partnership_agreement: 1 },
      stepTimes: {
        created: { medianDays: 0.4, partners: 3 },
        confirmed: { medianDays: 1.2, partners: 3 },
        nda: { medianDays: 12.4, partners: 3 },
        completed: { medianDays: null, partners: 0 },
      },
      weeks: weeks.map((week, index) => ({
        ...week,
        nda: index % 3,
        venue_partnership_agreement: index % 2,
        signIns: index * 2,
        downloads: index === 11 ? 1 : 0,
      })),
      overdueTasks: 2,
    })
  })
  await showPortal('/admin', support)
  await expect.element(page.getByText('Manage partners, users, and system resources.')).toBeVisible()
  await expect
    .poll(() => textsOf(page.getByRole('term')))
    .toEqual(['Total Partners', 'Pending Reviews', 'Signed Agreements', 'Approved Partners'])
  expect(textsOf(page.getByRole('definition'))).toEqual([
    '41',
    'partners with a profile',
    '1',
    'partner to confirm their profile',
    '20',
    'partners with a signed NDA',
    '12',
    'partners done with onboarding',
  ])
  await expectNoAxeViolations(main)
  gate.open()

  for (const [name, address] of [
    ['41 partners with a profile', '/admin?tab=partners'],
    ['1 partner to confirm their profile', '/admin?tab=partners&status=profile'],
    ['20 partners with a signed NDA', '/admin?tab=agreements&kind=nda&status=latest'],
    ['12 partners done with onboarding', '/admin?tab=partners&status=completed'],
    ['1 invited user without a profile', '/admin?tab=users&role=user&profile=invited'],
    ['Partners to confirm their profile', '/admin?tab=partners&status=profile'],
    ['6 partners to sign the NDA', '/admin?tab=agreements&kind=nda&status=next'],
    [
      '18 signatures',
      '/admin?tab=agreements&kind=nda%2Cvenue_partnership_agreement&status=signed&dates=weeks',
    ],
    ['Show overdue tasks', '/admin?tab=tasks&due=overdue'],
  ] as const)
    await expect.element(linkTo(name)).toHaveAttribute('href', address)

  const steps = page.getByRole('list', { name: 'Onboarding steps' }).getByRole('listitem')
  expect(textsOf(steps)).toEqual([
    'Profile Created98%1 invited user without a profileMedian under a day',
    'Profile Completed98%Partners to confirm their profileMedian 1 day',
    'NDAs Signed49%6 partners to sign the NDAMedian 12 days',
    'Onboarding Completed29%1 partner to sign the partnership agreementNo data yet',
  ])
  const status = page.getByRole('region', { name: 'System Status' })
  await expect
    .element(status.getByRole('progressbar', { name: 'NDAs Signed' }))
    .toHaveAttribute('aria-valuetext', '20 of 41')
  await expect
    .element(status.getByRole('progressbar', { name: 'Profile Completed' }))
    .toHaveAttribute('aria-valuetext', '40 of 41')

  for (const [name, numbers] of [
    ['18 signatures', [0, 2, 2, 1, 1, 3, 0, 2, 2, 1, 1, 3]],
    ['132 sign-ins', [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22]],
    ['1 download', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
  ] as const) {
    const chart = page.getByRole('img', {
      name: `${name} in the last 12 weeks. The numbers are in the table below.`,
    })
    await expect.element(chart).toBeVisible()
    const heights = [...chart.element().children].map((bar) =>
      [...bar.querySelectorAll('[data-part]')].reduce(
        (sum, part) => sum + part.getBoundingClientRect().height,
        0,
      ),
    )
    expect(heights).toHaveLength(12)
    for (const [index, height] of heights.entries())
      expect(height / Math.max(1, ...heights)).toBeCloseTo((numbers[index] ?? 0) / Math.max(...numbers), 1)
  }
  await page.getByText('Show the numbers').click()
  const rows = page.getByRole('table', { name: 'Activity by week' }).getByRole('row')
  expect(rows.elements()).toHaveLength(13)
  expect(textsOf(rows.last().getByRole('cell'))).toEqual(['2', '1', '22', '1'])
  // The audit log is for admins.
  await expect.element(page.getByRole('link', { name: /sign-ins?$/ })).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('region', { name: 'Overdue tasks' }))
    .toMatchTextContent('2 overdue tasksShow')
})

test('an empty overview shows its empty states, and if it fails to load, the counts stay', async () => {
  answer(listPartnersWithUsers, { page: [], total: 0 })
  answer(getAdminStats, none)
  answer(getAdminOverview, refusal('internal'))
  await showPortal('/admin', admin)
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent('Onboarding, signatures and tasks could not be loaded')
  await expect.element(page.getByRole('definition').first()).toHaveTextContent('0')
  answer(getAdminOverview, overviewRow())
  await alert.getByRole('button', { name: 'Retry' }).click()
  for (const words of ['No overdue tasks', '0 signatures', '0 downloads'])
    await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  expect(page.getByText('No data yet').elements()).toHaveLength(4)
  await page.getByText('Show the numbers').click()
  expect(page.getByRole('cell', { name: 'Not kept' }).elements()).toHaveLength(12)
  await expect.element(page.getByText('No stalled partners', { exact: true })).toBeVisible()
  await expectNoAxeViolations(main)
})

test('counts that fail to load show an error, and Retry loads them', async () => {
  answer(listPartnersWithUsers, { page: [], total: 0 })
  answer(getAdminOverview, overviewRow())
  answer(getAdminStats, refusal('internal'))
  await showPortal('/admin', admin)
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent('Failed to Load Statistics')
  await expect
    .element(alert)
    .toMatchTextContent('Unable to load admin statistics. Please try refreshing the page.')
  answer(getAdminStats, stats)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('definition').first()).toHaveTextContent('41')
  await expect.element(alert).not.toBeInTheDocument()
})

test('partners stalled in onboarding are sorted by their columns, and the order is in the address', async () => {
  const createdAt = new Date(Date.now() - 4000.5 * 86_400_000).toISOString()
  const stalled = partnerRow({
    ...{ onboardingStatus: 'profile', createdAt, openTasks: 1, agreements: { signed: 0, total: 2 } },
    user: { ...adminPartner.user, partnerGroup: 'Stalled Group' },
  })
  const asked: (string | null)[] = []
  answer(getAdminOverview, overviewRow())
  answer(getAdminStats, stats)
  answer(getPartner, adminPartner)
  answer(getPartnerSummary, partnerSummary)
  answer(getConversation, refusal('not_found'))
  answer(getNeedsAttention, nothingWaits)
  for (const endpoint of [getPartnerTimeline, listPartnerNotes]) answer(endpoint, { page: [], total: 0 })
  answer(listPartnersWithUsers, ({ query }) => {
    expect(query.get('status')).toBe('stalled')
    asked.push(query.get('sort'))
    return { page: [stalled], total: 1 }
  })
  await showPortal('/admin', admin)
  // Admins may see the audit log, so that the number of sign-ins leads there.
  await expect
    .element(page.getByRole('link', { name: /sign-ins?$/ }))
    .toHaveAttribute('href', '/admin?tab=audit&action=session.signed_in')
  const table = page.getByRole('table', { name: 'Partners stalled in onboarding' })
  const first = table.getByRole('row').nth(1)
  await expect
    .element(first)
    .toMatchTextContent(/Ortega.*Stalled Group.*Pending.*0 of 2 signed.*1.*Never.*Never.*4,000 days/)
  await expect
    .element(first.getByText('4,000 days'))
    .toHaveAttribute('title', expect.stringMatching(/, \d{4}, /))
  for (const sort of ['tasks', '-tasks']) {
    await table.getByRole('link', { name: 'Open tasks', exact: true }).click()
    await expect.poll(address).toBe(`/admin?sort=${sort}`)
  }
  await expect
    .element(table.getByRole('columnheader').filter({ hasText: 'Open tasks' }))
    .toHaveAttribute('aria-sort', 'descending')
  await reloadPortal()
  await expect.element(first).toMatchTextContent(/Ortega/)
  await expect.poll(() => asked).toEqual(['created', 'tasks', '-tasks', '-tasks'])
  await first.getByRole('link').first().click()
  await expect.element(page.getByRole('dialog', { name: /Ortega/ })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
