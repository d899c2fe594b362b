import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { maxChatFileSize } from '#contract/file-types.ts'
import { chatMessages } from '#server/db/schema/chat.ts'
import { objectUploads } from '#server/db/schema/objects.ts'
import { sweepUploads } from '#server/features/objects/actions.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { type ChatClient, cookieOf, openChat } from '#test/chat-client.ts'
import { createPartner, createUpload, createUser, fileOf } from '#test/factories.ts'
import { storedFiles } from '#test/stored-files.ts'

const portal = await createTestApp()
const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
const open: ChatClient[] = []
afterAll(async () => {
  for (const client of open) client.socket.terminate()
  await portal.close()
})

type User = Awaited<ReturnType<typeof createUser>>

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const connect = async (user: User) => {
  const client = await openChat(url, cookieOf(await portal.signIn(user)))
  open.push(client)
  return client
}
const newPartner = async () => {
  const { user } = await createPartner(portal)
  return { user, browser: await portal.signIn(user) }
}
const newStaff = async () => {
  const user = await createUser(portal, { role: 'support' })
  return { user, browser: await portal.signIn(user) }
}

const put = async (browser: Browser, fileName: string, bytes: Buffer, contentType: string) => {
  const asked = await browser.post('/api/chat/uploads', { fileName, fileSize: bytes.length })
  expect(asked.statusCode, asked.body).toBe(201)
  const { uploadURL } = asked.json()
  expect((await browser.put(uploadURL, bytes, { 'content-type': contentType })).statusCode).toBe(204)
  return browser.put('/api/chat/uploads', { resourceURL: uploadURL })
}
/** A file ready to be sent: its path. */
const upload = async (
  browser: Browser,
  fileName = 'stage plan.png',
  bytes = png,
  contentType = 'image/png',
) => {
  const registered = await put(browser, fileName, bytes, contentType)
  expect(registered.statusCode, registered.body).toBe(200)
  return registered.json<{ filePath: string }>().filePath
}

describe('a file', () => {
  test('is sent by a partner and by staff, with words or without, and opened by both', async () => {
    const [partner, staff] = [await newPartner(), await newStaff()]
    const [desk, team] = [await connect(partner.user), await connect(staff.user)]
    const filePath = await upload(partner.browser)
    desk.send({ type: 'chat', message: null, file: { filePath } })
    const sent = await team.hears('stage plan.png')
    expect(sent.file).toEqual({ filePath, fileName: 'stage plan.png', fileType: 'png', fileSize: png.length })
    const text = Buffer.from('Doors at seven')
    const answered = await upload(staff.browser, 'Schedule.txt', text, 'text/plain')
    team.send({
      type: 'chat',
      message: ' See here ',
      file: { filePath: answered },
      receiverId: partner.user.id,
    })
    expect((await desk.hears('See here')).file).toMatchObject({ filePath: answered, fileType: 'txt' })

    for (const { browser } of [partner, staff]) {
      const shown = await browser.get(`/api/chat/files/${filePath}`)
      expect(shown.rawPayload).toEqual(png)
      expect(shown.headers).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': expect.stringContaining('inline'),
        'content-security-policy': expect.stringContaining('sandbox'),
      })
      const saved = await browser.get(`/api/chat/files/${answered}?download`)
      expect(saved.rawPayload).toEqual(text)
      expect(saved.headers['content-disposition']).toBe('attachment; filename="Schedule.txt"')
    }
    const history = (await (await connect(partner.user)).frame('chat_history')).data
    expect(history.map(({ file }) => file?.filePath)).toEqual([filePath, answered])
  })

  test('of one conversation is not there for another partner, by whatever address', async () => {
    const [partner, other] = [await newPartner(), await newPartner()]
    const onboarded = await portal.signIn((await createPartner(portal, { status: 'completed' })).user)
    const desk = await connect(partner.user)
    const filePath = await upload(partner.browser)
    const unsent = await upload(partner.browser)
    desk.send({ type: 'chat', message: 'Here', file: { filePath } })
    await desk.hears('Here')
    for (const browser of [other.browser, onboarded]) {
      expect((await browser.get(`/api/chat/files/${filePath}`)).statusCode).toBe(404)
      expect((await browser.get(`/api/chat/files/${unsent}`)).statusCode).toBe(404)
    }
    expect((await onboarded.get(`/objects/${filePath}`)).statusCode).toBe(404)
    expect((await (await newStaff()).browser.get(`/api/chat/files/${unsent}`)).statusCode).toBe(404)
    expect((await portal.visit().get(`/api/chat/files/${filePath}`)).statusCode).toBe(401)
  })

  test('is sent once, by who has uploaded it, and stored once when the frame is sent again', async () => {
    const [partner, other] = [await newPartner(), await newPartner()]
    const [desk, stranger] = [await connect(partner.user), await connect(other.user)]
    const filePath = await upload(partner.browser)
    const clientId = crypto.randomUUID()
    const refused = async (client: ChatClient, path: string) => {
      const id = crypto.randomUUID()
      client.send({ type: 'chat', message: 'Mine', file: { filePath: path }, clientId: id })
      return (await client.frame('chat_error', (error) => error.clientId === id)).code
    }
    expect(await refused(stranger, filePath)).toBe('bad_request')
    const frame = { type: 'chat', message: 'Mine', file: { filePath }, clientId } as const
    for (let time = 0; time < 3; time += 1) desk.send(frame)
    const stored = () => desk.frames.flatMap((each) => (each.type === 'chat_stored' ? [each.data.seq] : []))
    await expect.poll(stored).toEqual([1, 1, 1])
    expect(await refused(desk, filePath)).toBe('bad_request')
    expect(await refused(desk, 'x'.repeat(43))).toBe('bad_request')
    expect(await refused(desk, '../secret')).toBe('bad_request')
    const rows = await portal.db.select().from(chatMessages).where(eq(chatMessages.filePath, filePath))
    expect(rows).toHaveLength(1)
  })

  test('that is not what it says, too large, or of another kind is refused', async () => {
    const { browser } = await newPartner()
    const wrong = await put(browser, 'stage.png', Buffer.from('<html>'), 'image/png')
    expect([wrong.statusCode, wrong.json().message]).toEqual([415, 'This file is not a png.'])
    const ask = (body: unknown) => browser.post('/api/chat/uploads', body)
    expect((await ask({ fileName: 'run.exe', fileSize: 5 })).json().fields).toEqual({
      fileName: 'This kind of file is not allowed.',
    })
    const large = await ask({ fileName: 'film.mp4', fileSize: maxChatFileSize + 1 })
    expect([large.statusCode, large.json().message]).toEqual([413, 'The file is too large. At most 10 MB.'])
    expect((await ask({ fileName: 'film.mp4', fileSize: maxChatFileSize })).statusCode).toBe(201)
    expect((await ask({ fileName: 'film.mp4' })).statusCode).toBe(400)
    const small = (await ask({ fileName: 'a.txt', fileSize: 5 })).json()
    const more = await browser.put(small.uploadURL, Buffer.from('more than five'), {
      'content-type': 'text/plain',
    })
    expect([more.statusCode, more.json().message]).toEqual([413, 'The file is too large. At most 10 MB.'])
  })

  test('uploaded for the chat is nothing for the library, and the other way around', async () => {
    const staff = await newStaff()
    const [chat, library] = [
      await createUpload(portal, { userId: staff.user.id, purpose: 'chat', state: 'registered' }),
      await createUpload(portal, { userId: staff.user.id, state: 'registered' }),
    ]
    const resource = { title: 'Plan', category: 'creative', folderId: null }
    expect((await staff.browser.post('/api/resources', { ...resource, ...fileOf(chat) })).statusCode).toBe(
      400,
    )
    const team = await connect(staff.user)
    const receiverId = (await newPartner()).user.id
    const clientId = crypto.randomUUID()
    team.send({ type: 'chat', message: 'x', file: { filePath: library.objectKey }, receiverId, clientId })
    expect((await team.frame('chat_error')).code).toBe('bad_request')
    const asked = await createUpload(portal, { userId: staff.user.id, purpose: 'chat' })
    const headers = { 'content-type': 'text/plain' }
    expect((await staff.browser.put(`/api/objects/upload/${asked.id}`, 'hello', headers)).statusCode).toBe(
      404,
    )
  })

  test('can be uploaded a hundred times a day by one person, however fast', async () => {
    const { user, browser } = await newPartner()
    for (let number = 0; number < 95; number += 1)
      await createUpload(portal, { userId: user.id, purpose: 'chat' })
    const body = { fileName: 'a.txt', fileSize: 5 }
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => browser.post('/api/chat/uploads', body)),
    )
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([...Array(5).fill(201), ...Array(7).fill(429)])
    expect(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('3600')
    expect((await (await newPartner()).browser.post('/api/chat/uploads', body)).statusCode).toBe(201)
  })
})

test('what was never sent is gone a day later, and what was sent stays', async () => {
  await using own = await createTestApp()
  const address = await own.app.listen({ port: 0, host: '127.0.0.1' })
  const { user } = await createPartner(own)
  const desk = await openChat(address, cookieOf(await own.signIn(user)))
  const make = (state: 'received' | 'registered') =>
    createUpload(own, { userId: user.id, purpose: 'chat', state })
  const [sent] = [await make('registered'), await make('registered'), await make('received')]
  desk.send({ type: 'chat', message: 'Here', file: { filePath: sent.objectKey } })
  await desk.hears('Here')
  expect(await storedFiles(own)).toHaveLength(3)
  await own.db.update(objectUploads).set({ createdAt: new Date(Date.now() - 25 * 60 * 60 * 1000) })
  await sweepUploads(own.deps)
  expect(await storedFiles(own)).toEqual([expect.stringContaining(sent.objectKey)])
  expect((await (await own.signIn(user)).get(`/api/chat/files/${sent.objectKey}`)).statusCode).toBe(200)
  await desk.close()
})
