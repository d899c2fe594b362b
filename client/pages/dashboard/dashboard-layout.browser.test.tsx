import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listAnnouncements } from '#contract/announcements.ts'
import { getCalendar } from '#contract/calendar.ts'
import { announcementRow } from '#test/browser/announcement-rows.ts'
import { partner, profile, support } from '#test/browser/people.ts'
import { answer } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, answerFrame, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'

const three = ['Partner Tasks', 'Signed Agreements', 'Partner Activations']
const ofPartner = [
  'Next for you',
  'Announcements',
  ...three,
  'Recently added',
  'People',
  'Your contact',
  'Recent activity',
  'Calendar',
]

beforeEach(() => {
  answerFrame()
  answerStaffHome()
  answerEmptyHome()
  answer(getCalendar, { days: [] })
  answer(listAnnouncements, [announcementRow()])
})

const isOutermost = ({ parentElement }: Element) => !parentElement?.closest('section')
const sections = () => page.getByRole('main').getByRole('region').elements().filter(isOutermost)
const nameOf = (region: Element) =>
  region.getAttribute('aria-label') ??
  document.getElementById(region.getAttribute('aria-labelledby') ?? '')?.textContent
const names = () => sections().map(nameOf)
const boxOf = (name: string) => page.getByRole('region', { name }).element().getBoundingClientRect()

for (const { who, user, path, expected } of [
  { who: 'a partner', user: partner, path: '/', expected: ofPartner },
  { who: 'staff', user: support, path: '/', expected: ['Needs attention', ...three, 'Calendar'] },
  {
    who: 'staff who have chosen a partner',
    user: support,
    path: `/?partner=${profile.id}`,
    expected: ['Chosen partner', ...three, 'Calendar'],
  },
]) {
  test(`the home of ${who} shows the first part, the tasks, and agreements next to activations`, async () => {
    await page.viewport(1440, 4000)
    await showPortal(path, user)
    await expect.poll(names).toEqual(expected)
    const [tasks, agreements, activations] = three.map(boxOf)
    if (!tasks || !agreements || !activations) throw new Error('a section is missing')
    expect(agreements.top).toBe(activations.top)
    expect([tasks.left, tasks.right]).toEqual([agreements.left, activations.right])
    await page.viewport(390, 4000)
    const tops = expected.map((name) => boxOf(name).top)
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    expect(new Set(three.map((name) => boxOf(name).left)).size).toBe(1)
  })
}
