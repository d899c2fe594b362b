import { createPartner } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import {
  expectToast,
  hasUploader,
  openUploadAsStaff,
  saveData,
  stored,
  uniqueName,
  uploaded,
} from './resource-steps.ts'
import { sample } from './sample-files.ts'

test('a file that staff upload for a chosen partner arrives there with the same bytes, and nowhere else', async ({
  page,
  portal,
  signInAs,
  openContext,
}) => {
  const people = [
    await createPartner(portal, { status: 'completed', businessName: uniqueName('Insiders') }),
    await createPartner(portal, { status: 'completed', businessName: uniqueName('Outsiders') }),
  ] as const
  const [{ profile }] = people
  await saveData(page)
  const form = await openUploadAsStaff(portal, page, signInAs)
  // Chromium lists a script a moment after the script has run.
  await expect.poll(() => hasUploader(page)).toBe(true)
  const title = uniqueName('Secret')
  const sent = await sample('pdf', title)
  await form.picker.setInputFiles(sent)
  await form.category.selectOption('creative')
  await form.section.getByRole('radio', { name: 'Chosen partners' }).check()
  const search = form.section.getByRole('combobox', { name: 'Partners' })
  await search.fill(profile.businessName)
  await form.section.getByRole('option', { name: profile.businessName }).click()
  await expect(
    form.section.getByText('1 partner will see this · 1 will be emailed', { exact: true }),
  ).toBeVisible()
  await form.submit.click()
  await expectToast(page, uploaded)
  const file = await stored(portal, title)
  expect(file?.assignedPartnerIds).toEqual([profile.id])

  const [insider, outsider] = people
  const context = await openContext()
  await portal.signIn(context, insider.user)
  const response = await context.request.get(`/objects/${file?.filePath}`)
  expect((await response.body()).equals(sent.buffer)).toBe(true)
  await portal.signIn(context, outsider.user)
  expect((await context.request.get(`/objects/${file?.filePath}`)).status()).toBe(404)
})
