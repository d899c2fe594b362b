import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#client/lib/query-client.ts'
import { getChatThumbnail, registerChatUpload, requestChatUpload } from '#contract/chat/files.ts'
import type { SentFrame, ServerFrame } from '#contract/chat/frames.ts'
import type { ChatMessage } from '#contract/chat/messages.ts'
import { fileInfectedMessage } from '#contract/files/quarantine-messages.ts'
import { listQuarantinedFiles } from '#contract/files/quarantined-files.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { partner } from '#test/browser/people.ts'
import { answer, noNetwork, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { chosen, drop, takeUploads } from '#test/browser/upload-responses.ts'

const panel = page.getByRole('dialog', { name: 'Chat with the Partner Team' })
const log = panel.getByRole('log', { name: 'Messages' })
const messageField = panel.getByRole('textbox', { name: 'Message' })
const send = panel.getByRole('button', { name: 'Send' })
const rows = panel.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
const remove = (name: string) => rows.getByRole('button', { name: `Remove ${name}` })

const message = (file: ChatMessage['file']): ChatMessage => ({
  id: crypto.randomUUID(),
  senderId: partner.id,
  sender: { name: 'Paula Ortega', profileImageUrl: null },
  receiverId: null,
  message: file?.fileName ?? '',
  isSupport: false,
  createdAt: '2026-11-20T15:00:00.000Z',
  conversationId: partner.id,
  seq: 1,
  clientId: null,
  kind: 'said',
  file,
})

/** Opens the chat of a partner with these messages. Returns the frames that the client sends. */
const showChat = async (...messages: ChatMessage[]) => {
  const sent: SentFrame[] = []
  class ChatSocket {
    static readonly OPEN = 1
    readyState = 1
    onopen?: () => void
    onmessage?: (event: { data: string }) => void
    constructor() {
      setTimeout(() => {
        this.onopen?.()
        const conversationId = partner.id
        const readMarks = { conversationId, partnerSeq: messages.length, staffSeq: 0 }
        const frames: ServerFrame[] = [
          { type: 'chat_history', data: messages, conversationId },
          { type: 'chat_read', data: readMarks },
        ]
        for (const frame of frames) this.onmessage?.({ data: JSON.stringify(frame) })
      })
    }
    send(frame: string) {
      sent.push(JSON.parse(frame))
    }
    close() {}
  }
  const { WebSocket } = globalThis
  vi.stubGlobal('WebSocket', ChatSocket)
  onTestFinished(() => void vi.stubGlobal('WebSocket', WebSocket))
  answerEmptyHome()
  await showPortal('/', partner)
  await page.getByRole('button', { name: 'Open chat' }).click()
  await expect.element(log).toHaveAttribute('aria-busy', 'false')
  return sent
}

const answerChatUploads = () => {
  answer(requestChatUpload, () => ({ uploadURL: `/api/chat/uploads/${crypto.randomUUID()}` }))
  answer(registerChatUpload, () => ({ filePath: 'a'.repeat(43) }))
}

test('a refused, canceled or lost attachment says so and leaves the rest of the message unchanged', async () => {
  const sendings = takeUploads({ isDelayed: true })
  answer(listQuarantinedFiles, [])
  answerChatUploads()
  const sent = await showChat()
  const attach = async (...files: File[]) => drop(await log.findElement(), files)
  await messageField.fill('Typed with care')
  await attach(chosen('Rules.txt'))
  await expect.element(rows.getByRole('progressbar')).toBeVisible()
  await expect.element(send).toBeDisabled()
  await rows.getByRole('button', { name: 'Cancel Rules.txt' }).click()
  await expect.element(rows).not.toBeInTheDocument()
  expect(sendings[0]?.hasStopped).toBe(true)

  await attach(chosen('program.exe'))
  await expect.element(panel.getByText('program.exe: This kind of file is not allowed.')).toBeVisible()
  answer(registerChatUpload, refusal('unsupported_media_type', 'This file is not a PNG.'))
  await attach(chosen('Letter.png'))
  await expect.poll(() => sendings.length).toBe(2)
  sendings[1]?.arrive()
  await expect.element(rows.getByRole('alert')).toHaveTextContent('This file is not a PNG.')
  await expect.element(messageField).toHaveValue('Typed with care')
  await messageField.click()
  await remove('Letter.png').click()

  // First the request for the address fails, then the upload.
  answer(requestChatUpload, noNetwork)
  const pasted = new DataTransfer()
  pasted.items.add(chosen('image.png'))
  ;(await messageField.findElement()).dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }),
  )
  const lost = rows.getByText('The connection was lost.')
  const retry = rows.getByRole('button', { name: 'Retry image.png' })
  await expect.element(lost).toBeVisible()
  answerChatUploads()
  await retry.click()
  await expect.poll(() => sendings.length).toBe(3)
  sendings[2]?.fail()
  await expect.element(lost).toBeVisible()
  await retry.click()
  await expect.poll(() => sendings.length).toBe(4)
  sendings[3]?.arrive()
  await expect.element(remove('image.png')).toBeVisible()
  await send.click()
  await expect.element(messageField).toHaveFocus()
  await expect.element(rows).not.toBeInTheDocument()
  expect(sent.filter(({ type }) => type === 'chat')).toMatchObject([
    { message: 'Typed with care', file: { filePath: 'a'.repeat(43) } },
  ])
})

test('a picture has its place until its thumbnail is made, and leads to the original', async () => {
  answer(listQuarantinedFiles, [])
  answer(getChatThumbnail, { thumbnail: 'pending' })
  const file = { filePath: 'b'.repeat(43), fileName: 'Dusk.jpeg', fileType: 'jpeg', fileSize: 54 } as const
  await showChat(message({ ...file, thumbnail: 'pending' }))
  const picture = log.getByRole('img', { name: 'Dusk.jpeg' })
  const place = (await picture.findElement()).getBoundingClientRect()
  expect(document.querySelector('[role=log] img')).toBeNull()
  let shown: DOMRect | undefined
  let address: string | null = null
  const seen = new MutationObserver(() => {
    const made = document.querySelector('[role=log] img')
    if (made && !shown) [shown, address] = [made.getBoundingClientRect(), made.getAttribute('src')]
  })
  seen.observe(await log.findElement(), { childList: true, subtree: true })
  onTestFinished(() => seen.disconnect())
  answer(getChatThumbnail, { thumbnail: 'ready' })
  await queryClient.invalidateQueries()
  await expect.poll(() => address).toBe(`/api/chat/files/${file.filePath}?thumbnail`)
  expect(shown, 'nothing moves').toEqual(place)
  const link = log.getByRole('link', { name: /Dusk/ })
  await expect.element(link).toHaveAttribute('href', `/api/chat/files/${file.filePath}`)
  await expect.element(link).toHaveAttribute('target', '_blank')
})

test('a file in which a virus was found cannot be opened in the chat', async () => {
  const file = { filePath: 'c'.repeat(43), fileName: 'infected.txt', fileType: 'txt', fileSize: 68 } as const
  answer(listQuarantinedFiles, [{ filePath: file.filePath, verdict: 'infected', threat: null }])
  await showChat(message({ ...file, thumbnail: 'none' }))
  await expect.element(log.getByTitle(fileInfectedMessage)).toHaveTextContent('Virus found')
  await expect.element(log.getByRole('link', { name: /infected/ })).not.toBeInTheDocument()
  await expectNoAxeViolations(panel)
})
