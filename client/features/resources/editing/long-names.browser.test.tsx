import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { countAudience } from '#contract/audience.ts'
import { checkAudience } from '#contract/audience-reach.ts'
import { listPartners } from '#contract/partners/partners.ts'
import { getResource, listResourceVersions } from '#contract/resources/resources.ts'
import { answerLibrary, showLibrary } from '#test/browser/library.ts'
import { profile, support } from '#test/browser/people.ts'
import { answer } from '#test/browser/portal-responses.ts'
import { folder, resource } from '#test/browser/resource-rows.ts'
import { chooseAction, field } from '#test/browser/steps.ts'
import { chosen } from '#test/browser/upload-responses.ts'

const scrollsSideways = (part: Element) =>
  getComputedStyle(part).overflowY === 'auto' && part.scrollWidth > part.clientWidth

const expectFits = async (dialog: Locator) => {
  for (const width of [1440, 390]) {
    await page.viewport(width, 844)
    await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
    expect([...(await dialog.findElement()).querySelectorAll('*')].filter(scrollsSideways)).toEqual([])
  }
}

test('the dialogs of a file with the longest names fit a desktop and a phone', async () => {
  const long = `Long ${'Unbreakable'.repeat(20)}`.slice(0, 200)
  const file = resource({ title: long, fileName: `${long}.txt`, assignedPartnerIds: [profile.id] })
  answerLibrary({ files: [file], folders: [folder({ name: long })] })
  answer(countAudience, { partners: 1, inOnboarding: 0, groups: [] })
  answer(checkAudience, { partners: 1, emailed: 1, leftOut: {} })
  answer(listPartners, [{ id: profile.id, fullName: profile.fullName, businessName: long }])
  answer(getResource, file)
  answer(listResourceVersions, [])
  await showLibrary('', support)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const upload = page.getByRole('dialog', { name: 'Upload New Resources (Admin Only)' })
  await userEvent.upload(field(upload, 'Files'), chosen(`${long}.pdf`))
  await field(upload, 'Category').selectOptions('Creative Assets')
  await field(upload, 'Folder').selectOptions(long)
  await expectFits(upload)
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Discard' }).click()
  for (const [item, name] of [
    ['Edit', 'Edit file'],
    ['Replace file', 'Replace file'],
  ] as const) {
    await chooseAction(long, item)
    const dialog = page.getByRole('dialog', { name })
    await expect.element(dialog).toMatchTextContent('Unbreakable')
    await expectFits(dialog)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: `Actions for ${long}` })).toHaveFocus()
  }
})
