import { readFile } from 'node:fs/promises'
import ICAL from 'ical.js'
import { createPartner, createResource } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import { expectToast, uniqueName } from './resource-steps.ts'
import { row, visitPartner } from './staff-steps.ts'

// The browsers are in New York.
const start = '2099-04-17T18:30:00.000Z'
const end = '2099-04-18T00:00:00.000Z'

test('staff create an activation with all its details, and the partner opens it and adds it to a calendar', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 400 .*\/api\/activations$/)
  const { user } = await visitPartner(portal, page, signInAs)
  const guide = await createResource(portal, { title: uniqueName('Set-up guide') })
  const elsewhere = await createPartner(portal)
  const hidden = await createResource(portal, {
    title: uniqueName('Not for them'),
    assignedPartnerIds: [elsewhere.profile.id],
  })
  await page.getByRole('button', { name: 'Create New Activation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Activation' })
  const name = uniqueName('Spring weekend')
  await field(dialog, 'Name').fill(name)
  await field(dialog, 'Activation date').fill('2099-04-17')
  await field(dialog, 'Time').fill('12:30')
  await expect(field(dialog, 'Time zone')).toHaveValue('America/New_York')
  await field(dialog, 'Time zone').selectOption('America/Denver')
  await field(dialog, 'End date').fill('2099-04-18')
  await field(dialog, 'Place').fill('Main hall, upstairs')
  await field(dialog, 'Description').fill('Doors open at noon.\nBring the banner.')
  const materials = dialog.getByRole('combobox', { name: 'Materials' })
  for (const { title } of [guide, hidden]) {
    await materials.fill(title)
    // The list of the search before takes no choice.
    await expect(dialog.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
    // The pointer goes away and comes back: an option that comes under a resting pointer cannot be clicked for half a second.
    await materials.hover()
    await dialog.getByRole('option', { name: title }).click()
    await expect(materials).toHaveValue('')
  }
  await expect(dialog.getByRole('list', { name: 'Chosen materials' }).getByRole('listitem')).toHaveText([
    guide.title,
    hidden.title,
  ])
  await expectNoAxeViolations(page, dialog)
  const create = dialog.getByRole('button', { name: 'Create Activation' })
  await create.click()
  await expect(dialog.getByText('Enter an end time', { exact: true })).toBeVisible()
  await field(dialog, 'End date').fill('')
  await field(dialog, 'End time').fill('12:30')
  await create.click()
  await expect(dialog.getByText('The end must be after the start', { exact: true })).toBeVisible()
  await field(dialog, 'End time').fill('18:00')
  await create.click()
  await expectToast(page, 'Activation created successfully')
  await expect(row(page, name)).toContainText('Apr 17, 2099, 12:30 PM MDT · Main hall, upstairs')

  await signInAs(page, user)
  await page.goto('/')
  await expect(row(page, name).getByText('scheduled', { exact: true })).toBeVisible()
  // Anywhere on the row.
  await row(page, name).getByText('Main hall, upstairs').click()
  const opened = page.getByRole('dialog', { name })
  await expect(opened).toContainText('Apr 17, 2099, 12:30 PM – 6:00 PM MDT')
  await expect(opened).toContainText('Apr 17, 2099, 2:30 PM – 8:00 PM EDT, your time')
  await expect(opened).toContainText('Main hall, upstairs')
  await expect(opened.getByText('Doors open at noon.\nBring the banner.')).toBeVisible()
  await expect(opened.getByRole('button', { name: /^Actions/ })).toHaveCount(0)
  await expect(opened.getByText(hidden.title)).toHaveCount(0)

  const downloading = page.waitForEvent('download')
  await opened.getByRole('link', { name: 'Add to calendar' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`${name}.ics`)
  const calendar = new ICAL.Component(ICAL.parse(await readFile(await download.path(), 'utf8')))
  const [component, ...others] = calendar.getAllSubcomponents('vevent')
  expect(others).toEqual([])
  const event = new ICAL.Event(component)
  expect([event.summary, event.location, event.description]).toEqual([
    name,
    'Main hall, upstairs',
    'Doors open at noon.\nBring the banner.',
  ])
  expect(event.startDate.toJSDate().toISOString()).toBe(start)
  expect(event.endDate.toJSDate().toISOString()).toBe(end)
  // The link in the calendar leads to it.
  const url = new URL(String(component?.getFirstPropertyValue('url')))
  await page.goto(url.pathname + url.search)
  await expect(opened).toContainText('Doors open at noon.')
  expect(url.searchParams.get('activation')).toBe(event.uid)

  await opened.getByRole('link', { name: guide.title }).click()
  await expect(page).toHaveURL(new RegExp(`[?&]file=${guide.id}$`))
  await expect(page.getByRole('dialog', { name: guide.title })).toBeVisible()
  await page.goBack()
  await expect(opened).toBeVisible()
})
