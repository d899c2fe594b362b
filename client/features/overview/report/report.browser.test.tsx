import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getOfficeHours } from '#contract/chat/office-hours.ts'
import { listSavedReplies } from '#contract/chat/saved-replies.ts'
import { emailSwitches } from '#contract/notifications/kinds.ts'
import { getEmailPreferences, updateEmailPreferences } from '#contract/notifications/preferences.ts'
import { listGroupManagers } from '#contract/partners/partner-manager.ts'
import { listPartnerTags } from '#contract/partners/tags.ts'
import { reportMetrics } from '#contract/report-metrics.ts'
import {
  getEventReport,
  getReportSettings,
  getReportSummary,
  listEventGroups,
  setReportSettings,
} from '#contract/reports.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { admin, support } from '#test/browser/people.ts'
import { answer } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { address } from '#test/browser/steps.ts'

const none = { count: 0, previous: 0, corrections: 0 }
const partnerId = '11111111-1111-4111-8111-111111111111'
const summary = (given: object = {}) => ({
  ...{ from: '2026-07-01', to: '2026-09-30', previousFrom: '2026-04-01', previousTo: '2026-06-30' },
  isOpen: false,
  timeZone: 'America/New_York',
  stalledDays: 14,
  numbers: {
    ...(Object.fromEntries(reportMetrics.map((metric) => [metric, none])) as Record<
      (typeof reportMetrics)[number],
      typeof none
    >),
    agreement_signed: { count: 1234, previous: 1200, corrections: 1 },
  },
  signingDays: { value: 2.5, previous: null },
  answerSeconds: { value: 5400, previous: 240 },
  tasksByType: [{ type: 'physical' as const, given: 3, done: 2, late: 1 }],
  tasksByGroup: [{ group: null, given: 3, done: 2, late: 1 }],
  files: [{ id: partnerId, title: 'Logo', downloads: 7, partners: 5 }],
  corrections: [
    {
      metric: 'agreement_signed' as const,
      at: '2026-08-02T12:00:00.000Z',
      correctsAt: '2026-02-03T12:00:00.000Z',
      partner: { id: partnerId, businessName: 'Harborview Hall' },
    },
  ],
  ...given,
})
const counts = {
  ...{ planned: 1, done: 12, canceled: 2, recaps: 10, guests: 1240, signUps: 300 },
  costs: [{ currency: 'USD', cents: 100_000, signUps: 32 }],
}
const event = {
  ...{
    id: partnerId,
    name: 'Open house',
    activationDate: '2026-08-02T12:00:00.000Z',
    timeZone: 'America/New_York',
  },
  ...{ partner: { id: partnerId, businessName: 'Harborview Hall' }, guests: 140, signUps: 32 },
}
const answerEvents = () => {
  const previous = { ...counts, signUps: 310, costs: [] }
  const withoutRecap = [{ ...event, name: 'Health day', guests: null, signUps: null }]
  answer(getEventReport, { total: counts, previous, best: [event], missingRecaps: 2, withoutRecap })
  answer(listEventGroups, ({ query }) => {
    const harborview = { ...counts, id: partnerId, name: 'Harborview Hall' }
    if (query.get('by') === 'partner') return { page: [harborview], total: 1 }
    const page = [
      { ...counts, id: 'Coast', name: 'Coast' },
      { ...counts, id: '', name: null },
    ]
    return { page, total: page.length }
  })
}

const preferences = {
  ...(Object.fromEntries(emailSwitches.map((name) => [name, name !== 'monthlyReports'])) as Record<
    (typeof emailSwitches)[number],
    boolean
  >),
  ...{ bellOff: [], digestOff: [], quietHours: null },
}

test('the report shows the numbers of the period in the address beside those before, each with its definition and list', async () => {
  answer(getEmailPreferences, preferences)
  answerEvents()
  const asked: unknown[] = []
  answer(getReportSummary, ({ query }) => {
    asked.push(Object.fromEntries(query))
    return summary()
  })
  await showPortal('/admin?tab=overview&period=last-quarter', support)
  await expect.element(page.getByText('Jul 1, 2026 – Sep 30, 2026')).toBeVisible()
  const agreements = page.getByRole('region', { name: 'Agreements' })
  await expect
    .element(agreements)
    .toMatchTextContent(/Signed.*less those voided.*1,234.*1,200 before, \+34 · 1 correction/)
  await expect.element(agreements).toMatchTextContent(/Median until signed.*2\.5 days.*none before/)
  await expect
    .element(agreements.getByRole('link', { name: 'Signed' }))
    .toHaveAttribute(
      'href',
      '/admin?tab=agreements&status=signed&dates=signed&from=2026-07-01&until=2026-09-30',
    )
  await expect.element(page.getByText(/Signature voided.*counted on Feb 3, 2026/)).toBeVisible()
  await expect
    .element(page.getByRole('region', { name: 'Tasks' }))
    .toMatchTextContent(/Physical.*3.*2.*1.*No group/)
  await expectNoAxeViolations(page.getByRole('main'))

  await page.getByRole('link', { name: 'Last month' }).click()
  expect(address()).toBe('/admin?tab=overview&period=last-month')
  await page.getByRole('link', { name: 'Other days' }).click()
  expect(address()).toBe('/admin?tab=overview&from=2026-07-01&to=2026-09-30')
  await page.getByLabelText('To', { exact: true }).fill('2026-06-30')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.element(page.getByText('The last day is before the first')).toBeVisible()
  await page.getByLabelText('To', { exact: true }).fill('2026-07-31')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.poll(() => asked.at(-1)).toEqual({ from: '2026-07-01', to: '2026-07-31' })
})

test('activations are added up by group, plan or partner, and lead to the best and to those without a recap', async () => {
  answer(getEmailPreferences, preferences)
  answer(getReportSummary, summary())
  answerEvents()
  await showPortal('/admin?tab=overview&period=last-quarter', support)
  const results = page.getByRole('region', { name: 'Results of activations' })
  await expect
    .element(results)
    .toMatchTextContent(/Sign-ups.*300.*310 before, −10.*Cost.*\$1,000\.00.*– before.*each sign-up.*\$31\.25/)
  await expect
    .element(page.getByRole('table', { name: 'Activations by group' }))
    .toMatchTextContent(/Coast.*12.*No group/)
  await expect
    .element(page.getByRole('region', { name: 'Without a recap' }))
    .toMatchTextContent(/The latest 1 of 2.*Health day/)
  await page.getByRole('link', { name: 'Partner', exact: true }).click()
  expect(address()).toBe('/admin?tab=overview&period=last-quarter&by=partner')
  await expect
    .element(
      page
        .getByRole('table', { name: 'Activations by partner' })
        .getByRole('link', { name: 'Harborview Hall' }),
    )
    .toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open house' }))
    .toHaveAttribute('href', `/admin?tab=overview&period=last-quarter&by=partner&activation=${partnerId}`)
  await expectNoAxeViolations(page.getByRole('main'))
})

test('the switch asks for the email about each month', async () => {
  answer(getEmailPreferences, preferences)
  answer(getReportSummary, summary())
  answerEvents()
  await showPortal('/admin?tab=overview&period=this-month', support)
  const box = page.getByRole('checkbox', { name: 'Send me this every month' })
  await expect.element(box).not.toBeChecked()
  const on = { ...preferences, monthlyReports: true }
  answer(updateEmailPreferences, ({ body }) => {
    expect(body).toEqual({ monthlyReports: true })
    answer(getEmailPreferences, on)
    return on
  })
  await box.click()
  await expect.element(box).toBeChecked()
})

test('an admin changes the settings of reports', async () => {
  const saved = { timeZone: 'America/New_York', stalledDays: 14, updatedAt: null }
  answer(getReportSettings, saved)
  answer(getOfficeHours, { hours: null, updatedAt: null })
  for (const endpoint of [listSavedReplies, listGroupManagers, listPartnerTags]) {
    answer(endpoint, { page: [], total: 0 })
  }
  await showPortal('/admin?tab=settings', admin)
  await expect
    .element(page.getByText('America/New York · a partner is stalled after 14 days in onboarding'))
    .toBeVisible()
  await page.getByRole('button', { name: 'Edit the settings of reports' }).click()
  const days = page.getByRole('spinbutton', { name: 'Days until stalled' })
  await days.fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Enter at least 1 day')).toBeVisible()
  await days.fill('21')
  const next = { ...saved, stalledDays: 21, updatedAt: '2026-11-20T12:00:00.000Z' }
  answer(setReportSettings, ({ body }) => {
    expect(body).toEqual({ timeZone: 'America/New_York', stalledDays: 21 })
    answer(getReportSettings, next)
    return next
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText(/stalled after 21 days/)).toBeVisible()
})
