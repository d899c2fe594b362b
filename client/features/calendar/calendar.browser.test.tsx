import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getCalendar } from '#contract/calendar.ts'
import { partner } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'

const calendar = page.getByRole('region', { name: 'Calendar', exact: true })
const day = (name: RegExp) => calendar.getByRole('grid').getByRole('link', { name })

test('the arrow keys lead through the days and into other months, and Enter chooses', async () => {
  answerEmptyHome()
  answer(getCalendar, { days: [] })
  await showPortal('/?calendar=2027-01-30', partner)
  await day(/^Saturday, January 30/)
    .findElement()
    .then((element) => (element as HTMLElement).focus())
  for (const [key, name] of [
    ['ArrowRight', 'Sunday, January 31'],
    ['ArrowRight', 'Monday, February 1'],
    ['ArrowDown', 'Monday, February 8'],
    ['End', 'Saturday, February 13'],
    ['Home', 'Sunday, February 7'],
    ['ArrowUp', 'Sunday, January 31'],
    ['PageDown', 'Sunday, February 28'],
    ['ArrowLeft', 'Saturday, February 27'],
    ['PageUp', 'Wednesday, January 27'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    await expect.element(day(new RegExp(`^${name}, 2027`))).toHaveFocus()
  }
  await userEvent.keyboard('{Enter}')
  const chosen = calendar.getByRole('region', { name: 'Wednesday, January 27, 2027' })
  await expect.element(chosen).toMatchTextContent('Nothing on this day')
  expect(location.search).toBe('?calendar=2027-01-27')
  // The Tab key stops at only one of the days.
  expect(document.querySelectorAll('[role=grid] a[data-day][tabindex="0"]')).toHaveLength(1)
})

test('the calendar that cannot be read says so and is read again', async () => {
  answerEmptyHome()
  answer(getCalendar, refusal('internal'))
  await showPortal('/?calendar=2027-02', partner)
  await expect.element(calendar.getByText('The calendar could not be loaded')).toBeVisible()
  answer(getCalendar, { days: [] })
  await calendar.getByRole('button', { name: 'Retry' }).click()
  const list = calendar.getByRole('region', { name: 'February 2027', exact: true })
  await expect.element(list).toMatchTextContent('Nothing in February 2027')
})
