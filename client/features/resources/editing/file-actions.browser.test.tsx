import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { registerUpload } from '#contract/files/files.ts'
import {
  deleteResource,
  getResource,
  listResourceDownloads,
  listResources,
  listResourceVersions,
  type Resource,
  replaceResourceFile,
  restoreResource,
} from '#contract/resources/resources.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { answerLibrary, expectToast, file, type Library, showLibrary } from '#test/browser/library.ts'
import { support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { resource } from '#test/browser/resource-rows.ts'
import { chooseAction } from '#test/browser/steps.ts'
import { answerUploads, chosen, takeUploads } from '#test/browser/upload-responses.ts'

/** Shows staff a library with these files. */
const showFiles = async (...files: Resource[]) => {
  const held: Library = { files, folders: [] }
  answerLibrary(held)
  answer(getResource, ({ params }) => held.files.find(({ id }) => id === params.id) ?? refusal('not_found'))
  await showLibrary('', support)
  return held
}

test('a file is replaced by one of another type, and its preview shows the new one without a reload', async () => {
  takeUploads()
  // This picture exists in the repository.
  const filePath = '../client/public/apple-touch-icon.png'
  const drawing = resource({ title: 'Logo, drawn', fileType: 'svg', fileName: 'logo.svg', filePath })
  const held = await showFiles(drawing)
  answer(listResourceVersions, [])
  answer(listResourceDownloads, { page: [], total: 0 })
  const shown = page.getByRole('dialog', { name: drawing.title })
  const addressShown = async () => {
    await file(drawing.title).click()
    const address = (await shown.getByRole('img', { name: drawing.title }).findElement()).getAttribute('src')
    await shown.getByRole('button', { name: 'Close' }).click()
    return address
  }
  const before = await addressShown()
  await chooseAction(drawing.title, 'Replace file')
  const dialog = page.getByRole('dialog', { name: 'Replace file' })
  await expect.element(dialog).toMatchTextContent('logo.svg · 54 bytes')
  const picker = dialog.getByLabelText(/^File/)
  const replace = dialog.getByRole('button', { name: 'Replace file' })
  await replace.click()
  await expect.element(picker).toHaveFocus()
  await expectNoAxeViolations(dialog)
  answer(registerUpload, refusal('unsupported_media_type', 'This file is not a PNG.'))
  await picker.upload(chosen('false.png'))
  await replace.click()
  await expect.element(dialog.getByText('false.png: This file is not a PNG.')).toBeVisible()
  answerUploads()
  answer(replaceResourceFile, ({ params, body }) => {
    expect(params.id).toBe(drawing.id)
    const { fileType } = body as Resource
    held.files = [{ ...drawing, fileType, updatedAt: '2026-11-03T15:00:00.000Z' }]
    return held.files[0] as Resource
  })
  await picker.upload(chosen('Second.png'))
  await replace.click()
  await expectToast('File replaced successfully!')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(held.files).toMatchObject([{ fileType: 'png' }])
  expect(await addressShown()).not.toBe(before)
})

test('a link is copied, and a withdrawn file is gone from the library until it is restored', async () => {
  const [doomed, next] = [resource({ title: 'Doomed' }), resource({ title: 'Next' })]
  const held = await showFiles(doomed, next)
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => write.mockRestore())
  await chooseAction('Doomed', 'Share link')
  await expectToast('Link copied')
  expect(write).toHaveBeenCalledWith(`${location.origin}/resources?file=${doomed.id}`)

  await chooseAction('Doomed', 'Withdraw')
  const question = page.getByRole('alertdialog', { name: 'Withdraw Doomed?' })
  await expect.element(question).toMatchTextContent('Partners can no longer find it')
  await expectNoAxeViolations(question)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('button', { name: 'Actions for Doomed' })).toHaveFocus()
  answer(deleteResource, () => {
    held.files = [next]
  })
  await chooseAction('Doomed', 'Withdraw')
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await expectToast('Resource withdrawn')
  await expect.element(file('Next').first()).toHaveFocus()
  await expect.element(file('Doomed')).not.toBeInTheDocument()

  const withdrawn = { ...doomed, isActive: false }
  answer(listResources, ({ query }) => {
    const found = query.has('withdrawn') ? [withdrawn] : held.files
    return { page: found, total: found.length }
  })
  await page.getByRole('link', { name: 'Withdrawn' }).click()
  await expect.element(page.getByRole('list', { name: 'Withdrawn' })).toMatchTextContent('Doomed')
  answer(restoreResource, () => {
    held.files = [doomed, next]
    answerLibrary(held)
    return doomed
  })
  await page.getByRole('button', { name: 'Restore Doomed' }).click()
  await expectToast('Resource restored')
  await page.getByRole('link', { name: 'All Resources' }).click()
  await expect.element(file('Doomed').first()).toBeVisible()
})
