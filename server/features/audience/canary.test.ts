import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { partnerDocuments, partnerTasks } from '#server/db/schema/partners.ts'
import { sendDueNotifications } from '#server/features/notifications/emails/actions.ts'
import { createTestApp } from '#test/app.ts'
import { cookieOf } from '#test/chat-client.ts'
import { endpoints } from '#test/endpoints.ts'
import { openEvents } from '#test/event-stream.ts'
import { createPartner, createUpload, createUser, fileOf, resourceForm } from '#test/factories.ts'
import { newCanary } from '#test/person.ts'
import { startMailServer } from '#test/smtp.ts'
import { unzip } from '#test/zip.ts'

const mail = await startMailServer()
const portal = await createTestApp({ settings: { SMTP_URL: mail.url }, runsJobs: true })
const { db, deps } = portal
const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })

const admin = await createUser(portal, { role: 'admin' })
const staff = await portal.signIn(admin)

const kinds = ['task', 'agreement', 'file', 'announcement'] as const
type Kind = (typeof kinds)[number]

const newReader = async (partnerGroup: string | null) => {
  const made = await createPartner(portal, { status: 'completed', onPaper: true, user: { partnerGroup } })
  const browser = await portal.signIn(made.user)
  const created = await browser.post('/api/calendar/feed', undefined)
  const stream = await openEvents(url, cookieOf(browser))
  opened.push(stream)
  return { ...made, browser, stream, feed: new URL(created.json().feed.url).pathname }
}
type Reader = Awaited<ReturnType<typeof newReader>>
const opened: { close(): Promise<unknown> }[] = []
afterAll(async () => {
  await Promise.all(opened.map((stream) => stream.close()))
  await portal.close()
  await mail.stop()
})

const create = async (path: string, body: object) => {
  const response = await staff.post(path, body)
  expect(response.statusCode, response.body).toBe(201)
  return response.json()
}

/** Creates one of each kind for an audience. Returns the names and ids to search for, and the addresses at which the member opens them. */
const giveAll = async (
  audience: { assignedPartnerIds: string[]; assignedGroup: string | null },
  member: Reader,
) => {
  const canary = newCanary()
  const newFile = async () => fileOf(await createUpload(portal, { userId: admin.id, state: 'registered' }))
  const dueDate = new Date(Date.now() + 30 * 86_400_000).toISOString()
  const work = { taskName: `Hang ${canary}task`, taskType: 'physical', dueDate, ...(await newFile()) }
  const task = await create('/api/tasks', { ...work, ...audience })
  const agreement = await create('/api/admin/documents', {
    documentType: 'venue_partnership_agreement',
    appendixA: { eventName: `${canary}agreement` },
    ...audience,
  })
  const guide = { ...resourceForm, title: `${canary}file`, ...(await newFile()) }
  const file = await create('/api/resources', { ...guide, ...audience })
  const text = { title: `${canary}announcement`, body: 'Read this' }
  const announcement = await create('/api/admin/announcements', { ...text, ...audience })
  const ofMember = eq(partnerTasks.partnerId, member.profile.id)
  const [ownTask] = await db
    .select({ id: partnerTasks.id })
    .from(partnerTasks)
    .where(and(eq(partnerTasks.definitionId, task.id), ofMember))
  const [ownAgreement] = await db
    .select({ id: partnerDocuments.id })
    .from(partnerDocuments)
    .where(eq(partnerDocuments.sharedDocumentId, agreement.id))
  const taskId = ownTask?.id ?? ''
  const agreementId = ownAgreement?.id ?? ''
  const marks: Record<Kind, string[]> = {
    task: [`${canary}task`, task.id, taskId, task.filePath],
    agreement: [`${canary}agreement`, agreement.id, agreementId],
    file: [`${canary}file`, file.id],
    announcement: [`${canary}announcement`, announcement.id],
  }
  const objects = [
    `/api/tasks/${taskId}`,
    `/api/tasks/${taskId}/calendar`,
    `/objects/${task.filePath}`,
    `/api/partner/documents/${agreementId}`,
    `/api/resources/${file.id}`,
    `/objects/${file.filePath}`,
    `/api/announcements/${announcement.id}`,
  ]
  return { canary, marks, objects }
}
type Given = Awaited<ReturnType<typeof giveAll>>

// A partner's activity still shows what was taken back from them.
const history = ['/api/partner/activities', 'activity.json']
const apart = ['/api/events', '/api/search', '/api/notifications', '/api/account/data', '/api/logout']
const lists = endpoints
  .filter(
    ({ method, path, access }) =>
      method === 'GET' &&
      !['staff', 'admin'].includes(String(access)) &&
      !path.includes(':') &&
      !apart.includes(path) &&
      !history.includes(path),
  )
  .map(({ path }) => path)

const bodyAt = async ({ browser }: Reader, path: string) => {
  const { statusCode, body } = await browser.get(path)
  return statusCode === 200 ? body : ''
}
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Functions that return everything a reader can read, by the way of reading. */
const ways: Record<string, (reader: Reader, given: Given) => Promise<string>> = {
  list: async (reader) => {
    const addresses = lists.map((path) =>
      path === '/api/calendar' ? `${path}?from=${day(15)}&to=${day(45)}` : path,
    )
    return (await Promise.all(addresses.map((path) => bodyAt(reader, path)))).join('\n')
  },
  search: async (reader, { canary }) =>
    (await bodyAt(reader, `/api/search?q=${canary}`)) + (await bodyAt(reader, '/api/search?q=venue')),
  bell: (reader) => bodyAt(reader, '/api/notifications?limit=100'),
  feed: async ({ feed }) => (await portal.visit().get(feed)).body.replaceAll(/\r\n[ \t]/g, ''),
  export: async ({ browser }) => {
    const files = await unzip((await browser.get('/api/account/data')).rawPayload)
    return Object.entries(files)
      .filter(([name]) => !history.includes(name))
      .flat()
      .join('\n')
  },
  mail: async ({ user }) => {
    await sendDueNotifications(deps, new Date(Date.now() + 6 * 60_000))
    const open = and(
      eq(emailNotificationLogs.userId, user.id),
      inArray(emailNotificationLogs.status, ['queued', 'retrying']),
    )
    await expect.poll(() => db.$count(emailNotificationLogs, open), { timeout: 30_000 }).toBe(0)
    return JSON.stringify(mail.mails.filter(({ to }) => to?.some(({ address }) => address === user.email)))
  },
}

const read = async (reader: Reader, given: Given) => {
  const found: Record<string, Kind[]> = {}
  for (const [way, textFor] of Object.entries(ways)) {
    const text = await textFor(reader, given)
    found[way] = kinds.filter((kind) => given.marks[kind].some((mark) => text.includes(mark)))
  }
  return found
}
const open = async ({ browser }: Reader, { objects }: Given) =>
  (await Promise.all(objects.map((path) => browser.get(path)))).map(({ statusCode }) => statusCode)

const all = [...kinds]
// Only tasks have a date, so only they are in the feed of the calendar.
const everything = { list: all, search: all, bell: all, feed: ['task'], export: all, mail: all }
const nothing = { list: [], search: [], bell: [], feed: [], export: [], mail: [] }
const statuses = ({ objects }: Given, status: number) => objects.map(() => status)

const announcedBy = ['/api/partner/tasks', '/api/partner/documents', '/api/resources', '/api/announcements']

describe.each(['a group', 'one partner'])('what is for %s', (whom) => {
  test('is read by its members in every way, and by nobody else in any way', async () => {
    const group = newCanary()
    const member = await newReader(group)
    const others = [await newReader(newCanary()), await newReader(null)]
    if (whom === 'one partner') others.push(await newReader(group))
    const readers = [member, ...others]
    // Once this change has arrived, the events from creating the readers have, too.
    await staff.put(`/api/admin/users/${member.user.id}/partner-group`, { partnerGroup: null })
    await staff.put(`/api/admin/users/${member.user.id}/partner-group`, { partnerGroup: group })
    await member.stream.waitForPath('/api/announcements')
    for (const { stream } of readers) stream.clear()
    const given = await giveAll(
      whom === 'a group'
        ? { assignedPartnerIds: [], assignedGroup: group }
        : { assignedPartnerIds: [member.profile.id], assignedGroup: null },
      member,
    )
    for (const path of announcedBy) await member.stream.waitForPath(path)

    expect(await read(member, given)).toEqual(everything)
    expect(await open(member, given)).toEqual(statuses(given, 200))
    for (const other of others) {
      expect(await read(other, given)).toEqual(nothing)
      expect(await open(other, given)).toEqual(statuses(given, 404))
      expect(other.stream.paths().filter((path) => announcedBy.includes(path))).toEqual([])
    }
  })
})

test('leaving a group takes away at once what is for the group, and joining it later gives it', async () => {
  const group = newCanary()
  const [leaver, joiner] = [await newReader(group), await newReader(null)]
  const given = await giveAll({ assignedPartnerIds: [], assignedGroup: group }, leaver)
  const move = async ({ user }: Reader, partnerGroup: string | null) => {
    const response = await staff.put(`/api/admin/users/${user.id}/partner-group`, { partnerGroup })
    expect(response.statusCode, response.body).toBe(200)
  }
  expect(await open(leaver, given)).toEqual(statuses(given, 200))
  leaver.stream.clear()
  await move(leaver, null)
  expect(await read(leaver, given)).toEqual(nothing)
  expect(await open(leaver, given)).toEqual(statuses(given, 404))
  for (const path of announcedBy) await leaver.stream.waitForPath(path)

  joiner.stream.clear()
  await move(joiner, group)
  for (const path of announcedBy) await joiner.stream.waitForPath(path)
  const { canary, marks } = given
  const [task] = await db.select().from(partnerTasks).where(eq(partnerTasks.partnerId, joiner.profile.id))
  const documents = await db
    .select()
    .from(partnerDocuments)
    .where(eq(partnerDocuments.partnerId, joiner.profile.id))
  const own = documents.find(({ appendixA }) => appendixA?.eventName === `${canary}agreement`)
  marks.task.push(task?.id ?? '')
  marks.agreement.push(own?.id ?? '')
  // Joiners are not notified of files and announcements published earlier. The export contains the notifications.
  const work = ['task', 'agreement']
  expect(await read(joiner, given)).toEqual({ ...everything, bell: work, export: work, mail: work })
})
