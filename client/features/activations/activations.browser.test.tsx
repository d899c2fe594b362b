import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  getActivation,
  listOwnActivations,
  listPartnerActivations,
  updateActivation,
} from '#contract/activations.ts'
import { getCalendar } from '#contract/calendar.ts'
import { activationRow } from '#test/browser/activation-rows.ts'
import { rowPartner } from '#test/browser/partner-rows.ts'
import { partner, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-answers.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome, answerTaskForm } from '#test/browser/staff-home.ts'
import { address, field, row, section, texts } from '#test/browser/steps.ts'

const answerHome = () => {
  answerEmptyHome()
  answer(getCalendar, { days: [] })
}

test('an activation without a zone shows in the zone of the reader, and stays so when something else is edited', async () => {
  answerStaffHome()
  answerTaskForm()
  let activation = activationRow({ endsAt: '2099-04-19T00:00:00.000Z' })
  answer(getActivation, () => activation)
  answer(listPartnerActivations, () => [activation])
  const sent: unknown[] = []
  answer(updateActivation, ({ body }) => {
    sent.push(body)
    activation = { ...activation, place: (body as { place: string }).place }
    return activation
  })
  await page.viewport(390, 844)
  await showPortal(`/?partner=${rowPartner.id}&activation=${activation.id}`, support)
  const opened = page.getByRole('dialog', { name: 'Opening night' })
  await expect.element(opened).toMatchTextContent('Apr 17, 2099, 2:30 PM – Apr 18, 2099, 8:00 PM EDT')
  await expect.element(opened).not.toMatchTextContent('your time')
  await opened.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit activation' })
  await expect.element(field(edit, 'Time zone')).toHaveDisplayValue("Each reader's time zone")
  await expect.element(field(edit, 'End date')).toHaveValue('2099-04-18')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await field(edit, 'Place').fill('Lobby')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(opened).toMatchTextContent('Lobby')
  const { activationDate, endsAt } = activation
  expect(sent).toMatchObject([{ timeZone: null, place: 'Lobby', activationDate, endsAt }])
})

test('a partner sees the activations to come first, each with the way to the calendar', async () => {
  answerHome()
  // The server lists the latest first.
  const rows = [2099, 2098, 2021, 2020].map((year) =>
    activationRow({ name: `In ${year}`, activationDate: `${year}-04-17T14:00:00.000Z` }),
  )
  answer(listOwnActivations, rows)
  await showPortal('/', partner)
  const activations = section('Partner Activations')
  await expect
    .poll(() => texts(activations.getByRole('heading', { level: 3 })))
    .toEqual(['In 2098', 'In 2099', 'In 2021', 'In 2020'])
  expect(activations.getByRole('link', { name: /^Add to calendar/ }).elements()).toHaveLength(2)
  await expect
    .element(activations.getByRole('link', { name: /^Add to calendar.*In 2098/ }))
    .toHaveAttribute('href', `/api/activations/${rows[1]?.id}/calendar`)
})

test('an activation that is over says so', async () => {
  answerHome()
  answer(listOwnActivations, [activationRow({ activationDate: '2020-04-17T14:00:00.000Z' })])
  await showPortal('/', partner)
  for (const badge of ['active', 'Past']) {
    await expect.element(row('Opening night').getByText(badge, { exact: true })).toBeVisible()
  }
})

test('an activation that is gone is not found', async () => {
  answerHome()
  answer(getActivation, refusal('not_found'))
  await showPortal(`/?activation=${activationRow().id}`, partner)
  const dialog = page.getByRole('dialog', { name: 'Activation' })
  await expect.element(dialog).toMatchTextContent('This activation no longer exists.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(address).toBe('/')
})
