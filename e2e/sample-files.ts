import type { Locator } from '@playwright/test'
import { contentTypeOf, type FileType } from '#contract/files/file-types.ts'
import { sampleFile } from '#test/sample-files.ts'

/** A file in the form in which Playwright puts it into a file picker. */
export interface SampleFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Returns a valid file of this type, named by the title and the extension. */
export const sample = async (type: FileType, title: string): Promise<SampleFile> => ({
  name: `${title}.${type}`,
  mimeType: contentTypeOf(type),
  buffer: await sampleFile(type),
})

/** Drops files on a part of the page, as if dragged from the desktop. */
export const drop = async (target: Locator, files: SampleFile[]) => {
  const given = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    text: buffer.toString('base64'),
  }))
  const dataTransfer = await target.page().evaluateHandle((carried) => {
    const transfer = new DataTransfer()
    for (const { name, mimeType, text } of carried) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type: mimeType }))
    }
    return transfer
  }, given)
  await target.dispatchEvent('dragover', { dataTransfer })
  await target.dispatchEvent('drop', { dataTransfer })
}
