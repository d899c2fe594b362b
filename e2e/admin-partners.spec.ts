import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { eq, like } from 'drizzle-orm'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { createPartner, createUser, profileForm } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { createGate } from './requests.ts'
import { expectToast, uniqueName } from './resource-steps.ts'

const partnersTab = '/admin?tab=partners'

const openPartners = async (page: Page, more = '') => {
  await page.goto(partnersTab + more)
  const card = page.getByRole('region', { name: 'Partner Applications' })
  const table = card.getByRole('table', { name: 'Partners' })
  return {
    card,
    table,
    rows: table.getByRole('row').filter({ has: page.getByRole('cell') }),
    search: card.getByRole('searchbox', { name: 'Search partners' }),
    status: card.getByRole('combobox', { name: 'Status' }),
    agreements: card.getByRole('combobox', { name: 'Agreements' }),
    order: card.getByRole('combobox', { name: 'Order' }),
    view: (name: string) => table.getByRole('link', { name: `View ${name}`, exact: true }),
  }
}

/** A toast while a dialog is open, which hides everything else from a screen reader. */
const toastBehind = (page: Page) =>
  page
    .getByRole('region', { name: 'Notifications (F8)', includeHidden: true })
    .getByRole('listitem', { includeHidden: true })

const profileOf = async ({ db }: Portal, userId: string) =>
  (await db.select().from(partnerProfiles).where(eq(partnerProfiles.userId, userId)))[0]

test('the address of the partner list contains search, filter, order and page', async ({
  page,
  portal,
  signInAs,
}) => {
  const word = uniqueName('Listed')
  const disabled = { firstName: 'Dee', lastName: 'Sabled', disabledAt: new Date() }
  for (let number = 1; number <= 22; number += 1) {
    await createPartner(portal, {
      fullName: `${word} ${String(number).padStart(2, '0')}`,
      businessName: `Hall ${String.fromCharCode(96 + 23 - number)}`,
      status: number <= 2 ? 'profile' : 'documents',
      createdAt: new Date(Date.UTC(2025, 0, number)),
      ...(number === 2 && { user: disabled }),
    })
  }
  await signInAs(page, 'support@demo.test')
  const list = await openPartners(page)
  await list.search.fill(word)
  await expect(page).toHaveURL(/search=Listed/)
  await expect(list.rows).toHaveCount(20)
  await expect(list.rows.first()).toContainText(`${word} 22`)
  await expect(list.card.getByText('Showing 1 to 20 of 22 partners')).toBeVisible()
  await list.order.selectOption('Oldest first')
  await expect(list.rows.first()).toContainText(`${word} 01`)
  // A disabled user shows as disabled, with name and role.
  await expect(list.rows.nth(1)).toContainText(/@example\.test.*Disabled.*User.*Dee Sabled.*Pending/)
  await list.order.selectOption('By business')
  await expect(list.rows.first()).toContainText('Hall a')
  await list.card.getByRole('link', { name: 'Next' }).click()
  await expect(list.rows).toHaveCount(2)
  await expect(list.rows.last()).toContainText('Hall v')

  await page.reload()
  await expect(list.rows.last()).toContainText('Hall v')
  await expect(list.card.getByText('Showing 21 to 22 of 22 partners')).toBeVisible()

  // Headings sort, too.
  await list.table.getByRole('link', { name: 'Partner', exact: true }).click()
  await expect(page).toHaveURL(/sort=name/)
  await expect(list.rows.first()).toContainText(`${word} 01`)
  await list.table.getByRole('link', { name: 'Partner', exact: true }).click()
  await expect(page).toHaveURL(/sort=-name/)
  await expect(list.rows.first()).toContainText(`${word} 22`)
  await expect(list.rows.first()).toContainText(/None.*Under Review.*0 of 2 signed.*None.*Never.*Never/)
  await list.agreements.selectOption('NDA signed')
  await expect(list.card.getByText('No partner applications found')).toBeVisible()
  for (let step = 0; step < 3; step += 1) await page.goBack()
  await expect(list.card.getByText('Showing 21 to 22 of 22 partners')).toBeVisible()

  await list.status.selectOption('Pending')
  await expect(list.rows).toHaveCount(2)
  await expect(page).not.toHaveURL(/page=/)
  await page.goBack()
  await expect(list.status).toHaveValue('')
  await expect(list.card.getByText('Showing 21 to 22 of 22 partners')).toBeVisible()

  await list.search.fill(`${word} nobody`)
  await expect(list.card.getByText('No partner applications found')).toBeVisible()
  await list.card.getByRole('link', { name: 'Clear filters' }).click()
  await expect(list.search).toHaveValue('')
  await expect(list.rows).toHaveCount(20)
})

test('the record of a partner has an address and shows all fields and the activity', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404 .*\/api\/admin\/partners\/nobody/)
  const word = uniqueName('Detailed')
  const { profile } = await createPartner(portal, {
    fullName: word,
    phoneNumber: '(555) 010-0142',
    facebookUrl: 'https://facebook.com/hall',
    eventName: 'Spring weekend',
    partnershipDate: '2027-03-01',
    paymentAmount: '12500',
  })
  const bare = await createPartner(portal, { fullName: uniqueName('Bare'), territory: 'Mobile' })
  await signInAs(page, 'support@demo.test')
  for (let number = 1; number <= 22; number += 1) {
    const data = {
      ...profileForm,
      fullName: word,
      eventName: `Weekend ${number}`,
      phoneNumber: '(555) 010-0142',
    }
    const headers = { origin: portal.url }
    const answer = await page.request.put(`/api/admin/partners/${profile.id}`, { headers, data })
    expect(answer.status()).toBe(200)
  }
  const list = await openPartners(page, `&search=${encodeURIComponent(word)}`)
  await list.view(word).click()
  await expect(page).toHaveURL(new RegExp(`partner=${profile.id}`))
  const dialog = page.getByRole('dialog', { name: word })
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText([
    'Current Status',
    'Basic Information',
    'Business Information',
    'Social Media',
    'Marketing Contact Information',
    'Partnership Agreement (Appendix A)',
  ])
  const value = (section: string, label: string) =>
    dialog
      .getByRole('region', { name: section, exact: true })
      .locator('div', { has: page.locator(`dt:text-is("${label}")`) })
      .locator('dd')
  await expect(value('Current Status', 'Status')).toHaveText('Under Review')
  await expect(value('Social Media', 'Facebook')).toHaveText('Not provided')
  await expect(value('Partnership Agreement (Appendix A)', 'Event Name(s)')).toHaveText('Weekend 22')
  await expect(dialog.getByRole('link', { name: '(555) 010-0142' })).toHaveAttribute('href', 'tel:5550100142')
  const website = value('Business Information', 'Business website').getByRole('link')
  await expect(website).toHaveAttribute('rel', /noopener/)
  await expect(dialog.getByRole('link', { name: 'Open dashboard' })).toHaveAttribute(
    'href',
    `/?partner=${profile.id}`,
  )
  await dialog.getByRole('link', { name: 'Activity' }).click()
  await expect(page).toHaveURL(/section=activity/)
  const activity = dialog.getByRole('list', { name: 'activity' }).locator('> li')
  await expect(activity).toHaveCount(20)
  await expect(activity.first()).toContainText(/Profile changed by the partner team.*Sam Whitfield · /s)
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await expect(activity).toHaveCount(22)

  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(list.view(word)).toBeFocused()
  await page.goForward()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).not.toHaveURL(/partner=|section=/)

  // This partner is not on the current page of the list.
  await openPartners(page, `&search=nobody&partner=${bare.profile.id}`)
  const other = page.getByRole('dialog', { name: bare.profile.fullName })
  await expect(other.getByRole('heading', { name: 'Current Status' })).toBeVisible()
  await expect(other.getByText('Partnership Agreement (Appendix A)')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/search=nobody$/)
  await openPartners(page, '&partner=nobody')
  await expect(page.getByRole('dialog').getByText('This partner no longer exists.')).toBeVisible()
})

test('a partner is added, and the next form no longer offers their user', async ({
  page,
  portal,
  signInAs,
}) => {
  const lastName = uniqueName('Added').replace(' ', '')
  const user = await createUser(portal, { firstName: 'Ann', lastName })
  const other = await createUser(portal, { firstName: 'Ben', lastName })
  await signInAs(page, 'support@demo.test')
  const { card } = await openPartners(page, `&add=${user.id}`)
  const dialog = page.getByRole('dialog', { name: 'Add Partner' })
  await field(dialog, 'Business Name').fill('Ann Hall')
  await field(dialog, 'State').selectOption('Florida')
  await field(dialog, 'Business Website').fill('annhall.example.com')
  await field(dialog, 'Main Marketing Contact').fill('Mara Lee')
  await field(dialog, 'Event Name(s)').fill('Spring weekend')
  await dialog.getByRole('button', { name: 'Add Partner' }).click()
  await expect(dialog).toHaveCount(0)
  await expectToast(page, 'Partner added successfully')
  await expect(card.getByRole('table').getByText('Ann Hall')).toBeVisible()
  expect(await profileOf(portal, user.id)).toMatchObject({
    fullName: `Ann ${lastName}`,
    email: user.email,
    state: 'FL',
    businessWebsite: 'https://annhall.example.com',
    eventName: 'Spring weekend',
    onboardingStatus: 'profile',
  })

  await card.getByRole('button', { name: 'Add Partner' }).click()
  await dialog.getByRole('combobox', { name: 'User' }).fill(lastName)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([new RegExp(other.email)])
})

test('saving a partner changes what was typed alone, and is refused while it would overwrite a change of others', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409 .*\/api\/admin\/partners\//)
  const { profile } = await createPartner(portal, {
    fullName: uniqueName('Contested'),
    preferredCommunicationMethod: 'text',
    phoneNumber: '555 0100',
  })
  await signInAs(page, 'support@demo.test')
  await openPartners(page, `&partner=${profile.id}`)
  await page.getByRole('button', { name: 'Edit Partner' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Partner' })
  // A method that the form does not offer stays, since the partner chose it.
  const methods = dialog.getByRole('radiogroup', { name: 'Preferred Communication Method' })
  await expect(methods.getByRole('radio', { checked: true })).toHaveAccessibleName('Text/SMS')
  await field(dialog, 'Business Name').fill('Mine')
  await portal.db
    .update(partnerProfiles)
    .set({ businessName: 'Theirs' })
    .where(eq(partnerProfiles.id, profile.id))
  const save = dialog.getByRole('button', { name: 'Save changes' })
  await save.click()
  await expect(dialog.getByText('Someone else changed this after you opened it.')).toBeInViewport()
  await expect(field(dialog, 'Business Name')).toHaveValue('Mine')
  await dialog.getByRole('button', { name: 'Load latest version' }).click()
  await expect(field(dialog, 'Business Name')).toHaveValue('Theirs')
  await field(dialog, 'Main Marketing Contact').fill('Both of us')
  await field(dialog, 'Setup/Takedown/Security Details').fill('Doors at 5\nStaff at 4')
  await save.click()
  await expect(dialog).toHaveCount(0)
  await expect(toastBehind(page)).toContainText('Partner updated successfully')
  await expect(page.getByRole('dialog', { name: profile.fullName }).getByText('Both of us')).toBeVisible()
  expect(await profileOf(portal, profile.userId)).toMatchObject({
    businessName: 'Theirs',
    mainMarketingContact: 'Both of us',
    preferredCommunicationMethod: 'text',
    setupDetails: 'Doors at 5\nStaff at 4',
  })
})

test('the report contains the listed partners and no formula', async ({ page, portal, signInAs }) => {
  const word = uniqueName('Exported')
  await createPartner(portal, { fullName: `${word} one`, businessName: '=HYPERLINK("https://evil.test")' })
  await createPartner(portal, { fullName: `${word} two`, status: 'profile' })
  await signInAs(page, 'support@demo.test')
  const { card, rows } = await openPartners(page, `&search=${encodeURIComponent(word)}&status=documents`)
  await expect(rows).toHaveCount(1)
  const downloaded = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Export Report' }).click()
  const download = await downloaded
  expect(download.suggestedFilename()).toMatch(/^partners-\d{4}-\d\d-\d\d\.csv$/)
  const bytes = await readFile(await download.path())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const report = parse<Record<string, string>>(bytes, { bom: true, columns: true })
  expect(report.map((row) => [row['Full name'], row['Business name']])).toEqual([
    [`${word} one`, `'=HYPERLINK("https://evil.test")`],
  ])
})

test('the good rows of a file of partners are imported, and the others come back as a file to correct', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 400 .*\/api\/admin\/partners\/import/)
  const word = uniqueName('import').replaceAll(/[^a-z\d]/g, '')
  const fileOf = (bad: number[]) => ({
    name: 'partners.csv',
    mimeType: 'application/vnd.ms-excel',
    buffer: Buffer.from(
      stringify(
        Array.from({ length: 120 }, (_, index) => ({
          'Full name': `Dana ${word} ${index}`,
          'E-mail': `${word}-${index}@example.test`,
          'Business name': `Hall ${index}`,
          State: bad.includes(index) ? 'nowhere' : 'AL',
          'Main marketing contact': 'Robin Vale',
          'Business website': 'https://hall.example.com',
        })),
        { header: true },
      ),
    ),
  })
  const stored = () => portal.db.$count(users, like(users.email, `${word}-%`))
  await signInAs(page, 'support@demo.test')
  const { card } = await openPartners(page)
  await card.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import partners' })
  const picker = dialog.locator('input[type=file]')
  const template = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'the template' }).click()
  const headings = await readFile(await (await template).path(), 'utf8')

  for (const [name, content, words] of [
    ['partners.xlsx', 'PK', 'partners.xlsx is not a CSV file. Save it as "CSV UTF-8" in your spreadsheet.'],
    [
      'partners.csv',
      'Name,Mail\nAnn,ann@example.test',
      /^These columns are missing: .* The portal does not know: "Name", "Mail"\.$/,
    ],
    ['partners.csv', headings, 'The file has no rows below the headings.'],
  ] as const) {
    await picker.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
    await expect(dialog.getByText(words)).toBeVisible()
  }
  // The server's refusals replace the progress.
  await expect(picker).toBeFocused()

  await picker.setInputFiles(fileOf([3, 77]))
  const rows = dialog.getByRole('list', { name: 'Rows of the file' }).locator('> li')
  await expect(dialog.getByRole('alert')).toContainText('2 of 120 rows cannot be imported')
  await expect(rows).toHaveText([
    new RegExp(`Row 5Dana ${word} 3Hall 3.*State: Enter a state of the USA, for example, FL or FloridaError`),
    new RegExp(
      `Row 79Dana ${word} 77Hall 77.*State: Enter a state of the USA, for example, FL or FloridaError`,
    ),
  ])
  await expectNoAxeViolations(page, dialog)
  await dialog.getByRole('checkbox', { name: 'Only rows with errors' }).uncheck()
  await expect(rows).toHaveCount(50)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(rows.first()).toContainText('Row 52')
  expect(await stored()).toBe(0)

  const gate = createGate()
  await page.route('**/api/admin/partners/import?*', async (route) => {
    await gate.opened
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Import 118 partners' }).click()
  await expect(dialog.getByRole('button', { name: 'Importing...' })).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  // The dialog cannot be closed while the result is unknown.
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog.getByRole('button', { name: 'Importing...' })).toBeVisible()
  gate.open()
  await expectToast(page, '118 partners imported')
  expect(await stored()).toBe(118)

  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download 2 rows with errors' }).click()
  const refused = await readFile(await (await download).path(), 'utf8')
  expect(refused).toContain('"Why not imported"')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await card.getByRole('button', { name: 'Import', exact: true }).click()
  const buffer = Buffer.from(refused.replaceAll('"nowhere"', '"Alabama"'))
  await picker.setInputFiles({ name: 'partners-to-correct.csv', mimeType: 'text/csv', buffer })
  await expect(dialog.getByText('All 2 rows can be imported')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 2 partners' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await stored()).toBe(120)
  await expect(card.getByText(`Dana ${word} `).first()).toBeVisible()
})
