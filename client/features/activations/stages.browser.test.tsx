import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listAllActivations } from '#contract/activation-list.ts'
import type { ActivationStage } from '#contract/activation-stages.ts'
import {
  getActivation,
  listOwnActivations,
  type PartnerActivation,
  updateActivation,
} from '#contract/activations.ts'
import { getCalendar } from '#contract/calendar.ts'
import { listOwnDocuments } from '#contract/documents/documents.ts'
import { activationRow } from '#test/browser/activation-rows.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { documentRow } from '#test/browser/document-rows.ts'
import { rowPartner } from '#test/browser/partner-rows.ts'
import { partner, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'
import { address, expectToast, row, section } from '#test/browser/steps.ts'

const ahead = '2099-04-17T18:30:00.000Z'
const over = '2020-04-17T18:30:00.000Z'
const opened = page.getByRole('dialog', { name: 'Opening night' })

const answerHome = (rows: PartnerActivation[]) => {
  answerEmptyHome()
  answer(getCalendar, { days: [] })
  answer(listOwnActivations, rows)
}

/** Answers the reads of the dialog for staff, and the changes of its stage. Returns what was sent. */
const answerStages = (fields: Partial<PartnerActivation>) => {
  answerStaffHome()
  let activation = activationRow(fields)
  const sent: unknown[] = []
  answer(getActivation, () => activation)
  answer(updateActivation, ({ body }) => {
    sent.push(body)
    const { stage = 'planned' } = body as { stage?: ActivationStage }
    activation = { ...activation, stage, updatedAt: `2026-11-0${sent.length + 1}T15:00:00.000Z` }
    return activation
  })
  return { id: activation.id, updatedAt: activation.updatedAt, sent }
}

const openMenu = () => opened.getByRole('button', { name: /^Actions for/ }).click()
const choose = async (item: string) => {
  await openMenu()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('a row says how far an activation is, and a canceled one only that', async () => {
  const rows: [name: string, stage: ActivationStage, activationDate: string, badges: RegExp][] = [
    ['To come', 'planned', ahead, /scheduled$/],
    ['Agreed', 'confirmed', ahead, /scheduledConfirmed/],
    ['Called off', 'canceled', ahead, /Canceled$/],
    ['Held', 'done', over, /activeDone$/],
    ['Was agreed', 'confirmed', over, /activePast$/],
    ['Was called off', 'canceled', over, /Canceled$/],
  ]
  answerHome(
    rows.map(([name, stage, activationDate]) =>
      activationRow({ name, stage, activationDate, place: 'Pier 4' }),
    ),
  )
  await showPortal('/', partner)
  for (const [name, , , badges] of rows) {
    await expect.element(row(name)).toMatchTextContent(/Pier 4/)
    const text = row(name).element().textContent.replace('Add to calendar', '')
    expect(text, name).toMatch(badges)
  }
  expect(row('Called off').element().textContent).not.toContain('scheduled')
  // What was canceled cannot be added to a calendar.
  const links = section('Partner Activations').getByRole('link', { name: /^Add to calendar/ })
  expect(links.elements().map((link) => link.getAttribute('aria-label'))).toEqual([
    'Add to calendar: To come',
    'Add to calendar: Agreed',
  ])
})

test('around its day, an activation links to the page for it', async () => {
  const hour = 3_600_000
  for (const [hours, count] of [
    [30, 1],
    [80, 0],
  ] as const) {
    const activation = activationRow({ activationDate: new Date(Date.now() + hours * hour).toISOString() })
    answerHome([activation])
    answer(getActivation, activation)
    await showPortal(`/?activation=${activation.id}`, partner)
    await expect.element(opened.getByRole('link', { name: /^Add to calendar/ })).toBeVisible()
    const links = opened.getByRole('link', { name: 'Page for the day' }).elements()
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      Array.from({ length: count }, () => `/day/${activation.id}`),
    )
  }
})

test('a partner finds the way, the people and the agreement in the dialog', async () => {
  const agreement = documentRow({ documentName: 'Hall contract' })
  const activation = activationRow({
    ...{ place: 'Pier 4 & Main St', arrival: 'Ring at the bay.\nParking: https://example.com/park' },
    contacts: [
      { name: 'Maya Lindqvist', role: 'Event lead', phone: '+1 (251) 555-0142' },
      { name: 'Front desk', role: null, phone: '251 555 0100 ext. 4' },
      { name: 'Otto Berg', role: 'Photographer', phone: null },
    ],
    documentId: agreement.id,
  })
  answerHome([activation])
  answer(listOwnDocuments, [agreement])
  answer(getActivation, activation)
  await showPortal('/', partner)
  await row('Opening night').getByRole('link', { name: 'Opening night' }).click()
  const map = opened.getByRole('link', { name: 'Map of Pier 4 & Main St' })
  await expect.element(map).toHaveAttribute('target', '_blank')
  await expect.element(map).toHaveAttribute('rel', 'noreferrer')
  expect(new URL(map.element().getAttribute('href') ?? '').searchParams.get('query')).toBe('Pier 4 & Main St')
  for (const [name, href] of [
    ['Call Maya Lindqvist: +1 (251) 555-0142', 'tel:+12515550142'],
    ['Call Front desk: 251 555 0100 ext. 4', 'tel:2515550100,4'],
    ['https://example.com/park', 'https://example.com/park'],
    ['Hall contract', `/?activation=${activation.id}&agreement=${agreement.id}`],
  ] as const) {
    await expect.element(opened.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  }
  await expect.element(opened).toMatchTextContent(/Otto Berg, Photographer/)
  await expect.element(opened).not.toMatchTextContent('other partner')
  await expectNoAxeViolations(opened)
})

test('staff confirm an activation, cancel it after a question, and plan it again', async () => {
  const { id, updatedAt, sent } = answerStages({ activationDate: ahead })
  await showPortal(`/?activation=${id}`, support)
  await openMenu()
  // What has not begun cannot be done.
  await expect.element(page.getByRole('menuitem', { name: 'Mark as done' })).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: 'Mark as confirmed' }).click()
  await expectToast('Activation marked as confirmed')
  await expect.element(opened.getByText('Confirmed', { exact: true })).toBeVisible()

  await choose('Cancel event…')
  const question = page.getByRole('alertdialog', { name: 'Cancel Opening night?' })
  await question.getByRole('button', { name: 'Keep event' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await choose('Cancel event…')
  await question.getByRole('button', { name: 'Cancel event' }).click()
  await expectToast('Activation canceled')
  await expect.element(opened.getByText('Canceled', { exact: true })).toBeVisible()
  await expect.element(opened.getByText('scheduled')).not.toBeInTheDocument()
  await expect.element(opened.getByRole('link', { name: /^Add to calendar/ })).not.toBeInTheDocument()

  await choose('Plan again')
  await expectToast('Activation planned again')
  await expect.element(opened.getByText('scheduled')).toBeVisible()
  await expect.element(opened.getByRole('link', { name: /^Add to calendar/ })).toBeVisible()
  expect(sent).toEqual([
    { stage: 'confirmed', updatedAt },
    { stage: 'canceled', updatedAt: '2026-11-02T15:00:00.000Z' },
    { stage: 'planned', updatedAt: '2026-11-03T15:00:00.000Z' },
  ])
})

test('an activation that has begun is marked as done, and one that a colleague has changed is not', async () => {
  const { id } = answerStages({ activationDate: over })
  const changed = 'Someone else changed this in the meantime.'
  answer(updateActivation, refusal('conflict', changed))
  await showPortal(`/?activation=${id}`, support)
  await openMenu()
  // It is too late to confirm what is over.
  await expect.element(page.getByRole('menuitem', { name: 'Mark as confirmed' })).not.toBeInTheDocument()
  await page.getByRole('menuitem', { name: 'Mark as done' }).click()
  await expectToast(changed)
  await expect.element(opened.getByText('Past', { exact: true })).toBeVisible()
  const { sent } = answerStages({ id, activationDate: over })
  await choose('Mark as done')
  await expectToast('Activation marked as done')
  await expect.element(opened.getByText('Done', { exact: true })).toBeVisible()
  await expect.element(opened.getByText('Past', { exact: true })).not.toBeInTheDocument()
  expect(sent).toHaveLength(1)
})

test('staff see which other partners have the event, and that only one part of it is deleted', async () => {
  const definitionId = activationRow().id
  const { id } = answerStages({ activationDate: ahead, isShared: true, definitionId })
  const asked: Record<string, string>[] = []
  answer(listAllActivations, ({ query }) => {
    asked.push(Object.fromEntries(query))
    return { page: [{ ...activationRow(), partner: rowPartner }], total: 3 }
  })
  await showPortal(`/admin?tab=settings&activation=${id}`, support)
  const others = opened.getByRole('link', { name: 'Also at 2 other partners' })
  await expect.element(others).toBeVisible()
  await choose('Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete Opening night?' })
  await expect.element(question).toMatchTextContent(/^.*Only the part of .* is deleted\. The other partners/)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await others.click()
  await expect.poll(address).toBe(`/admin?tab=activations&time=all&event=${definitionId}`)
  await expect.element(page.getByText(/^Only one event of several partners/)).toBeVisible()
  expect(asked).toContainEqual(expect.objectContaining({ definitionId, sort: 'date' }))
})
