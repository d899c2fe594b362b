import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { closeCodes } from '#contract/chat/connection.ts'
import type { Role } from '#contract/users/roles.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { chatMessages } from '#server/db/schema/chat.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { partnerDocuments, partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { documentSignatures } from '#server/db/schema/signatures.ts'
import { signInAttempts, users } from '#server/db/schema/users.ts'
import { createAlert } from '#server/features/account/security-emails/data.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { getCountersignature } from '#server/features/documents/countersigning/data.ts'
import { createAttempt } from '#server/features/sign-in/data.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { newToken, sha256 } from '#server/sessions/sessions.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { cookieOf, openChat } from '#test/chat-client.ts'
import { createCountersigned } from '#test/countersigning.ts'
import { databaseText } from '#test/database.ts'
import { createEmail } from '#test/emails.ts'
import { createPartner, createTask, createUpload, createUser, sign } from '#test/factories.ts'
import { createMember } from '#test/members.ts'
import { createPerson, newCanary } from '#test/person.ts'
import { listReferences } from '#test/references.ts'
import { storedFiles } from '#test/stored-files.ts'

const portal = await createTestApp({ settings: { ADMIN_EMAIL: 'chief@example.test' } })
const { db } = portal
afterAll(portal.close)

const signInNew = async (role: Role = 'admin') => {
  const user = await createUser(portal, { role })
  return { user, browser: await portal.signIn(user) }
}
const urlOf = ({ id }: { id: string }) => `/api/admin/users/${id}/erasure`
const rowOf = async ({ id }: { id: string }) => (await db.select().from(users).where(eq(users.id, id)))[0]

/** Returns the tables in which a text occurs. */
const tablesWith = async (text: string) => {
  const lines = (await databaseText(db)).split('\n').filter((line) => line.toLowerCase().includes(text))
  return [...new Set(lines.map((line) => line.split(' ')[0]))].sort()
}

const erase = async (user: { id: string; email: string }) => {
  const admin = await signInNew()
  const response = await admin.browser.post(urlOf(user), { email: user.email.toUpperCase() })
  return { ...admin, response }
}

describe('a user who never signed', () => {
  test('is deleted with everything that belongs to them, in every table and in the store', async () => {
    const canary = newCanary()
    const person = await createPerson(portal, canary)
    const ids = [person.user.id, person.profile.id]
    const before = await listReferences(portal, ids)
    // Only users who have signed have signatures, and only staff have assigned conversations, manage partners and sign for the company.
    const {
      'document_signatures.signer_id': _signed,
      'document_countersignatures.signer_id': _countersigned,
      'chat_conversations.assigned_to': _staff,
      'partner_profiles.manager_id': _managed,
      'partner_groups.manager_id': _groups,
      'payments.partner_id': _paid,
      'payments.recorded_by': _recorded,
      'invoices.decided_by': _decided,
      ...rest
    } = before
    expect(Object.entries(rest).filter(([, rows]) => rows === 0)).toEqual([])

    const { user: admin, browser, response } = await erase(person.user)
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toEqual({
      hasSignedIn: true,
      hasProfile: true,
      otherMembers: 1,
      openAgreements: 2,
      tasks: 1,
      activations: 2,
      messages: 3,
      files: 8,
      emails: 2,
      signedAgreements: 0,
      payments: 0,
      teamMessages: 0,
    })
    expect(await rowOf(person.user)).toBeUndefined()
    // The audit log stays as it is, including the user's own sign-in.
    expect(await tablesWith(canary)).toEqual(['public.audit_log'])
    expect((await auditEventsOf(portal, person.user)).map(({ action }) => action)).toEqual([
      'session.signed_in',
    ])
    await sweep(portal.deps)
    const stored = (await storedFiles(portal)).join()
    for (const key of person.files) expect(stored).not.toContain(key)
    expect(stored).toContain(person.resource.objectKey)
    expect((await browser.get(urlOf(person.user))).statusCode).toBe(404)
    expect(await auditEventsOf(portal, admin)).toEqual([
      {
        action: 'user.erased',
        subjectId: person.user.id,
        subjectName: 'Erased user',
        before: null,
        after: {
          erased: [
            'Name, email address and sign-in',
            'Partner profile and activity',
            '1 membership of another person',
            '2 unsigned agreements',
            '1 task',
            '2 activations',
            '3 messages in their conversation',
            '8 files',
            '2 entries in the email log',
          ],
          kept: [
            'Audit log, with name and email: what staff changed, when and where the user signed in, their passkeys and downloads',
          ],
        },
      },
    ])
  })

  test('can be invited again with the same email', async () => {
    const user = await createUser(portal)
    const { browser } = await erase(user)
    expect((await browser.post('/api/admin/users', { email: user.email })).statusCode).toBe(201)
  })
})

describe('a user who has signed', () => {
  test('for the company leaves that signature as it is, and an empty row', async () => {
    const { id, admin } = await createCountersigned(portal)
    const before = await getCountersignature(db, id)
    const { response } = await erase(admin)
    expect(response.json()).toMatchObject({ signedAgreements: 1 })
    expect(await getCountersignature(db, id)).toEqual(before)
    expect(before).toMatchObject({ signerId: admin.id, signerEmail: admin.email })
    expect(await rowOf(admin)).toMatchObject({ firstName: 'Erased', erasedAt: expect.any(Date) })
  })

  test('leaves the signed agreements and an empty row', async () => {
    const canary = newCanary()
    const person = await createPerson(portal, canary)
    await sign(portal, person.user, 'nda')
    const signature = await db
      .select()
      .from(documentSignatures)
      .where(eq(documentSignatures.signerId, person.user.id))
    const session = await portal.signIn(person.user)
    const { response, user: admin, browser } = await erase(person.user)
    expect(response.json()).toMatchObject({ signedAgreements: 1, openAgreements: 1 })

    // The evidence names its signer, the terms of the signed agreement name the event, and the audit log names who signed in.
    expect(await tablesWith(canary)).toEqual([
      'public.audit_log',
      'public.document_signatures',
      'public.partner_documents',
    ])
    expect(
      await db.select().from(documentSignatures).where(eq(documentSignatures.signerId, person.user.id)),
    ).toEqual(signature)
    const documents = await db
      .select()
      .from(partnerDocuments)
      .where(eq(partnerDocuments.partnerId, person.profile.id))
    expect(documents).toMatchObject([{ documentType: 'nda', status: 'signed' }])
    const left = await listReferences(portal, [person.user.id, person.profile.id])
    expect(
      Object.entries(left)
        .filter(([, rows]) => rows > 0)
        .map(([name]) => name),
    ).toEqual([
      'announcements.created_by',
      'attention_marks.marked_by',
      'document_signatures.signer_id',
      'partner_documents.partner_id',
      'partner_facts.partner_id',
      'partner_members.partner_id',
      'partner_members.user_id',
      'partner_profiles.user_id',
      // These rows were created by the user for the team, and refer to them only by id.
      'resource_file_versions.uploaded_by',
      'resource_files.uploaded_by',
      'resource_folders.created_by',
      'saved_replies.created_by',
      'saved_views.owner_id',
      'shared_documents.created_by',
      'task_definitions.created_by',
      'task_series.created_by',
      'task_sets.created_by',
      'task_templates.created_by',
      'webhook_endpoints.created_by',
    ])
    expect(await rowOf(person.user)).toMatchObject({
      email: `erased-${person.user.id}@erased.invalid`,
      role: 'user',
      disabledAt: expect.any(Date),
      erasedAt: expect.any(Date),
    })
    await sweep(portal.deps)
    const stored = (await storedFiles(portal)).join()
    for (const key of person.files) expect(stored).not.toContain(key)

    expect((await session.get('/api/auth/user')).statusCode).toBe(401)
    const [event] = await auditEventsOf(portal, admin)
    expect(event?.after?.kept).toEqual([
      '1 signed agreement, with its signature: evidence of what was agreed',
      'Audit log, with name and email: what staff changed, when and where the user signed in, their passkeys and downloads',
    ])
    const enabled = await browser.post(`/api/admin/users/${person.user.id}/enable`, undefined)
    expect(enabled.json().message).toBe('This user has been erased.')
    const again = await browser.post(urlOf(person.user), { email: `erased-${person.user.id}@erased.invalid` })
    expect(again.json().message).toBe('This user has already been erased.')
    expect((await browser.get(`/api/admin/partners/${person.profile.id}`)).json()).toMatchObject({
      fullName: 'Erased partner',
      businessName: 'Erased business',
      phoneNumber: null,
    })
  })

  test('on paper alone keeps that agreement', async () => {
    const { user, documents, profile } = await createPartner(portal)
    const { browser } = await signInNew()
    await browser.put(`/api/partner/documents/${documents[0]?.id}`, { status: 'signed' })
    expect((await browser.post(urlOf(user), { email: user.email })).json().signedAgreements).toBe(1)
    expect(await db.$count(partnerDocuments, eq(partnerDocuments.partnerId, profile.id))).toBe(1)
  })

  test('gets no further messages', async () => {
    const { user } = await createPartner(portal, { status: 'completed' })
    const { user: admin } = await erase(user)
    const sender = { ...admin, sid: '' } as never
    await expect(sendMessage(portal.deps, sender, user.id, { message: 'Hello' })).rejects.toThrow('Not found')
  })
})

test('erased staff leave their messages to partners, without a name, and their tasks without an owner', async () => {
  const canary = newCanary()
  const { user, profile } = await createPartner(portal)
  const staff = await createUser(portal, { role: 'support', firstName: canary, email: `${canary}@team.test` })
  await sendMessage(portal.deps, { ...staff, sid: '' } as never, user.id, { message: 'Welcome' })
  const task = await createTask(portal, { partnerId: profile.id, ownerId: staff.id })
  const { response } = await erase(staff)
  expect(response.json()).toMatchObject({ teamMessages: 1, messages: 0 })
  const [ownedTask] = await db.select().from(partnerTasks).where(eq(partnerTasks.id, task.id))
  expect(ownedTask?.ownerId).toBeNull()
  const left = await db.select().from(chatMessages).where(eq(chatMessages.conversationId, user.id))
  expect(left.map(({ message }) => message)).toEqual(['Welcome'])
  expect(await tablesWith(canary)).toEqual([])
})

test('an erased member leaves the partner with what they wrote there, without a name', async () => {
  const canary = newCanary()
  const { user: owner, profile } = await createPartner(portal)
  const name = { firstName: canary, email: `${canary}@example.test` }
  const { user: member } = await createMember(portal, { partnerId: profile.id, user: name })
  const sender = { ...member, sid: '' } as never
  const upload = { purpose: 'chat', state: 'registered' } as const
  const [shared, own] = [
    await createUpload(portal, { ...upload, userId: member.id }),
    await createUpload(portal, { ...upload, userId: member.id }),
  ]
  await sendMessage(portal.deps, sender, owner.id, { message: 'Ours', file: { filePath: shared.objectKey } })
  await db.insert(chatMessages).values({
    ...{ conversationId: member.id, senderId: member.id, message: 'Mine', seq: 1 },
    ...{ filePath: own.objectKey, fileName: 'a.txt', fileType: 'txt', fileSize: 1, fileSha256: own.sha256 },
  })
  const { response } = await erase(member)
  expect(response.json()).toMatchObject({ hasProfile: false, teamMessages: 1, messages: 1, files: 1 })
  const browser = await portal.signIn(await createUser(portal, { role: 'support' }))
  const left = (await browser.get(`/api/chat/conversations/${owner.id}/messages`)).json()
  expect(left).toMatchObject([{ message: 'Ours', sender: { name: 'Erased user', profileImageUrl: null } }])
  expect(await db.$count(chatMessages, eq(chatMessages.conversationId, member.id))).toBe(0)
  expect(await tablesWith(canary)).toEqual([])
  await sweep(portal.deps)
  const stored = (await storedFiles(portal)).join()
  expect([stored.includes(shared.objectKey), stored.includes(own.objectKey)]).toEqual([true, false])
})

test('staff who view the portal as a partner stop viewing, as the audit log shows', async () => {
  const { profile } = await createPartner(portal)
  const { user, browser } = await signInNew('support')
  await browser.post(`/api/admin/partners/${profile.id}/view`, undefined)
  expect((await erase(user)).response.statusCode).toBe(200)
  const actions = (await auditEventsOf(portal, user)).map(({ action }) => action)
  expect(actions).toEqual(['view.started', 'view.stopped'])
})

test('an open chat of the user closes', async () => {
  const { user } = await createPartner(portal, { status: 'completed' })
  const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const chat = await openChat(url, cookieOf(await portal.signIn(user)))
  expect((await erase(user)).response.statusCode).toBe(200)
  expect(await chat.closed).toBe(closeCodes.sessionEnded)
})

describe('erasing is refused', () => {
  test('for a user who was erased, and so is giving them a role', async () => {
    const { user } = await createPartner(portal, { status: 'completed' })
    const { browser } = await erase(user)
    const role = await browser.put(`/api/admin/users/${user.id}/role`, { role: 'support' })
    expect([role.statusCode, role.json().message]).toEqual([403, 'This user has been erased.'])
  })

  test('for a user who was erased, and so are resetting their passkeys and giving them a group', async () => {
    const { user } = await createPartner(portal, { status: 'completed' })
    const other = await createUser(portal)
    const { user: admin, browser } = await erase(user)
    const refused = [
      await browser.post(`/api/admin/users/${user.id}/passkeys/reset`, undefined),
      await browser.put(`/api/admin/users/${user.id}/partner-group`, { partnerGroup: 'Coast' }),
    ]
    for (const response of refused) {
      expect([response.statusCode, response.json().message]).toEqual([403, 'This user has been erased.'])
    }
    const userIds = [user.id, other.id]
    const many = await browser.put('/api/admin/users/partner-group', { userIds, partnerGroup: 'Coast' })
    expect(many.json()).toEqual({ changed: 1 })
    const rows = [await rowOf(user), await rowOf(other)]
    expect(rows.map((row) => row?.partnerGroup)).toEqual([null, 'Coast'])
    expect(await tablesWith(`erased-${user.id}@erased.invalid`)).not.toContain(
      'public.email_notification_logs',
    )
    expect((await auditEventsOf(portal, admin)).map(({ action }) => action).sort()).toEqual([
      'user.erased',
      'user.group_changed',
    ])
  })

  test('for oneself, for the account of the settings, and with another email', async () => {
    const { user, browser } = await signInNew()
    const chief = await createUser(portal, { role: 'admin', email: 'Chief@example.test' })
    const other = await createUser(portal)
    const own = await browser.post(urlOf(user), { email: user.email })
    expect([own.statusCode, own.json().message]).toEqual([403, 'You cannot erase your own account.'])
    expect((await browser.post(urlOf(chief), { email: chief.email })).statusCode).toBe(403)
    const wrong = await browser.post(urlOf(other), { email: user.email })
    expect(wrong.json().fields).toEqual({ email: "This is not the user's email address." })
    for (const each of [user, chief, other]) expect(await rowOf(each)).toBeDefined()
  })
})

describe('at the same moment', () => {
  const rounds = Array.from({ length: 10 }, (_, round) => round)

  test('two admins erase a user once', async () => {
    for (const _round of rounds) {
      const { user } = await createPartner(portal, { status: 'completed' })
      const [one, other] = [await signInNew(), await signInNew()]
      const responses = await Promise.all(
        [one, other].map(({ browser }) => browser.post(urlOf(user), { email: user.email })),
      )
      const statuses = responses.map(({ statusCode }) => statusCode).sort()
      expect(statuses[0]).toBe(200)
      expect([400, 409]).toContain(statuses[1])
      expect(await db.$count(auditLog, eq(auditLog.subjectId, user.id))).toBe(1)
    }
  })

  test('a signature either stays with its agreement or is refused', async () => {
    for (const _round of rounds) {
      const { user, profile } = await createPartner(portal)
      const [signed, erased] = await Promise.allSettled([sign(portal, user, 'nda'), erase(user)])
      expect(erased.status === 'fulfilled' && erased.value.response.statusCode).toBe(200)
      const signatures = await db.$count(documentSignatures, eq(documentSignatures.signerId, user.id))
      const profiles = await db.$count(partnerProfiles, eq(partnerProfiles.id, profile.id))
      expect([signatures, profiles]).toEqual(signed.status === 'fulfilled' ? [1, 1] : [0, 0])
    }
  })

  test.each(['user', 'admin'] as const)(
    'a sign-in and a report of one with role %s go through or are refused',
    async (role) => {
      for (const _round of rounds) {
        const user = await createUser(portal, { role })
        const [link, alert] = [newToken(), newToken()]
        await createAttempt(db, { email: user.email, anyBrowser: true, tokenHash: sha256(link), minutes: 10 })
        await createAlert(db, user.id, sha256(alert))
        const admin = await signInNew()
        const [erased, redeemed, reported] = await Promise.all([
          admin.browser.post(urlOf(user), { email: user.email }),
          portal.visit().post('/api/sign-in/redeem', { token: link }),
          portal.visit().post('/api/account/report', { token: alert }),
        ])
        expect(erased.statusCode, erased.body).toBe(200)
        for (const response of [redeemed, reported])
          expect([200, 400], response.body).toContain(response.statusCode)
        expect(await rowOf(user)).toBeUndefined()
        expect(await db.$count(signInAttempts, eq(signInAttempts.email, user.email))).toBe(0)
      }
    },
  )

  test('a message is refused, or goes with the user', async () => {
    for (const _round of rounds) {
      const { user } = await createPartner(portal, { status: 'completed' })
      const sender = { ...user, sid: '' } as never
      const [, erased] = await Promise.allSettled([
        sendMessage(portal.deps, sender, user.id, { message: 'Hello' }),
        erase(user),
      ])
      expect(erased.status === 'fulfilled' && erased.value.response.statusCode).toBe(200)
      const left = await db.execute(sql`select from chat_messages where conversation_id = ${user.id}`)
      expect(left.rows).toHaveLength(0)
    }
  })
})

test('emails to staff that name the user lose their text, and are no longer sent', async () => {
  const { user } = await createPartner(portal)
  const staff = await createUser(portal, { role: 'support' })
  const about = { heading: 'Pat wrote', paragraphs: [], about: [user.id] }
  const [sent, failed, other] = [
    await createEmail(portal, staff, { subject: 'From Pat', status: 'sent', content: about }),
    await createEmail(portal, staff, {
      subject: 'From Pat',
      status: 'retrying',
      error: 'Timeout',
      content: about,
    }),
    await createEmail(portal, staff, {
      subject: 'Other',
      status: 'sent',
      content: { ...about, about: [staff.id] },
    }),
  ]
  await erase(user)
  const emailOf = async ({ id }: { id: string }) =>
    (await db.select().from(emailNotificationLogs).where(eq(emailNotificationLogs.id, id)))[0]
  const emptied = { subject: 'About an erased user', content: null }
  expect(await emailOf(sent)).toMatchObject({ ...emptied, status: 'sent' })
  expect(await emailOf(failed)).toMatchObject({ ...emptied, status: 'skipped' })
  expect(await emailOf(other)).toEqual(other)
})
