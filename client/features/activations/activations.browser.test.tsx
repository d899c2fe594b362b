import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#client/lib/query-client.ts'
import {
  createActivation,
  deleteActivation,
  getActivation,
  listOwnActivations,
  listPartnerActivations,
  type PartnerActivation,
  updateActivation,
} from '#contract/activations.ts'
import { getCalendar } from '#contract/calendar.ts'
import { getConversation } from '#contract/chat/inbox.ts'
import { listResources } from '#contract/resources/resources.ts'
import { activationRow } from '#test/browser/activation-rows.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { rowPartner } from '#test/browser/partner-rows.ts'
import { partner, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { resource } from '#test/browser/resource-rows.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome, answerTaskForm } from '#test/browser/staff-home.ts'
import { address, expectToast, field, row, section, texts } from '#test/browser/steps.ts'

const answerHome = () => {
  answerEmptyHome()
  answer(getCalendar, { days: [] })
}

test('an activation without a zone is shown in the zone of the reader, and has none after another field is edited', async () => {
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

test('staff edit and delete an open activation, open its partner, and see what others change', async () => {
  answerStaffHome()
  answerTaskForm()
  // The record of the partner reads the conversation.
  answer(getConversation, refusal('not_found'))
  const other = activationRow({ name: 'Stays' })
  const times = { endsAt: '2099-04-18T00:00:00.000Z', timeZone: 'America/Denver' }
  let activation = activationRow({ name: 'Winter weekend', ...times })
  answer(getActivation, () => activation)
  answer(listPartnerActivations, () => [activation, other])
  answer(updateActivation, ({ body }) => {
    const { timeZone, place, activationDate, endsAt } = body as PartnerActivation
    activation = { ...activation, timeZone, place, activationDate, endsAt }
    return activation
  })
  await showPortal(`/?partner=${rowPartner.id}`, support)
  await row('Winter weekend').getByRole('link', { name: 'Winter weekend', exact: true }).click()
  await expect.poll(address).toBe(`/?partner=${rowPartner.id}&activation=${activation.id}`)
  const opened = page.getByRole('dialog', { name: 'Winter weekend' })
  const choose = async (item: string) => {
    await opened.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await choose('Edit')
  const edit = page.getByRole('dialog', { name: 'Edit activation' })
  await expect.element(field(edit, 'Activation date')).toHaveValue('2099-04-17')
  await expect.element(field(edit, 'Time')).toHaveValue('12:30')
  await expect.element(field(edit, 'End date')).toHaveValue('')
  await expect.element(field(edit, 'End time')).toHaveValue('18:00')
  await field(edit, 'Time zone').selectOptions('America/Los_Angeles')
  await field(edit, 'Place').fill('Lobby')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expectToast('Activation updated successfully')
  await expect.element(edit).not.toBeInTheDocument()
  await expect.element(opened).toMatchTextContent('12:30 PM – 6:00 PM PDT')
  await expect.element(opened).toMatchTextContent('Lobby')
  activation = { ...activation, place: 'Garden' }
  await queryClient.invalidateQueries()
  await expect.element(opened).toMatchTextContent('Garden')

  await opened.getByRole('link', { name: `${rowPartner.fullName}, ${rowPartner.businessName}` }).click()
  const record = page.getByRole('dialog', { name: new RegExp(rowPartner.businessName) })
  await expect.element(record).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(record).not.toBeInTheDocument()
  await expect.element(opened).toBeVisible()

  await choose('Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete Winter weekend?' })
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(opened).toBeVisible()
  answer(deleteActivation, () => {
    answer(listPartnerActivations, [other])
    return undefined
  })
  await choose('Delete')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast('Activation deleted successfully')
  await expect.element(opened).not.toBeInTheDocument()
  await expect.element(row('Winter weekend')).not.toBeInTheDocument()
  await expect.element(row('Stays')).toBeVisible()
  expect(document.activeElement).not.toBe(document.body)
})

test('a partner sees the coming activations first, each with a link that adds it to a calendar', async () => {
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

test('an activation that was deleted is reported as not found', async () => {
  answerHome()
  answer(getActivation, refusal('not_found'))
  await showPortal(`/?activation=${activationRow().id}`, partner)
  const dialog = page.getByRole('dialog', { name: 'Activation' })
  await expect.element(dialog).toMatchTextContent('This activation no longer exists.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(address).toBe('/')
})

const details = {
  ...{ name: 'Spring weekend', place: 'Main hall, upstairs', timeZone: 'America/Denver' },
  ...{ activationDate: '2099-04-17T18:30:00.000Z', endsAt: '2099-04-18T00:00:00.000Z' },
  description: 'Doors open at noon.\nBring the banner.',
}

test('staff create an activation with all its details', async () => {
  answerStaffHome()
  answerTaskForm()
  const files = ['Set-up guide', 'Floor plan'].map((title) => resource({ title }))
  answer(listResources, ({ query }) => {
    const search = query.get('search') ?? ''
    const found = files.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()))
    return { page: found, total: found.length }
  })
  const sent: unknown[] = []
  const problem = 'The end must be after the start'
  answer(createActivation, ({ body }) => {
    const { activationDate, endsAt } = body as typeof details
    if (endsAt <= activationDate) return refusal('bad_request', problem, { endsAt: problem })
    sent.push(body)
    const created = activationRow(details)
    answer(listPartnerActivations, [created])
    return created
  })
  await showPortal(`/?partner=${rowPartner.id}`, support)
  await page.getByRole('button', { name: 'Create New Activation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Activation' })
  await field(dialog, 'Name').fill(details.name)
  await field(dialog, 'Activation date').fill('2099-04-17')
  await field(dialog, 'Time').fill('12:30')
  await expect.element(field(dialog, 'Time zone')).toHaveValue('America/New_York')
  await field(dialog, 'Time zone').selectOptions('America/Denver')
  await field(dialog, 'End date').fill('2099-04-18')
  await field(dialog, 'Place').fill(details.place)
  await field(dialog, 'Description').fill(details.description)
  const materials = dialog.getByRole('combobox', { name: 'Materials' })
  for (const { title } of files) {
    await materials.fill(title)
    await expect.element(dialog.getByRole('option', { name: new RegExp(title) })).toBeVisible()
    await expect.element(dialog.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
    await userEvent.keyboard('{Enter}')
    await expect.element(materials).toHaveValue('')
  }
  const chosen = dialog.getByRole('list', { name: 'Chosen materials' }).getByRole('listitem')
  expect(texts(chosen)).toEqual(files.map(({ title }) => title))
  await expectNoAxeViolations(dialog)
  const create = dialog.getByRole('button', { name: 'Create Activation' })
  await create.click()
  await expect.element(dialog.getByText('Enter an end time', { exact: true })).toBeVisible()
  await field(dialog, 'End date').fill('')
  await field(dialog, 'End time').fill('12:30')
  await create.click()
  await expect.element(dialog.getByText(problem, { exact: true })).toBeVisible()
  await field(dialog, 'End time').fill('18:00')
  await create.click()
  await expectToast('Activation created successfully')
  const resourceIds = files.map(({ id }) => id)
  const empty = { arrival: null, contacts: [], documentId: null, expectedGuests: null, expectedSignUps: null }
  expect(sent).toEqual([{ ...details, ...empty, partnerId: rowPartner.id, resourceIds }])
  await expect
    .element(row(details.name))
    .toMatchTextContent('Apr 17, 2099, 12:30 PM MDT · Main hall, upstairs')
})

test('a partner opens an activation by its row, with its times in both zones and its materials', async () => {
  answerHome()
  const { id, title, fileType } = resource({ title: 'Set-up guide' })
  const activation = activationRow({ ...details, resources: [{ id, title, fileType }] })
  answer(listOwnActivations, [activation])
  answer(getActivation, activation)
  await showPortal('/', partner)
  await expect.element(row(details.name).getByText('scheduled', { exact: true })).toBeVisible()
  // A click anywhere on the row opens the activation.
  await row(details.name)
    .getByText(/Main hall, upstairs/)
    .click()
  const opened = page.getByRole('dialog', { name: details.name })
  await expect.element(opened).toMatchTextContent('Apr 17, 2099, 12:30 PM – 6:00 PM MDT')
  await expect.element(opened).toMatchTextContent('Apr 17, 2099, 2:30 PM – 8:00 PM EDT, your time')
  await expect
    .element(opened)
    .toMatchTextContent(/Main hall, upstairs.*Doors open at noon\.\s+Bring the banner\./)
  await expect.element(opened.getByRole('button', { name: /^Actions/ })).not.toBeInTheDocument()
  await expect
    .element(opened.getByRole('link', { name: /^Add to calendar/ }))
    .toHaveAttribute('href', `/api/activations/${activation.id}/calendar`)
  await expect
    .element(opened.getByRole('link', { name: /Set-up guide/ }))
    .toHaveAttribute('href', `/?activation=${activation.id}&file=${id}`)
})
