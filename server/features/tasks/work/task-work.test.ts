import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { maxComments, maxProofs } from '#contract/limits.ts'
import { acceptedMessage } from '#contract/task-work.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { taskComments, taskProofs } from '#server/db/schema/tasks.ts'
import { sweepUploads } from '#server/features/files/actions.ts'
import { createThumbnail } from '#server/features/files/thumbnails.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import type { Browser } from '#test/browser.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'
import { waitForLockWaits } from '#test/locks.ts'
import { activityTypesOf } from '#test/partner-rows.ts'
import { storedFiles } from '#test/stored-files.ts'
import { createTaskProof } from '#test/task-proofs.ts'
import { uploadFile } from '#test/uploads.ts'
import { enqueueMissingProofThumbnails, setProofThumbnail } from './actions.ts'

const portal = await createTestApp()
const { db, deps } = portal
afterAll(portal.close)

const begin = async (task: Partial<typeof partnerTasks.$inferInsert> = {}) => {
  const partner = await createPartner(portal, {
    status: 'completed',
    onPaper: true,
    fullName: 'Dana Whitfield',
    user: { firstName: 'Dana', lastName: 'Whitfield' },
  })
  const staff = await createUser(portal, { role: 'support', firstName: 'Sam', lastName: 'Ortiz' })
  const created = await createTask(portal, { partnerId: partner.profile.id, ...task })
  return {
    partner,
    staff,
    task: created,
    url: `/api/tasks/${created.id}`,
    browser: await portal.signIn(partner.user),
    team: await portal.signIn(staff),
  }
}

const upload = async (browser: Browser, url: string, name: string, bytes: Buffer, type = 'text/plain') => {
  const asked = await browser.post(`${url}/proofs/upload`, { fileName: name, fileSize: bytes.length })
  if (asked.statusCode !== 201) return asked
  const { uploadURL } = asked.json()
  expect((await browser.put(uploadURL, bytes, { 'content-type': type })).statusCode).toBe(204)
  const registered = await browser.put('/api/task-proofs/upload', { resourceURL: uploadURL })
  expect(registered.statusCode, registered.body).toBe(200)
  return browser.post(`${url}/proofs`, { filePath: registered.json().filePath })
}

const rowOf = async ({ id }: { id: string }) =>
  (await db.select().from(partnerTasks).where(eq(partnerTasks.id, id)))[0]

/** Returns the response to a request that waits for a transaction in which the partner comments this many times. */
const whileCommenting = async (
  task: { id: string },
  { user }: { user: { id: string } },
  count: number,
  request: () => ReturnType<Browser['get']>,
) => {
  const { response } = await db.transaction(async (tx) => {
    await tx.select().from(partnerTasks).where(eq(partnerTasks.id, task.id)).for('update')
    const response = request()
    await waitForLockWaits(portal, 1)
    const comment = { taskId: task.id, authorId: user.id, body: 'Both hang' }
    await tx.insert(taskComments).values(Array(count).fill(comment))
    return { response }
  })
  return response
}

describe('what belongs to a task', () => {
  test('is read by its partner, who sees the team as one, and by staff, who see everyone', async () => {
    const { url, browser, team, task } = await begin()
    await browser.post(`${url}/comments`, { body: 'Both hang.\nSee the photo' })
    await team.post(`${url}/comments`, { body: 'Thank you' })
    await upload(browser, url, 'photo.txt', Buffer.from('a photo'))
    await browser.put(url, { status: 'completed' })
    const own = (await browser.get(url)).json()
    expect(own).toMatchObject({
      id: task.id,
      partner: { fullName: 'Dana Whitfield' },
      commentCount: 2,
      proofCount: 1,
      comments: [
        { body: 'Both hang.\nSee the photo', author: 'Dana Whitfield' },
        { body: 'Thank you', author: 'Partner team' },
      ],
      proofs: [{ fileName: 'photo.txt', author: 'Dana Whitfield', isOwn: true, thumbnail: 'none' }],
      history: [
        { activityType: 'task_status_changed', status: 'completed', author: 'Dana Whitfield' },
        { activityType: 'task_proof_added', status: null, author: 'Dana Whitfield' },
      ],
    })
    const seen = (await team.get(url)).json()
    expect(seen.comments.map(({ author }: { author: string }) => author)).toEqual([
      'Dana Whitfield',
      'Sam Ortiz',
    ])
    expect(seen.proofs[0].isOwn).toBe(false)
  })

  test('is not found for another partner, whatever they try', async () => {
    const { url } = await begin({ status: 'completed' })
    const { browser, staff } = await begin()
    const proof = await createTaskProof(portal, { taskId: url.split('/').at(-1) ?? '', uploadedBy: staff.id })
    const responses = [
      await browser.get(url),
      await browser.post(`${url}/comments`, { body: 'Hello' }),
      await browser.post(`${url}/proofs/upload`, { fileName: 'a.txt', fileSize: 5 }),
      await browser.post(`${url}/proofs`, { filePath: 'x'.repeat(43) }),
      await browser.remove(`${url}/proofs/${proof.id}`),
      await browser.get(`/objects/${proof.filePath}`),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(404))
  })

  test('prevents moving the task to another partner', async () => {
    const { url, browser, team } = await begin()
    await browser.post(`${url}/comments`, { body: 'Hello' })
    const other = await createPartner(portal)
    const response = await team.put(url, { partnerId: other.profile.id })
    expect(response.json().fields).toEqual({
      partnerId: 'It has comments or proof from this partner. Create a new task instead.',
    })
  })

  test('prevents moving it also when they comment at the same moment', async () => {
    const { url, team, task, partner } = await begin()
    const other = await createPartner(portal)
    const moved = await whileCommenting(task, partner, 1, () =>
      team.put(url, { partnerId: other.profile.id }),
    )
    expect(moved.statusCode, moved.body).toBe(400)
    expect((await rowOf(task))?.partnerId).toBe(partner.profile.id)
  })

  test('prevents moving it once it is accepted', async () => {
    const { url, team } = await begin({ status: 'completed', acceptedAt: new Date() })
    const other = await createPartner(portal)
    for (const change of [{}, { status: 'pending' }]) {
      const response = await team.put(url, { partnerId: other.profile.id, ...change })
      expect(response.json().fields).toEqual({
        partnerId: 'It has been accepted. Create a new task instead.',
      })
    }
  })

  test('includes no more comments than can be shown, even if they arrive at the same moment', async () => {
    const { url, browser, task, partner } = await begin()
    const refused = await whileCommenting(task, partner, maxComments, () =>
      browser.post(`${url}/comments`, { body: 'One more' }),
    )
    expect(refused.statusCode).toBe(409)
  })

  test('includes no more comments than can be shown', async () => {
    const { url, browser, task, partner } = await begin()
    await db.insert(taskComments).values(
      Array.from({ length: maxComments }, (_, index) => ({
        taskId: task.id,
        authorId: partner.user.id,
        body: `Number ${index}`,
      })),
    )
    expect((await browser.post(`${url}/comments`, { body: 'One more' })).statusCode).toBe(409)
    expect((await browser.get(url)).json().comments).toHaveLength(maxComments)
  })
})

describe('a proof', () => {
  test('is stored, opened by its partner and staff, and removed by who added it', async () => {
    const { url, browser, team, partner } = await begin()
    const added = await upload(browser, url, 'two words.txt', Buffer.from('a photo'))
    expect(added.statusCode, added.body).toBe(201)
    const { id, filePath } = added.json()
    for (const reader of [browser, team]) {
      const response = await reader.get(`/objects/${filePath}`)
      expect(response.body).toBe('a photo')
      expect(response.headers['content-disposition']).toContain('two words.txt')
    }
    expect((await team.remove(`${url}/proofs/${id}`)).statusCode).toBe(404)
    expect((await browser.remove(`${url}/proofs/${id}`)).statusCode).toBe(204)
    expect((await browser.get(`/objects/${filePath}`)).statusCode).toBe(404)
    await sweepUploads(deps)
    expect((await storedFiles(portal)).join()).not.toContain(filePath)
    expect((await activityTypesOf(portal, partner)).slice(-2)).toEqual([
      'task_proof_added',
      'task_proof_removed',
    ])
  })

  test('of staff is in the audit log', async () => {
    const { url, team, staff } = await begin()
    const { id } = (await upload(team, url, 'by-mail.txt', Buffer.from('a photo'))).json()
    await team.remove(`${url}/proofs/${id}`)
    expect(await auditEventsOf(portal, staff)).toMatchObject([
      { action: 'task.proof_added', after: { fileName: 'by-mail.txt' } },
      { action: 'task.proof_removed', before: { fileName: 'by-mail.txt' } },
    ])
  })

  test('gets a small picture, which is announced to the pages that show the task', async () => {
    const { url, browser } = await begin()
    const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#246' } })
      .jpeg()
      .toBuffer()
    const added = (await upload(browser, url, 'IMG_1.JPG', picture, 'image/jpeg')).json()
    expect(added.thumbnail).toBe('pending')
    await createThumbnail(deps, added.filePath, [setProofThumbnail(deps)])
    expect((await browser.get(url)).json().proofs[0].thumbnail).toBe('ready')
    const small = await browser.get(`/objects/${added.filePath}?thumbnail`)
    expect(small.headers['content-type']).toBe('image/webp')
    await db.update(taskProofs).set({ thumbnailSize: null, createdAt: new Date(0) })
    await enqueueMissingProofThumbnails(deps)
  })

  test('is refused when its bytes do not match its name, or when it was uploaded for something else', async () => {
    const { url, browser, team } = await begin()
    const asked = await browser.post(`${url}/proofs/upload`, { fileName: 'a.png', fileSize: 5 })
    const { uploadURL } = asked.json()
    await browser.put(uploadURL, Buffer.from('hello'), { 'content-type': 'image/png' })
    const registered = await browser.put('/api/task-proofs/upload', { resourceURL: uploadURL })
    expect(registered.statusCode).toBe(415)
    const file = await uploadFile(team, 'txt', Buffer.from('Where to hang them'))
    expect((await team.post(`${url}/proofs`, { filePath: file.filePath })).json().fields).toEqual({
      filePath: 'Upload the file first.',
    })
    expect(
      (await browser.post(`${url}/proofs/upload`, { fileName: 'a.exe', fileSize: 5 })).json().fields,
    ).toEqual({ fileName: 'This kind of file is not allowed.' })
  })

  test('is one of at most twenty', async () => {
    const { url, browser, task, partner } = await begin()
    for (let count = 0; count < maxProofs; count++) {
      await createTaskProof(portal, { taskId: task.id, uploadedBy: partner.user.id })
    }
    const response = await browser.post(`${url}/proofs/upload`, { fileName: 'a.txt', fileSize: 5 })
    expect(response.statusCode).toBe(409)
    expect(response.json().message).toBe('A task can have at most 20 files as proof.')
  })

  test('is deleted with its task', async () => {
    const { url, browser, team } = await begin()
    const { filePath } = (await upload(browser, url, 'a.txt', Buffer.from('a photo'))).json()
    expect((await team.remove(url)).statusCode).toBe(204)
    expect((await browser.get(`/objects/${filePath}`)).statusCode).toBe(404)
  })
})

describe('accepting', () => {
  test('ends what the partner can change, until it is sent back with a comment', async () => {
    const { url, browser, team, staff, partner, task } = await begin()
    const proof = (await upload(browser, url, 'a.txt', Buffer.from('a photo'))).json()
    expect((await team.post(`${url}/accept`, {})).json().message).toBe('This task is not completed.')
    await browser.put(url, { status: 'completed' })
    await browser.put(url, { status: 'in_progress' })
    await browser.put(url, { status: 'completed' })

    const accepted = await team.post(`${url}/accept`, {})
    expect(accepted.json().acceptedAt).not.toBeNull()
    expect((await team.post(`${url}/accept`, {})).statusCode).toBe(200)
    expect((await browser.put(url, { status: 'completed' })).statusCode).toBe(200)
    const refused = [
      await browser.put(url, { status: 'in_progress' }),
      await browser.post(`${url}/proofs/upload`, { fileName: 'a.txt', fileSize: 5 }),
      await browser.remove(`${url}/proofs/${proof.id}`),
    ]
    for (const response of refused) {
      expect(response.statusCode).toBe(409)
      expect(response.json().message).toBe(acceptedMessage)
    }

    expect((await team.post(`${url}/send-back`, { comment: ' ' })).json().fields).toEqual({
      comment: 'Enter what is missing',
    })
    const sentBack = await team.post(`${url}/send-back`, { comment: 'One is missing' })
    const reason = { sentBackAt: expect.any(String), sentBackReason: 'One is missing' }
    expect(sentBack.json()).toMatchObject({
      status: 'in_progress',
      acceptedAt: null,
      commentCount: 1,
      ...reason,
    })
    expect((await browser.get('/api/partner/tasks')).json()).toMatchObject([reason])
    expect((await browser.get(url)).json()).toMatchObject({
      comments: [{ body: 'One is missing', author: 'Partner team' }],
      history: [
        { activityType: 'task_sent_back', status: 'in_progress', author: 'Partner team' },
        { activityType: 'task_accepted' },
        {},
        {},
        {},
        {},
      ],
    })
    expect((await browser.put(url, { status: 'completed' })).statusCode).toBe(200)
    expect(await rowOf(task)).toMatchObject({ acceptedAt: null, acceptedBy: null })
    // When undone, the task shows again what is missing.
    expect((await browser.put(url, { status: 'in_progress' })).json()).toMatchObject(reason)
    const { acceptedAt } = accepted.json()
    expect(await auditEventsOf(portal, staff)).toMatchObject([
      { action: 'task.accepted', after: { acceptedAt } },
      {
        action: 'task.sent_back',
        before: { status: 'completed', acceptedAt },
        after: { status: 'in_progress', acceptedAt: null },
      },
    ])
    expect(await activityTypesOf(portal, partner)).toContain('task_commented')
  })

  test('is undone when staff change the status', async () => {
    const acceptedAt = new Date()
    const { url, team, staff } = await begin({ status: 'completed', acceptedAt })
    const response = await team.put(url, { status: 'pending' })
    expect(response.json()).toMatchObject({ status: 'pending', acceptedAt: null })
    expect(await auditEventsOf(portal, staff)).toMatchObject([
      { before: { acceptedAt: acceptedAt.toISOString() }, after: { status: 'pending', acceptedAt: null } },
    ])
  })

  test('is refused when proof was added or removed since it was read', async () => {
    const { url, team, browser } = await begin({ status: 'completed' })
    const updatedAt = async () => (await team.get(url)).json().updatedAt
    const accept = async (seen: string) => (await team.post(`${url}/accept`, { updatedAt: seen })).statusCode
    const before = await updatedAt()
    const { id } = (await upload(browser, url, 'photo.txt', Buffer.from('a photo'))).json()
    expect(await accept(before)).toBe(409)
    const withProof = await updatedAt()
    await browser.remove(`${url}/proofs/${id}`)
    expect(await accept(withProof)).toBe(409)
    expect(await accept(await updatedAt())).toBe(200)
  })

  test('is refused when the task has changed since it was read, and happens once for many at once', async () => {
    const { url, team, staff, task } = await begin({ status: 'completed' })
    const updatedAt = new Date(0).toISOString()
    expect((await team.post(`${url}/accept`, { updatedAt })).statusCode).toBe(409)
    const seen = task.updatedAt.toISOString()
    await Promise.all(Array.from({ length: 10 }, () => team.post(`${url}/accept`, { updatedAt: seen })))
    expect(await auditEventsOf(portal, staff)).toHaveLength(1)
  })

  test('and a change by the partner at the same time end in one of the two', async () => {
    const { url, team, browser, task } = await begin({ status: 'completed' })
    const [accepted, reopened] = await Promise.all([
      team.post(`${url}/accept`, { updatedAt: task.updatedAt.toISOString() }),
      browser.put(url, { status: 'in_progress' }),
    ])
    expect([accepted.statusCode, reopened.statusCode].sort()).toEqual([200, 409])
    const row = await rowOf(task)
    expect(row?.acceptedAt !== null).toBe(row?.status === 'completed')
  })
})
