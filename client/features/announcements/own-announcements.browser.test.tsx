import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  type Announcement,
  dismissAnnouncement,
  getAnnouncement,
  listAnnouncements,
  readAnnouncement,
} from '#contract/announcements.ts'
import { getCalendar } from '#contract/calendar.ts'
import { getProfile } from '#contract/partners/profile.ts'
import { recordDownload } from '#contract/resources/resources.ts'
import { search } from '#contract/search.ts'
import { getPortal } from '#contract/session/session.ts'
import { announcementRow } from '#test/browser/announcement-rows.ts'
import { catchSaves } from '#test/browser/library.ts'
import { partner, profile } from '#test/browser/people.ts'
import { answer, callsSoFar, refusal } from '#test/browser/portal-responses.ts'
import { resource } from '#test/browser/resource-rows.ts'
import { answerEmptyHome, reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { address, expectToLeave, section, takeTimers } from '#test/browser/steps.ts'
import { nothingFound } from '#test/search-results.ts'

const now = '2026-11-03T15:00:00.000Z'
const dialog = page.getByRole('dialog')
const card = ({ title }: Announcement) =>
  section('Announcements').getByRole('listitem').filter({ hasText: title })
/** Collects the announcements that the client has marked as read, each once. */
const reads = () => [...new Set(callsSoFar().filter((call) => call.endsWith('/read')))]

/** Responds like a server that remembers what was read and dismissed. */
const answerAnnouncements = (rows: Announcement[]) => {
  answerEmptyHome()
  answer(getCalendar, { days: [] })
  const change = (id: string | undefined, fields: Partial<Announcement>) => {
    const row = rows.find((each) => each.id === id)
    return row ? Object.assign(row, fields) : refusal('not_found')
  }
  answer(listAnnouncements, () => {
    const shown = rows.filter(({ dismissedAt }) => dismissedAt === null)
    return { page: shown, total: shown.length }
  })
  answer(getAnnouncement, ({ params }) => change(params.id, {}))
  answer(readAnnouncement, ({ params }) => change(params.id, { readAt: now }))
  answer(dismissAnnouncement, ({ params }) => change(params.id, { readAt: now, dismissedAt: now }))
}

test('an announcement is a line with its title, and counts as read once it is opened', async () => {
  const file = resource({ title: 'Season plan' })
  const saved = catchSaves()
  const lines = Array.from({ length: 12 }, (_, line) => `Line ${line + 1} of the plan for the season.`)
  const plan = announcementRow({
    title: '<b>The plan</b> & more',
    body: lines.join('\n\n'),
    endsAt: '2099-11-03T15:00:00.000Z',
    resources: [{ id: file.id, title: file.title, fileType: 'pdf', filePath: file.filePath }],
  })
  answerAnnouncements([plan])
  await showPortal('/', partner)
  await expect.element(card(plan)).toMatchTextContent('New')
  await expect.element(card(plan)).not.toMatchTextContent('Line 1')
  expect(card(plan).element().getBoundingClientRect().height).toBeLessThan(60)
  expect(reads()).toEqual([])
  await card(plan).getByRole('link', { name: plan.title }).click()
  const lastLine = dialog.getByText('Line 12 of the plan', { exact: false })
  await expect.element(lastLine).toBeVisible()
  await expect
    .element(dialog.getByRole('link', { name: /^Season plan/ }))
    .toHaveAttribute('href', expect.stringContaining(`file=${file.id}`))
  answer(recordDownload, { downloadCount: 1 })
  await dialog.getByRole('button', { name: 'Download Season plan' }).click()
  await expect.poll(() => saved).toEqual([`/objects/${file.filePath}?download as Season plan`])
  await expect.element(dialog.getByText('Shown until', { exact: false })).toBeVisible()
  expect(address()).toContain(`announcement=${plan.id}`)
  await expect.poll(reads).toEqual([`POST /api/announcements/${plan.id}/read`])
  await reloadPortal()
  await expect.element(lastLine).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(card(plan)).not.toMatchTextContent('New')

  await card(plan).getByRole('link', { name: plan.title }).click()
  takeTimers()
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expectToLeave(card(plan))
  // A link to a dismissed announcement, as in an email, still opens it.
  history.replaceState(null, '', `/?announcement=${plan.id}`)
  await reloadPortal()
  await expect.element(lastLine).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument()
})

test('the keyboard dismisses announcements one after the other, and the search finds one', async () => {
  const [first, second, third] = [
    announcementRow({ title: 'First' }),
    announcementRow({ title: 'Second' }),
    announcementRow({ title: 'Third' }),
  ]
  answerAnnouncements([first, second, third])
  const { id, title, publishAt } = third
  answer(search, { ...nothingFound, announcements: [{ id, title, publishAt }] })
  await showPortal('/', partner)
  const dismiss = (await card(first)
    .getByRole('button', { name: 'Dismiss First' })
    .findElement()) as HTMLElement
  dismiss.focus()
  takeTimers()
  await userEvent.keyboard('{Enter}')
  await expectToLeave(card(first))
  await expect.element(card(second)).toHaveFocus()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect
    .element(page.getByRole('dialog', { name: 'Second' }).getByText('We close at noon.'))
    .toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()

  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(dialog.getByRole('combobox')).toHaveFocus()
  await userEvent.keyboard('Third')
  await dialog.getByRole('option').filter({ hasText: 'Third' }).click()
  await expect.poll(address).toContain(`announcement=${id}`)
  await expect
    .element(page.getByRole('dialog', { name: 'Third' }).getByText('We close at noon.'))
    .toBeVisible()
})

test('a link to an announcement opens it during onboarding, and says so if the partner cannot see it', async () => {
  const row = announcementRow()
  answerAnnouncements([row])
  answer(getPortal, { companyName: 'Northwind Ventures' })
  answer(getProfile, { ...profile, onboardingStatus: 'documents' })
  await showPortal(`/?announcement=${row.id}`, partner)
  await expect.element(dialog.getByRole('heading', { name: row.title })).toBeVisible()
  answerAnnouncements([])
  answer(getProfile, profile)
  history.replaceState(null, '', `/?announcement=${row.id}`)
  await reloadPortal()
  await expect.element(dialog.getByText('This announcement is no longer available.')).toBeVisible()
})
