import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mentionOf } from '#contract/mentions.ts'
import { chatMessages } from '#server/db/schema/chat.ts'
import { enqueueUnreadEmails } from '#server/features/chat/unread-emails/actions.ts'
import { getSeal } from '#server/features/documents/sealing/data.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { cookieOf, openChat } from '#test/chat-client.ts'
import { createEmail } from '#test/emails.ts'
import { endpoints } from '#test/endpoints.ts'
import { openEvents } from '#test/event-stream.ts'
import {
  activationForm,
  createPartner,
  createUpload,
  createUser,
  fileOf,
  resourceForm,
  sign,
  taskForm,
} from '#test/factories.ts'
import { createInvitation } from '#test/invitations.ts'
import { createInvoice } from '#test/invoices.ts'
import { onePixel } from '#test/pictures.ts'
import { createPastActivation } from '#test/recaps.ts'
import { sealAll } from '#test/seals.ts'
import { startMailServer } from '#test/smtp.ts'
import { createTaskProof } from '#test/task-proofs.ts'

// Staff whose names and address occur nowhere else do everything that a partner can see a trace of.
const mail = await startMailServer()
const portal = await createTestApp({ settings: { SMTP_URL: mail.url }, runsJobs: true })
const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
const names = ['Canarina', 'Serinsdottir', 'canary-staff@office.test']
/** What staff write about the partner for themselves. */
const internal = ['Canarytag', 'Canarynote', 'Canaryset']
const [firstName = '', lastName = '', email = ''] = names
const staff = await createUser(portal, { role: 'admin', firstName, lastName, email })
const { user, profile, documents } = await createPartner(portal)
const team = await portal.signIn(staff)
const browser = await portal.signIn(user)
const paper = documents.find(({ documentType }) => documentType === 'nda')?.id ?? ''

const succeed = async (response: ReturnType<Browser['get']>) => {
  const { statusCode, body } = await response
  if (statusCode >= 300) throw new Error(`answered ${statusCode}: ${body}`)
  return body ? JSON.parse(body) : null
}

const open: { close(): unknown }[] = []
const chat = await openChat(url, cookieOf(browser))
const events = await openEvents(url, cookieOf(browser))
open.push(chat.socket, events)
let paths: Record<string, string>

beforeAll(async () => {
  const partnerId = profile.id
  const newFile = async () => fileOf(await createUpload(portal, { userId: staff.id, state: 'registered' }))
  await succeed(team.put(`/api/partner/documents/${paper}`, { status: 'signed' }))
  await sign(portal, user, 'venue_partnership_agreement')
  const toSign = await succeed(
    team.post(`/api/admin/partners/${partnerId}/documents`, { documentType: 'venue_partnership_agreement' }),
  )
  const task = await succeed(team.post('/api/tasks', { ...taskForm, partnerId, ...(await newFile()) }))
  await succeed(team.put(`/api/tasks/${task.id}`, { ownerId: staff.id, status: 'completed' }))
  await succeed(team.post(`/api/tasks/${task.id}/comments`, { body: 'Look at this' }))
  await createTaskProof(portal, { taskId: task.id, uploadedBy: staff.id })
  await succeed(team.post(`/api/tasks/${task.id}/send-back`, { comment: 'One is missing' }))
  await succeed(team.put(`/api/tasks/${task.id}`, { status: 'completed', assigneeId: user.id }))
  const announcement = await succeed(
    team.post('/api/admin/announcements', {
      title: `About ${taskForm.taskName}`,
      body: 'Look at this',
      assignedPartnerIds: [],
      assignedGroup: null,
    }),
  )
  const planned = { taskName: 'Send the guest count', taskType: 'physical', ownerId: staff.id }
  const template = await succeed(team.post('/api/admin/task-templates', { ...planned, dueInDays: 3 }))
  const set = await succeed(
    team.post('/api/admin/task-sets', { name: 'All', givenWhen: 'never', templateIds: [template.id] }),
  )
  await succeed(team.post(`/api/admin/task-sets/${set.id}/give`, { partnerId }))
  const waiting = await succeed(
    team.post('/api/admin/task-sets', {
      name: 'Canaryset',
      givenWhen: 'never',
      templateIds: [template.id],
    }),
  )
  await createInvitation(portal, partnerId)
  await succeed(team.put(`/api/admin/partners/${partnerId}/invitation`, { setIds: [waiting.id] }))
  await succeed(
    team.post('/api/admin/task-series', {
      ...planned,
      frequency: 'weekly',
      startsAt: new Date(Date.now() + 86_400_000).toISOString(),
      timeZone: 'UTC',
      partnerId,
    }),
  )
  const activation = await succeed(team.post('/api/activations', { ...activationForm, partnerId }))
  const folder = await succeed(
    team.post('/api/resource-folders', { name: 'Posters', category: 'creative', description: null }),
  )
  const resource = await succeed(
    team.post('/api/resources', { ...resourceForm, folderId: folder.id, ...(await newFile()) }),
  )
  const colleague = await openChat(url, cookieOf(team))
  open.push(colleague.socket)
  colleague.send({ type: 'typing', conversationId: user.id, typing: true })
  const sent = await createUpload(portal, { userId: staff.id, purpose: 'chat', state: 'registered' })
  colleague.send({ type: 'chat', message: 'Hello', receiverId: user.id, file: { filePath: sent.objectKey } })
  await chat.waitForMessage('Hello')
  await succeed(team.post(`/api/chat/conversations/${user.id}/notes`, { note: 'A note' }))
  await succeed(team.put(`/api/admin/partners/${partnerId}/tags`, { names: internal.slice(0, 1) }))
  const note = { kind: 'call', body: `Canarynote ${mentionOf(staff.id)}` }
  await succeed(team.post(`/api/admin/partners/${partnerId}/notes`, note))
  await succeed(
    team.put(`/api/chat/conversations/${user.id}`, {
      assignedTo: staff.id,
      snoozedUntil: '2100-01-01T12:00:00Z',
      addLabels: [firstName],
    }),
  )
  await succeed(
    team.post('/api/admin/partners/bulk', {
      change: { kind: 'manager', managerId: staff.id },
      ids: [partnerId],
    }),
  )
  const other = await createUser(portal, { role: 'support' })
  await succeed(
    team.post(`/api/admin/users/${staff.id}/handover`, {
      toUserId: other.id,
      what: ['tasks', 'recurringTasks'],
    }),
  )
  await succeed(team.put(`/api/admin/users/${user.id}/partner-group`, { partnerGroup: 'Coast' }))
  await succeed(team.post('/api/admin/users/invitations', { userIds: [user.id] }))
  const { profileImageUrl } = await succeed(
    team.send('PUT', '/api/account/picture', onePixel, { 'content-type': 'image/png' }),
  )
  const email = await createEmail(portal, user)
  const signedId = documents.find(({ id }) => id !== paper)?.id ?? ''
  const listed = await succeed(team.get(`/api/partner/documents/${signedId}/obligations`))
  const obligation = listed.find(({ kind }: { kind: string }) => kind === 'deposit')
  const delivery = listed.find(({ kind }: { kind: string }) => kind === 'collateral')
  await succeed(team.put(`/api/obligations/${delivery.id}`, { status: 'done', note: 'By courier' }))
  const entry = { partnerId, obligationId: obligation.id, amountCents: 500, currency: 'USD' }
  const payment = { ...entry, paidOn: '2026-11-20', method: 'check' }
  await succeed(team.post('/api/admin/payments', payment, { 'idempotency-key': 'one' }))
  const held = await createPastActivation(portal, { partnerId })
  await succeed(
    team.put(`/api/activations/${held.id}/recap`, { guests: 140, signUps: 32, staffNote: `By ${firstName}` }),
  )
  await succeed(team.post(`/api/activations/${activation.id}/comments`, { body: 'See you there' }))
  const { id: invoiceId } = await createInvoice(portal, { partnerId })
  await succeed(team.put(`/api/admin/invoices/${invoiceId}`, { status: 'approved' }))
  const signed = documents.find(({ id }) => id !== paper)?.id ?? ''
  await sealAll(portal)
  paths = {
    '/api/partner/documents/:id': `/api/partner/documents/${signed}`,
    '/api/partner/documents/:id/text': `/api/partner/documents/${signed}/text`,
    '/api/partner/documents/:id/obligations': `/api/partner/documents/${signed}/obligations`,
    '/api/activations/:id/day': `/api/activations/${activation.id}/day`,
    '/api/activations/:id/comments': `/api/activations/${activation.id}/comments`,
    '/api/activations/:id/obligations': `/api/activations/${activation.id}/obligations`,
    '/api/activations/:id/recap': `/api/activations/${held.id}/recap`,
    '/api/activations/:id/recap/pdf': `/api/activations/${held.id}/recap/pdf`,
    '/api/drafts/:form': '/api/drafts/profile',
    '/api/partner/documents/:id/unsigned-text': `/api/partner/documents/${toSign.id}/unsigned-text`,
    '/api/partner/documents/:id/agreement': `/api/partner/documents/${signed}/agreement`,
    '/api/verification': `/api/verification?sha256=${(await getSeal(portal.db, signed))?.sha256}`,
    '/api/pictures/:pictureKey': profileImageUrl,
    '/api/announcements/:id': `/api/announcements/${announcement.id}`,
    '/api/resources/:id': `/api/resources/${resource.id}`,
    '/api/resource-folders/:id/zip': `/api/resource-folders/${folder.id}/zip`,
    '/api/activations/:id': `/api/activations/${activation.id}`,
    '/api/activations/:id/calendar': `/api/activations/${activation.id}/calendar`,
    '/api/tasks/:id/calendar': `/api/tasks/${task.id}/calendar`,
    '/api/calendar': '/api/calendar?from=2049-02-20&to=2049-04-20',
    '/calendar/:token.ics': new URL((await succeed(browser.post('/api/calendar/feed', undefined))).feed.url)
      .pathname,
    '/unsubscribe': `/unsubscribe?token=${email.unsubscribeToken}`,
    '/api/search': `/api/search?q=${encodeURIComponent(taskForm.taskName)}`,
    '/api/tasks/:id': `/api/tasks/${task.id}`,
    '/objects/:filePath': `/objects/${task.filePath}`,
    '/api/chat/files/:filePath': `/api/chat/files/${sent.objectKey}`,
    '/api/chat/files/:filePath/thumbnail': `/api/chat/files/${sent.objectKey}/thumbnail`,
  }
})
afterAll(async () => {
  for (const each of open) await each.close()
  await portal.close()
  await mail.stop()
})

/** Returns the staff's data that a text contains, including their id. */
const traces = (text: string) => [...names, ...internal, staff.id].filter((mark) => text.includes(mark))

test('no read of a partner contains the name, address or id of staff', async () => {
  const reads = endpoints.filter(
    ({ method, path, access }) =>
      method === 'GET' && !['staff', 'admin'].includes(String(access)) && path !== '/api/events',
  )
  expect(reads.length).toBeGreaterThan(10)
  // Whoever has completed onboarding does not read its state.
  const { user: inOnboarding } = await createPartner(portal, { status: 'documents' })
  for (const { path } of reads) {
    const address = paths[path] ?? (path.includes(':') ? undefined : path)
    if (!address) throw new Error(`${path} needs an address in this test`)
    // The user signs in for each request, because one of the requests signs out.
    const response = await (
      await portal.signIn(path === '/api/partner/onboarding' ? inOnboarding : user)
    ).get(address)
    expect.soft(response.statusCode, address).toBeLessThan(400)
    const carried = JSON.stringify(response.headers) + response.rawPayload.toString('latin1')
    const found = traces(carried)
    // Partners may know the name of their own manager, and nothing else of them.
    expect.soft(found, address).toEqual(path === '/api/partner/manager' ? [firstName, lastName] : [])
  }
})

test('the response to a partner’s own change contains no name, address or id of staff', async () => {
  const [task] = (await browser.get('/api/partner/tasks')).json()
  const response = await browser.put(`/api/tasks/${task.id}`, { status: 'completed' })
  expect(response.statusCode).toBe(200)
  expect(traces(response.body)).toEqual([])
})

test('partners see that the team marked a signature on paper, and staff see which member did', async () => {
  const markOf = async (reader: Browser, path: string) => {
    const all = (await reader.get(path)).json<{ id: string; signatureData: string }[]>()
    return JSON.parse(all.find(({ id }) => id === paper)?.signatureData ?? '')
  }
  const seen = await markOf(browser, '/api/partner/documents')
  expect(seen).toEqual({
    documentType: 'nda',
    signedAt: expect.any(String),
    signedOn: 'paper',
    markedByName: 'Partner team',
  })
  const own = await markOf(team, `/api/admin/partners/${profile.id}/documents`)
  expect(own).toMatchObject({ markedByName: `${firstName} ${lastName}`, markedByEmail: email })
})

test('no frame and no event contains the name or address of staff, or their id except as the sender of a message', async () => {
  await chat.frame('typing')
  await events.waitForPath('/api/partner/tasks')
  await events.waitForPath('/api/announcements')
  const frames = JSON.stringify(chat.frames).replaceAll(`"senderId":"${staff.id}"`, '')
  expect(traces(frames)).toEqual([])
  expect(traces(JSON.stringify(events.events))).toEqual([])
})

test('no email to a partner contains the name or address of staff', async () => {
  await mail.mailTo(user.email)
  chat.socket.close()
  await chat.closed
  await portal.db
    .update(chatMessages)
    .set({ createdAt: new Date(Date.now() - 600_000) })
    .where(eq(chatMessages.conversationId, user.id))
  await expect
    .poll(
      async () => {
        await enqueueUnreadEmails(portal.deps)
        return mail.mails.map(({ subject }) => subject).join()
      },
      { interval: 500, timeout: 30_000 },
    )
    .toContain('New messages from the Partner Team')
  expect(traces(JSON.stringify(mail.mails))).toEqual([])
})
