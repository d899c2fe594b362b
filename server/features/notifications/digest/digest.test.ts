import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { DigestSection } from '#contract/notifications/digest.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { weeklyDigests } from '#server/db/schema/notifications.ts'
import type { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import {
  createActivation,
  createDocument,
  createPartner,
  createResource,
  createTask,
} from '#test/factories.ts'
import { startMailServer } from '#test/smtp.ts'
import { savePreferences } from '../preferences/data.ts'
import { sendDueDigests } from './actions.ts'

const server = await startMailServer()
const portal = await createTestApp({
  settings: { SMTP_URL: server.url, BASE_URL: 'https://portal.example.com', TRUST_PROXY: 'none' },
  runsJobs: true,
})
const { db, deps } = portal
afterAll(async () => {
  await portal.close()
  await server.stop()
})

const newPartner = (
  user: Partial<typeof users.$inferInsert> = {},
  status: 'completed' | 'documents' = 'completed',
) => createPartner(portal, { status, user })
type Partner = Awaited<ReturnType<typeof newPartner>>

// On this Monday, 8 AM is 13:00 UTC in New York, and 08:00 UTC in London.
const monday = (time: string) => new Date(`2031-03-03T${time}:00Z`)

const logsOf = ({ user }: Partner) =>
  db.select().from(emailNotificationLogs).where(eq(emailNotificationLogs.userId, user.id))
const digestsTo = async (partner: Partner, at: Date) => {
  await sendDueDigests(deps, at)
  await expect
    .poll(async () => (await logsOf(partner)).every(({ status }) => status === 'sent'), { timeout: 20_000 })
    .toBe(true)
  return server.mails.filter(({ to }) => to?.some(({ address }) => address === partner.user.email))
}

const fill = async ({ profile }: Partner, name: string) => {
  const partnerId = profile.id
  const task = await createTask(portal, { partnerId, taskName: `${name}’s task`, dueDate: monday('20:00') })
  await createTask(portal, { partnerId, taskName: 'Far away', dueDate: new Date('2031-04-01T12:00:00Z') })
  await createTask(portal, { partnerId, taskName: 'Done', dueDate: monday('20:00'), status: 'completed' })
  const document = await createDocument(portal, { partnerId, documentType: 'nda' })
  const activation = await createActivation(portal, {
    partnerId,
    name: `${name}’s party`,
    activationDate: new Date('2031-03-10T02:00:00Z'),
    timeZone: 'America/New_York',
  })
  const createdAt = new Date('2031-02-28T12:00:00Z')
  const resource = await createResource(portal, {
    title: `${name}’s logo`,
    assignedPartnerIds: [partnerId],
    createdAt,
  })
  return { task, document, activation, resource }
}

describe('the weekly digest', () => {
  test('lists what is due, to sign, coming and new, each with its link, and nothing of other partners', async () => {
    const [ann, ben] = [await newPartner(), await newPartner()]
    const { task, document, activation, resource } = await fill(ann, 'Ann')
    await fill(ben, 'Ben')
    await createTask(portal, {
      partnerId: ann.profile.id,
      taskName: 'Late photos',
      dueDate: new Date('2031-02-20T12:00:00Z'),
    })
    const [mail, ...others] = await digestsTo(ann, monday('08:00'))
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Your week in the Partner Portal')
    const lines = [
      '2 tasks due this week or overdue · 1 agreement to sign · 1 activation in the next two weeks · 1 new file',
      'Late photos\n  Overdue since Feb 20, 2031\n',
      'Ann’s task\n  Due Mar 3, 2031\n',
      `/?task=${task.id}`,
      'To sign: NDA',
      `/?agreement=${document.id}`,
      'Ann’s party',
      // The date is in the time zone of the place.
      'Mar 9, 2031',
      `/?activation=${activation.id}`,
      'Ann’s logo',
      `/resources?file=${resource.id}`,
    ]
    for (const line of lines) expect(mail?.text).toContain(line)
    for (const other of ['Ben', 'Far away', 'Done']) expect(`${mail?.text}${mail?.html}`).not.toContain(other)
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe-post')).toBeDefined()
  })

  test('is sent once a week, on Monday from 8 AM in the time zone of its reader, or on Tuesday', async () => {
    const partner = await newPartner({ timeZone: 'America/New_York' })
    await fill(partner, 'Cid')
    expect(await digestsTo(partner, monday('12:59'))).toEqual([])
    expect(await digestsTo(partner, monday('13:00'))).toHaveLength(1)
    expect(await digestsTo(partner, monday('23:00'))).toHaveLength(1)
    expect(await digestsTo(partner, new Date('2031-03-09T14:00:00Z'))).toHaveLength(1)
    // Daylight saving time has begun, and the portal was off on Monday.
    expect(await digestsTo(partner, new Date('2031-03-11T12:00:00Z'))).toHaveLength(2)
    expect(await digestsTo(partner, new Date('2031-03-19T14:00:00Z'))).toHaveLength(2)
  })

  test('is not sent when there is nothing to read, in onboarding, to disabled users, or to users who do not want it', async () => {
    const idle = await newPartner()
    const joining = await newPartner({}, 'documents')
    const gone = await newPartner({ disabledAt: new Date() })
    const unwilling = await newPartner()
    await savePreferences(db, unwilling.user.id, { weeklyDigests: false })
    for (const partner of [joining, gone, unwilling]) await fill(partner, 'Dee')
    for (const partner of [idle, joining, gone, unwilling]) {
      expect(await digestsTo(partner, new Date('2031-03-17T16:00:00Z'))).toEqual([])
    }
    expect(await db.$count(weeklyDigests, eq(weeklyDigests.userId, unwilling.user.id))).toBe(0)
  })

  test.each<[DigestSection, string]>([
    ['tasks', 'Eve’s task'],
    ['agreements', 'To sign: NDA'],
    ['activations', 'Eve’s party'],
    ['resources', 'Eve’s logo'],
  ])('leaves out %s if its reader turned them off', async (section, text) => {
    const partner = await newPartner()
    await fill(partner, 'Eve')
    await savePreferences(db, partner.user.id, { digestOff: [section] })
    const [mail] = await digestsTo(partner, monday('18:00'))
    const shown = ['Eve’s task', 'To sign: NDA', 'Eve’s party', 'Eve’s logo'].filter((each) =>
      mail?.text?.includes(each),
    )
    expect(shown).toHaveLength(3)
    expect(shown).not.toContain(text)
  })

  test('waits for the end of the quiet hours', async () => {
    const partner = await newPartner()
    await fill(partner, 'Flo')
    await savePreferences(db, partner.user.id, { quietHours: { from: '20:00', until: '10:00' } })
    expect(await digestsTo(partner, monday('09:59'))).toEqual([])
    expect(await digestsTo(partner, monday('10:00'))).toHaveLength(1)
  })

  test('is computed once by two processes at the same time', async () => {
    const partner = await newPartner()
    await fill(partner, 'Gil')
    const at = new Date('2031-03-24T12:00:00Z')
    await createTask(portal, { partnerId: partner.profile.id, dueDate: at })
    await Promise.all(Array.from({ length: 5 }, () => sendDueDigests(deps, at)))
    expect(await digestsTo(partner, at)).toHaveLength(1)
  })
})
