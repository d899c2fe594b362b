import type { Page } from '@playwright/test'
import { createPartner } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { keyboardInput, tabTo } from './input-methods.ts'
import {
  expectToast,
  openUpload,
  openUploadAsStaff,
  saveData,
  stored,
  uniqueName,
  uploaded,
} from './resource-steps.ts'
import { sample } from './sample-files.ts'

test('a file for chosen partners is visible to them alone', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const [inside, outside] = [
    await createPartner(portal, { status: 'completed', businessName: uniqueName('Insiders') }),
    await createPartner(portal, { status: 'completed', businessName: uniqueName('Outsiders') }),
  ]
  const form = await openUploadAsStaff(portal, page, signInAs)
  const title = uniqueName('Secret')
  await form.picker.setInputFiles(await sample('pdf', title))
  await form.category.selectOption('creative')
  await form.section.getByRole('radio', { name: 'Chosen partners' }).check()
  // The list of partners loads first.
  const search = form.section.getByRole('combobox', { name: 'Partners' })
  await expect(search).toBeVisible()
  await form.submit.click()
  await expect(form.section.getByText('Choose at least one partner')).toBeVisible()
  await expect(search).toBeFocused()
  await search.fill(inside.profile.businessName)
  await form.section.getByRole('option', { name: inside.profile.businessName }).click()
  await expect(form.section.getByText('1 partner will see this', { exact: true })).toBeVisible()
  await form.submit.click()
  await expectToast(page, uploaded)
  const file = await stored(portal, title)
  expect(file?.assignedPartnerIds).toEqual([inside.profile.id])

  for (const [{ user }, sees] of [
    [inside, true],
    [outside, false],
  ] as const) {
    const partner = await openBrowser()
    await signInAs(partner, user)
    await partner.goto('/resources?category=creative')
    await expect(partner.getByRole('region', { name: 'Creative Assets' })).toBeVisible()
    await expect(partner.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(partner.getByRole('link', { name: title, exact: true })).toHaveCount(sees ? 1 : 0)
    expect((await partner.request.get(`/objects/${file?.filePath}`)).status()).toBe(sees ? 200 : 404)
  }
})

test('a file is uploaded for chosen partners by the keyboard alone', async ({ page, portal, signInAs }) => {
  const names = [uniqueName('Alder'), uniqueName('Birch'), uniqueName('Cedar')]
  const partners = []
  for (const businessName of names) partners.push(await createPartner(portal, { businessName }))
  const form = await openUploadAsStaff(portal, page, signInAs)
  const input = keyboardInput(page)
  const title = uniqueName('By input')
  // Playwright must know before the key is pressed that it handles the file chooser.
  const choosing = page.waitForEvent('filechooser')
  await tabTo(form.picker)
  await page.keyboard.press('Enter')
  await (await choosing).setFiles(await sample('pdf', 'anything'))
  await expect(form.section.getByRole('button', { name: 'Remove anything.pdf' })).toBeFocused()
  await input.fill(form.title, title)
  await input.selectOption(form.category, 'Creative Assets')
  await input.choose(form.section.getByRole('radiogroup', { name: 'Visible to' }), 'Chosen partners')
  const search = form.section.getByRole('combobox', { name: 'Partners' })
  for (const name of names) {
    await input.fill(search, name)
    await expect(form.section.getByRole('listbox').getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
  }
  const chips = form.section.getByRole('list', { name: 'Chosen partners' })
  await expect(chips.getByRole('listitem')).toHaveText(names)
  await input.press(chips.getByRole('button', { name: `Remove ${names[1]}` }))
  await expect(chips.getByRole('button', { name: `Remove ${names[2]}` })).toBeFocused()
  await expect(
    form.section.getByText('2 partners will see this after onboarding', { exact: true }),
  ).toBeVisible()
  await input.press(form.submit)
  await expectToast(page, uploaded)
  expect((await stored(portal, title))?.assignedPartnerIds).toEqual(
    [partners[0], partners[2]].map((partner) => partner?.profile.id),
  )
})

test('partners do not load the upload code', async ({ page, signInAs, openBrowser }) => {
  const uploader = 'XHRUpload'
  const hasUploader = async (person: Page) => {
    const scripts = await person.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.js')),
    )
    const texts = await Promise.all(scripts.map(async (script) => (await person.request.get(script)).text()))
    return texts.some((text) => text.includes(uploader))
  }
  const openResources = async (person: Page, email: string) => {
    await signInAs(person, email)
    await saveData(person)
    await person.goto('/resources')
  }
  await openResources(page, 'support@demo.test')
  await openUpload(page)
  // Chromium lists what it has loaded a moment after that runs.
  await expect.poll(() => hasUploader(page)).toBe(true)

  const partner = await openBrowser()
  await openResources(partner, 'partner@demo.test')
  await partner.waitForLoadState('networkidle')
  expect(await hasUploader(partner)).toBe(false)
})
