import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { auditLog } from '#server/db/schema/audit.ts'
import { bulkActions } from '#server/db/schema/bulk-actions.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { partnerDocuments, partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { taskSets } from '#server/db/schema/task-sets.ts'
import { users } from '#server/db/schema/users.ts'
import { runBulkAction } from '#server/features/partners/bulk/actions.ts'
import { sendInvitation } from '#server/features/users/invitations.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createUser, profileForm } from '#test/factories.ts'
import { createSet, createTemplate } from '#test/plan-rows.ts'

const portal = await createTestApp({ settings: { COMPANY_NAME: 'Example Health' } })
const { db } = portal
afterAll(portal.close)

const staff = await createUser(portal, { role: 'support', firstName: 'Sue', lastName: 'Ray' })
const manager = await createUser(portal, { role: 'admin', firstName: 'Max', lastName: 'Hill' })
const browser = await portal.signIn(staff)

const form = { managerId: null, setIds: [], agreements: [] }
const newPartner = () => ({
  email: `${crypto.randomUUID()}@example.test`,
  fullName: 'Dee Park',
  businessName: 'Bayside Hall',
})
const invite = (body: object, key?: string) =>
  browser.post('/api/admin/invitations', { ...form, ...body }, key ? { 'idempotency-key': key } : undefined)
const invited = async (body: object = {}) => {
  const partner = newPartner()
  const response = await invite({ partners: [partner], ...body })
  expect(response.statusCode, response.body).toBe(202)
  const [partnerId = ''] = response.json().partnerIds
  return { ...partner, partnerId, actionId: response.json().id }
}
const newSet = async () => {
  const template = await createTemplate(portal, { dueInDays: 3 })
  return { ...(await createSet(portal, { name: `Set ${crypto.randomUUID()}` }, [template])), template }
}
const tasksOf = (partnerId: string) =>
  db.select().from(partnerTasks).where(eq(partnerTasks.partnerId, partnerId))
const userOf = async (email: string) => {
  const [user] = await db.select().from(users).where(eq(users.email, email))
  if (!user) throw new Error('the user does not exist')
  return user
}
const confirm = async (email: string) =>
  (await portal.signIn(await userOf(email))).post('/api/partner/profile', { ...profileForm, email })
const invitationOf = (partnerId: string) => browser.get(`/api/admin/partners/${partnerId}/invitation`)

describe('an invited partner', () => {
  test('has all that was entered, and gets its sets when the profile is confirmed, from that day on', async () => {
    const set = await newSet()
    const group = `Group ${crypto.randomUUID()}`
    const { partnerId, email } = await invited({
      partnerGroup: group,
      managerId: manager.id,
      setIds: [set.id],
      appendixA: { eventName: 'Gala' },
      personalLine: 'Good to meet you',
    })
    const partner = (await browser.get(`/api/admin/partners/${partnerId}`)).json()
    expect(partner).toMatchObject({
      businessName: 'Bayside Hall',
      fullName: 'Dee Park',
      eventName: 'Gala',
      onboardingStatus: 'profile',
      manager: { id: manager.id },
      user: { email, firstName: 'Dee', lastName: 'Park', partnerGroup: group },
    })
    expect((await invitationOf(partnerId)).json().invitation).toMatchObject({
      sets: [{ id: set.id, name: set.name }],
      setsGone: 0,
      personalLine: 'Good to meet you',
      invitedBy: { name: 'Sue Ray' },
    })
    const own = await portal.signIn(await userOf(email))
    const profile = (await own.get('/api/partner/profile')).json()
    expect(profile).toMatchObject({ businessName: 'Bayside Hall', onboardingStatus: 'profile' })
    expect(await tasksOf(partnerId)).toEqual([])

    const confirmed = await Promise.all([confirm(email), confirm(email)])
    expect(confirmed.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await tasksOf(partnerId)).toMatchObject([{ taskName: set.template.taskName, ownerId: manager.id }])
    expect((await invitationOf(partnerId)).json()).toEqual({ invitation: null })
    const gone = await browser.put(`/api/admin/partners/${partnerId}/invitation`, { setIds: [] })
    expect(gone.statusCode).toBe(404)
    expect(await auditEventsOf(portal, await userOf(email))).toMatchObject([
      { action: 'partner.invitation_used', after: { sets: [set.name] } },
    ])
  })

  test('misses only the set that was deleted meanwhile, which the audit log says', async () => {
    const [kept, deleted] = [await newSet(), await newSet()]
    const { partnerId, email } = await invited({ setIds: [kept.id, deleted.id] })
    await db.delete(taskSets).where(eq(taskSets.id, deleted.id))
    expect((await invitationOf(partnerId)).json().invitation).toMatchObject({ setsGone: 1 })
    expect((await confirm(email)).statusCode).toBe(200)
    expect(await tasksOf(partnerId)).toMatchObject([{ taskName: kept.template.taskName }])
    expect(await auditEventsOf(portal, await userOf(email))).toMatchObject([
      { after: { sets: [kept.name], setsGone: 1 } },
    ])
  })

  test('is emailed once, with the personal line, which cannot become markup', async () => {
    const { email, actionId } = await invited({
      personalLine: 'See <b>you</b>\nin May',
      agreements: ['nda'],
    })
    const { id, invitedAt } = await userOf(email)
    expect(invitedAt).toBeNull()
    await runBulkAction(portal.deps, { id: actionId })
    expect((await userOf(email)).invitedAt).not.toBeNull()
    const sent: { text: string; html: string }[] = []
    const { rows } = await db.$client.query('select id from email_notification_logs where recipient = $1', [
      email,
    ])
    const mailer = {
      send: async (mail: { text: string; html: string }) => {
        sent.push(mail)
      },
    }
    await sendInvitation(portal.deps, mailer as never, { userId: id, logId: rows[0].id })
    expect(rows).toHaveLength(1)
    expect(sent[0]?.text).toContain('See <b>you</b>\n\nin May')
    expect(sent[0]?.html).toContain('See &lt;b&gt;you&lt;/b&gt;')
    const notices = await db.select().from(notifications).where(eq(notifications.userId, id))
    expect(notices).toMatchObject([{ kind: 'agreement_waiting', emailDueAt: null }])
  })

  test('who is a user without a partner keeps their account and gets the partner', async () => {
    const user = await createUser(portal, { firstName: 'Ann', lastName: 'Lee' })
    const partner = { ...newPartner(), email: user.email.toUpperCase() }
    const response = await invite({ partners: [partner] })
    expect(response.statusCode, response.body).toBe(202)
    const [partnerId = ''] = response.json().partnerIds
    const found = (await browser.get(`/api/admin/partners/${partnerId}`)).json()
    expect(found.user).toMatchObject({ id: user.id, firstName: 'Ann' })
  })
})

describe('staff change an invitation', () => {
  test('until the profile is confirmed, unless a colleague has changed it since', async () => {
    const set = await newSet()
    const { partnerId } = await invited()
    const url = `/api/admin/partners/${partnerId}/invitation`
    const { updatedAt } = (await browser.get(url)).json().invitation
    const change = { setIds: [set.id], personalLine: 'Hello', updatedAt }
    expect((await browser.put(url, change)).json()).toMatchObject({ sets: [{ id: set.id }] })
    expect((await browser.put(url, { ...change, personalLine: 'Hi' })).statusCode).toBe(409)
    const missing = await browser.put(url, { setIds: [crypto.randomUUID()] })
    expect(missing.json().fields).toEqual({ setIds: 'A set no longer exists.' })
    expect((await auditEventsOf(portal, staff)).at(-1)).toMatchObject({
      action: 'partner.invitation_changed',
      after: { sets: [set.name], personalLine: 'Hello' },
    })
  })
})

describe('several partners', () => {
  test('are invited together, with one entry in the audit log and one agreement for all of them', async () => {
    const partners = [newPartner(), newPartner(), { ...newPartner(), fullName: null }]
    const inviter = await createUser(portal, { role: 'support' })
    const response = await (await portal.signIn(inviter)).post('/api/admin/invitations', {
      ...form,
      partners,
      managerId: manager.id,
      agreements: ['venue_partnership_agreement'],
    })
    expect(response.statusCode, response.body).toBe(202)
    const { partnerIds } = response.json()
    const profiles = await db
      .select()
      .from(partnerProfiles)
      .where(inArray(partnerProfiles.id, partnerIds))
      .orderBy(asc(partnerProfiles.fullName))
    expect(profiles.map(({ fullName }) => fullName)).toEqual(['Bayside Hall', 'Dee Park', 'Dee Park'])
    expect(profiles.every(({ managerId }) => managerId === manager.id)).toBe(true)
    const documents = await db
      .select()
      .from(partnerDocuments)
      .where(inArray(partnerDocuments.partnerId, partnerIds))
    expect(documents).toHaveLength(9)
    const entries = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.actorId, inviter.id), isNull(auditLog.importId)))
    expect(Object.fromEntries(entries.map(({ action, after }) => [action, after]))).toMatchObject({
      'document.added': { assignedPartnerIds: expect.arrayContaining(partnerIds) },
      'partner.invited': { partners: 3, manager: 'Max Hill' },
      'partner.bulk_changed': { action: 'invite' },
    })
    expect(entries).toHaveLength(3)
  })

  test('are invited all or none, with a problem for each line', async () => {
    const known = await createPartner(portal)
    const good = newPartner()
    const partners = [
      good,
      { ...newPartner(), email: known.user.email },
      { ...newPartner(), email: good.email.toUpperCase() },
      { ...newPartner(), email: manager.email },
    ]
    const response = await invite({ partners })
    expect([response.statusCode, response.json().fields]).toEqual([
      400,
      {
        'partners.1.email': 'This is the email of a partner.',
        'partners.2.email': 'Row 1 has the same email.',
        'partners.3.email': 'This is the email of a member of staff.',
      },
    ])
    expect(await db.$count(users, eq(users.email, good.email))).toBe(0)
    const check = await browser.post('/api/admin/invitations/check', {
      ...form,
      partners,
      personalLine: 'Hi',
    })
    expect(check.json().problems.map(({ index }: { index: number }) => index)).toEqual([1, 2, 3])
    expect(check.json().email).toMatchObject({
      recipient: good.email,
      paragraphs: expect.arrayContaining(['Hi', expect.stringContaining('Example Health')]),
    })
    const alone = await invite({ partners: partners.slice(1, 2) })
    expect(alone.statusCode).toBe(409)
  })

  test('are invited once, however often and simultaneously a request with one key arrives', async () => {
    const partners = [newPartner(), newPartner()]
    const key = crypto.randomUUID()
    const responses = await Promise.all([1, 2, 3].map(() => invite({ partners }, key)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202])
    expect(new Set(responses.map((response) => response.json().id)).size).toBe(1)
    expect((await invite({ partners: [newPartner()] }, key)).statusCode).toBe(409)
    const [action] = await db.select().from(bulkActions).where(eq(bulkActions.idempotencyKey, key))
    expect(action?.partnerIds).toEqual(responses[0]?.json().partnerIds)
  })

  test('are added once when two staff invite them in different orders at once', async () => {
    const colleague = await portal.signIn(manager)
    const partners = Array.from({ length: 110 }, newPartner)
    const reversed = { ...form, partners: partners.toReversed() }
    const [first, second] = await Promise.all([
      invite({ partners }),
      colleague.post('/api/admin/invitations', reversed),
    ])
    const [added, refused] = first.statusCode === 202 ? [first, second] : [second, first]
    expect([added.statusCode, refused.statusCode]).toEqual([202, 409])
    // The ids are in the order of the form.
    const { partnerIds } = added.json()
    const rows = await db.select().from(partnerProfiles).where(inArray(partnerProfiles.id, partnerIds))
    const emails = new Map(rows.map(({ id, email }) => [id, email]))
    const sent = added === first ? partners : reversed.partners
    expect(partnerIds.map((id: string) => emails.get(id))).toEqual(sent.map(({ email }) => email))
  })
})
