import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { queryClient } from '#client/lib/query-client.ts'
import { DialogHost } from '#client/ui/dialog-host.tsx'
import type { Sent } from '#contract/endpoint.ts'
import {
  answerTerms,
  getTermQuestions,
  type TermQuestions as Questions,
} from '#contract/obligations/terms.ts'
import { getCurrentUser } from '#contract/session/session.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { obligationRow } from '#test/browser/obligation-rows.ts'
import { support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { field } from '#test/browser/steps.ts'
import { TermQuestions } from './term-questions.tsx'

const updatedAt = '2026-11-20T15:00:00.000Z'

let questions: Questions
let sent: unknown

beforeEach(() => {
  answer(getCurrentUser, support)
  answer(getTermQuestions, () => questions)
  answer(answerTerms, ({ body }) => {
    sent = body
    const { updatedAt: _, ...answers } = body as Sent<typeof answerTerms, 'body'>
    questions = { asked: [], answered: questions.asked, answers: answers as Questions['answers'], updatedAt }
    return questions
  })
})

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <DialogHost>
        <TermQuestions documentId={obligationRow().documentId ?? ''} />
      </DialogHost>
    </QueryClientProvider>,
  )

const dialog = page.getByRole('dialog', { name: 'Terms that could not be read' })
const term = (name: string) => dialog.getByRole('group', { name: new RegExp(`^${name}`) })
const save = () => dialog.getByRole('button', { name: 'Save answers' }).click()

test('staff answer each term that could not be read in its own unit, beside what was signed', async () => {
  questions = {
    asked: [
      { name: 'eventDates', text: 'mid April' },
      { name: 'eventSetupTime', text: 'early' },
      { name: 'collateralDays', text: 'about 3' },
      { name: 'paymentAmount', text: '12.5k' },
      { name: 'depositPercentage', text: 'a third' },
      { name: 'expectedGuests', text: '' },
      { name: 'cancellationDays', text: 'a month' },
    ],
    answered: [],
    answers: {},
    updatedAt,
  }
  await show()
  await expect.element(page.getByText('7 terms could not be read')).toBeVisible()
  await page.getByRole('button', { name: 'Answer…' }).click()
  await expect.element(dialog.getByText(/What was signed stays as it is/)).toBeVisible()
  await expect.element(term('Days before the event to deliver')).toMatchTextContent('They wrote “about 3”')
  await expect.element(term('Expected')).toMatchTextContent('They left it empty')
  await expectNoAxeViolations(dialog)

  await save()
  await expect.element(dialog.getByText('Answer at least one')).toBeVisible()
  await field(dialog, 'First day of the event').fill('2027-04-17')
  await field(dialog, 'Last day of the event').fill('2027-04-16')
  await field(dialog, 'Days before the event to deliver materials').fill('3.5')
  await field(dialog, 'Fee in US dollars').fill('12.500,00')
  await field(dialog, 'Deposit in percent of the fee').fill('133')
  await save()
  await expect.element(dialog.getByText('The last day must not be before the first')).toBeVisible()
  await expect.element(dialog.getByText('Enter a whole number of days')).toBeVisible()
  await expect.element(dialog.getByText('Enter an amount, for example, 12,500.00')).toBeVisible()
  await expect.element(dialog.getByText('Enter at most 100 %')).toBeVisible()

  await field(dialog, 'Last day of the event').fill('')
  await field(dialog, 'Setup begins at').fill('07:30')
  await field(dialog, 'Days before the event to deliver materials').fill('3')
  await field(dialog, 'Fee in US dollars').fill('12,500.5')
  await field(dialog, 'Deposit in percent of the fee').fill('33.33')
  await term('Days before the event to cancel without').getByRole('checkbox').click()
  await save()
  await expect.element(dialog).not.toBeInTheDocument()
  // The number of guests was left empty, so it stays unanswered.
  expect(sent).toEqual({
    eventDates: { firstDay: '2027-04-17', lastDay: '2027-04-17' },
    eventSetupTime: '07:30',
    collateralDays: 3,
    paymentAmount: 1_250_050,
    depositPercentage: 3333,
    cancellationDays: null,
    updatedAt,
  })
  await page.getByRole('button', { name: 'Change answers…' }).click()
  await expect.element(field(dialog, 'Fee in US dollars')).toHaveValue('12,500.50')
  await expect.element(term('Fee')).toMatchTextContent('They wrote “12.5k”')
  await expect.element(term('Days before the event to cancel without').getByRole('checkbox')).toBeChecked()
})

test('nothing shows if all terms can be read', async () => {
  questions = { asked: [], answered: [], answers: {}, updatedAt: null }
  const { container } = await show()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(container.textContent).toBe('')
})

test('answers that a colleague has given meanwhile are not overwritten, and the form can load them', async () => {
  questions = { asked: [{ name: 'collateralDays', text: 'about 3' }], answered: [], answers: {}, updatedAt }
  await show()
  await page.getByRole('button', { name: 'Answer…' }).click()
  await field(dialog, 'Days before the event to deliver materials').fill('3')
  questions = {
    asked: [{ name: 'eventSetupTime', text: 'early' }],
    answered: [{ name: 'collateralDays', text: 'about 3' }],
    answers: { collateralDays: 7 },
    updatedAt: '2026-11-20T15:01:00.000Z',
  }
  answer(answerTerms, refusal('conflict', 'Someone else changed this.'))
  await save()
  await expect.element(page.getByText('Someone else changed this.')).toBeVisible()
  await expect.element(field(dialog, 'Days before the event to deliver materials')).toHaveValue('3')
  await dialog.getByRole('button', { name: 'Load latest version' }).click()
  await expect.element(field(dialog, 'Days before the event to deliver materials')).toHaveValue('7')
  await expect.element(field(dialog, 'Setup begins at')).toHaveValue('')
})
