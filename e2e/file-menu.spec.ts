import { createPartner, createResource } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { chooseAction, expectToast, openLibraryAsStaff, stored, uniqueName } from './resource-steps.ts'
import type { SampleFile } from './sample-files.ts'

test('a replaced picture shows without a reload', async ({ page, portal, signInAs }) => {
  const picture = (color: string): SampleFile => ({
    name: `${color}.svg`,
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="${color}"/></svg>`,
    ),
  })
  const file = await createResource(portal, {
    title: uniqueName('Repainted'),
    fileType: 'svg',
    bytes: picture('red').buffer,
  })
  await openLibraryAsStaff(portal, page, signInAs)
  const expectColor = async (color: string) => {
    await page.getByRole('link', { name: file.title, exact: true }).click()
    const shown = page.getByRole('dialog', { name: file.title }).locator('img')
    const drawn = () =>
      shown.evaluate((image: HTMLImageElement) => {
        const canvas = document.createElement('canvas')
        if (image.complete) canvas.getContext('2d')?.drawImage(image, 0, 0)
        return canvas.getContext('2d')?.getImageData(5, 5, 1, 1).data.slice(0, 3).join()
      })
    await expect.poll(drawn).toBe(color)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await expectColor('255,0,0')
  await chooseAction(page, file.title, 'Replace file')
  const dialog = page.getByRole('dialog', { name: 'Replace file' })
  await dialog.locator('input[type=file]').setInputFiles(picture('blue'))
  await dialog.getByRole('button', { name: 'Replace file' }).click()
  await expectToast(page, 'File replaced successfully!')
  await expectColor('0,0,255')
})

test('a copied link leads to the file, and a deleted file is gone for partners, too', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const partner = await openBrowser()
  await signInAs(partner, (await createPartner(portal, { status: 'completed' })).user)
  const file = await createResource(portal, { title: uniqueName('Doomed') })
  const next = await createResource(portal, { title: `${file.title} after` })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openLibraryAsStaff(portal, page, signInAs)
  await chooseAction(page, file.title, 'Share link')
  await expectToast(page, 'Link copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${portal.url}/resources?file=${file.id}`,
  )
  expect((await partner.request.get(`/objects/${file.filePath}`)).status()).toBe(200)

  await chooseAction(page, file.title, 'Withdraw')
  const question = page.getByRole('alertdialog', { name: `Withdraw ${file.title}?` })
  await expect(question).toContainText('Partners can no longer find it')
  await expectNoAxeViolations(page, question)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: `Actions for ${file.title}`, exact: true })).toBeFocused()
  await chooseAction(page, file.title, 'Withdraw')
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('link', { name: next.title, exact: true })).toBeFocused()
  await expectToast(page, 'Resource withdrawn')
  await expect(page.getByRole('link', { name: file.title, exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: next.title, exact: true })).toBeVisible()
  expect((await stored(portal, file.title))?.isActive).toBe(false)
  expect((await partner.request.get(`/objects/${file.filePath}`)).status()).toBe(404)

  await page.getByRole('link', { name: 'Withdrawn', exact: true }).click()
  const withdrawn = page.getByRole('list', { name: 'Withdrawn' })
  await expect(withdrawn).toContainText(file.title)
  await page.getByRole('button', { name: `Restore ${file.title}`, exact: true }).click()
  await expectToast(page, 'Resource restored')
  await expect(page.getByText(file.title, { exact: true })).toHaveCount(0)
  expect((await partner.request.get(`/objects/${file.filePath}`)).status()).toBe(200)
  await page.getByRole('link', { name: 'All Resources' }).click()
  await expect(page.getByRole('link', { name: file.title, exact: true })).toBeVisible()
})
