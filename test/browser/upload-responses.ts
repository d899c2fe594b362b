import { onTestFinished, vi } from 'vitest'
import type { Locator } from 'vitest/browser'
import { registerUpload, requestUpload } from '#contract/files/files.ts'
import { answer } from './portal-responses.ts'

/** An attempt to send bytes, which waits until a test ends it. */
export type Sending = { address: string; hasStopped: boolean; arrive: () => void; fail: () => void }

/**
 * Accepts uploads: the bytes, which the client sends by XMLHttpRequest, arrive at once unless `isDelayed` is set.
 * @returns every attempt to send bytes
 */
export const takeUploads = ({ isDelayed = false } = {}) => {
  const sendings: Sending[] = []
  class FileRequest {
    upload: { onprogress?: (event: object) => void } = {}
    status = 0
    statusText = ''
    responseText = ''
    onload?: () => void
    onerror?: () => void
    sending: Sending = {
      address: '',
      hasStopped: false,
      arrive: () => {
        this.status = 204
        this.onload?.()
      },
      fail: () => this.onerror?.(),
    }
    open(_: string, address: string) {
      this.sending.address = address
    }
    setRequestHeader() {}
    abort() {
      this.sending.hasStopped = true
    }
    send(file: Blob) {
      sendings.push(this.sending)
      this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: file.size })
      if (!isDelayed) this.sending.arrive()
    }
  }
  const { XMLHttpRequest } = globalThis
  vi.stubGlobal('XMLHttpRequest', FileRequest)
  onTestFinished(() => void vi.stubGlobal('XMLHttpRequest', XMLHttpRequest))
  answerUploads()
  return sendings
}

/** Answers the calls before and after the bytes are sent. */
export const answerUploads = () => {
  answer(requestUpload, () => ({ uploadURL: `/api/objects/upload/${crypto.randomUUID()}` }))
  answer(registerUpload, () => ({ objectPath: `uploaded_${crypto.randomUUID()}` }))
}

/** A file as a user chooses it. */
export const chosen = (name: string, content: BlobPart = 'Be early. Be kind.') => new File([content], name)

/** Chooses a file with the button "Upload files" of a dialog. */
export const chooseFile = (dialog: Locator, file: File) => {
  const inputs = dialog.getByLabelText('Upload files').elements()
  const input = inputs.find((each) => each instanceof HTMLInputElement)
  const data = new DataTransfer()
  data.items.add(file)
  Object.assign(input ?? {}, { files: data.files })
  input?.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Drops files on a part of the page, as if dragged from the desktop. */
export const drop = (target: Element, files: File[]) => {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  for (const type of ['dragover', 'drop'])
    target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
}
