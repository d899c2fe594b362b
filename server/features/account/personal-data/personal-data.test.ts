import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { pageSize } from '#server/db/oldest-first.ts'
import { activationComments } from '#server/db/schema/activations.ts'
import { fileScans } from '#server/db/schema/files.ts'
import { taskComments } from '#server/db/schema/tasks.ts'
import { auditEntry, insertAuditEvents } from '#server/domain-events/data.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { listOwnEmails } from '#server/features/emails/personal-data/data.ts'
import { listOwnActivities } from '#server/features/partners/personal-data/data.ts'
import { listOwnDownloads } from '#server/features/resources/personal-data/data.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import {
  createActivation,
  createFolder,
  createPartner,
  createResource,
  createTask,
  createUser,
  sign,
} from '#test/factories.ts'
import { createMember } from '#test/members.ts'
import { createPerson, newCanary } from '#test/person.ts'
import { unzip } from '#test/zip.ts'
import { listOwnEvents } from './data.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/account/data'

const event = (fields: Record<string, unknown>) => ({
  at: expect.any(String),
  method: null,
  reason: null,
  browser: null,
  address: null,
  ...fields,
})

const download = async (user: Parameters<typeof portal.signIn>[0]) => {
  const response = await (await portal.signIn(user)).get(url)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-disposition']).toMatch(/my-data-\d{4}-\d\d-\d\d\.zip/)
  const files = await unzip(response.rawPayload)
  const json = (name: string) => JSON.parse(files[name] ?? 'null')
  return { files, json, text: Object.values(files).join('\n') }
}

test('a partner gets all of their data, with the files, and nothing of others', async () => {
  const canary = newCanary()
  const person = await createPerson(portal, canary)
  await sign(portal, person.user, 'nda')
  const other = newCanary()
  await createPerson(portal, other)
  const { files, json, text } = await download(person.user)

  expect(Object.keys(files)).toEqual([
    'README.txt',
    'account.json',
    'sign-ins.json',
    'picture.webp',
    'drafts.json',
    'profile.json',
    'invitation.json',
    'agreements.json',
    expect.stringMatching(/^agreements\/NDA signed [\d-]+\.txt$/),
    'tasks.json',
    `tasks/${canary}.txt`,
    `tasks/${canary} proof.txt`,
    'task-comments.json',
    'activations.json',
    'activation-comments.json',
    'recaps.json',
    `photos/${canary} day.jpg`,
    'obligations.json',
    `obligations/${canary} count.txt`,
    'invoices.json',
    `invoices/${canary} invoice.txt`,
    'activity.json',
    'messages.json',
    `messages/${canary}.txt`,
    `messages/${canary} (2).txt`,
    'emails.json',
    'notifications.json',
    'weekly-digests.json',
    'downloads.json',
    'announcements.json',
  ])
  expect(json('account.json')).toMatchObject({
    email: person.user.email,
    emailPreferences: { taskReminders: true },
  })
  expect(json('sign-ins.json')).toMatchObject({
    passkeys: [{ name: canary }],
    sessions: [{ method: 'code' }, { method: 'code' }],
    events: [
      {
        action: 'session.signed_in',
        method: 'code',
        address: '192.0.2.9',
        browser: `Browser of ${canary}`,
        at: expect.any(String),
      },
      { action: 'user.data_downloaded', browser: 'Mozilla/5.0 (Test)' },
    ],
  })
  expect(json('activations.json')).toMatchObject([
    { place: `${canary} Hall`, timeZone: 'America/Chicago' },
    { name: `${canary} day` },
  ])
  expect(json('recaps.json')).toEqual([
    {
      ...{ name: `${canary} day`, activationDate: expect.any(String), guests: 140, signUps: 32 },
      ...{ wentWell: `Thanks to ${canary}`, improve: null, answers: [], submittedAt: expect.any(String) },
    },
  ])
  expect(json('announcements.json')).toEqual([
    { title: 'Winter hours', readAt: expect.any(String), dismissedAt: null },
  ])
  expect(json('drafts.json')).toMatchObject([{ form: 'profile', values: { fullName: canary } }])
  expect(json('profile.json').phoneNumber).toBe(`+1 555 ${canary}`)
  expect(json('agreements.json')).toHaveLength(2)
  expect(files[Object.keys(files)[8] ?? '']).toContain('192.0.2.7')
  expect(json('messages.json')).toMatchObject([
    { from: 'you', message: `I am ${canary}`, file: `messages/${canary}.txt` },
    { from: 'Partner team', message: `Dear ${canary}`, file: `messages/${canary} (2).txt` },
    { from: 'you', message: `Before ${canary}`, file: null },
  ])
  expect(files[`tasks/${canary} proof.txt`]).toBe('hello')
  expect(
    json('task-comments.json')
      .map(({ from }: { from: string }) => from)
      .sort(),
  ).toEqual(['Partner team', 'you'])
  expect(files[`messages/${canary}.txt`]).toBe('hello')
  const emails: { subject: string; text: string | null }[] = json('emails.json')
  expect(emails.map(({ text }) => text).sort()).toEqual([
    `Dear ${canary}\n\nYour task.\n\n${portal.deps.settings.companyName} · Partner Portal`,
    null,
  ])
  expect(emails.map(({ subject }) => subject).sort()).toEqual([`Hello ${canary}`, `Welcome ${canary}`])
  expect(json('downloads.json')).toMatchObject([{ title: person.resource.title }])

  expect(json('notifications.json')).toMatchObject([
    { kind: 'task_assigned', title: `New task: Ask ${canary}`, seenAt: null },
    { kind: 'role_changed' },
  ])
  expect(json('weekly-digests.json')).toMatchObject([{ week: '2026-11-16', content: { taskCount: 1 } }])

  // The archive has nothing of another partner or a colleague, and no internal notes.
  for (const foreign of [other, person.colleague.id, person.colleague.email, `About ${canary}`]) {
    expect(text).not.toContain(foreign)
  }
  for (const secret of ['codeHash', 'tokenHash', 'publicKey', '"sid"']) expect(text).not.toContain(secret)
})

test('staff get their account and what they wrote, without the partners that they wrote to', async () => {
  const { user } = await createPartner(portal)
  const staff = await createUser(portal, { role: 'support' })
  for (let number = 1; number <= 3; number += 1) {
    await sendMessage(portal.deps, { ...staff, sid: '' } as never, user.id, { message: `Welcome ${number}` })
  }
  await sendMessage(portal.deps, { ...user, sid: '' } as never, user.id, { message: 'Who are you?' })
  const { files, json, text } = await download(staff)
  expect(Object.keys(files)).toEqual(['README.txt', 'account.json', 'sign-ins.json', 'team-messages.json'])
  const messages: { message: string }[] = json('team-messages.json')
  expect(messages.map(({ message }) => message)).toEqual(['Welcome 1', 'Welcome 2', 'Welcome 3'])
  for (const foreign of [user.id, user.email, 'Who are you?']) expect(text).not.toContain(foreign)
})

test('staff with a partner profile get what they wrote about the tasks and activations of other partners', async () => {
  const { user, profile } = await createPartner(portal, { user: { role: 'support' } })
  const own = await createTask(portal, { partnerId: profile.id })
  const other = await createTask(portal)
  await portal.db.insert(taskComments).values([
    { taskId: own.id, authorId: user.id, body: 'On my own' },
    { taskId: other.id, authorId: user.id, body: 'Looks good' },
  ])
  const activation = await createActivation(portal)
  await portal.db
    .insert(activationComments)
    .values({ activationId: activation.id, authorId: user.id, body: 'See you' })
  const { json } = await download(user)
  expect(json('task-comments.json')).toMatchObject([{ comment: 'On my own' }])
  expect(json('team-activation-comments.json')).toEqual([
    { comment: 'See you', writtenAt: expect.any(String) },
  ])
  expect(json('team-task-comments.json')).toEqual([{ comment: 'Looks good', writtenAt: expect.any(String) }])
})

test('the audit log records who downloaded the data, and from where', async () => {
  const { user } = await createPartner(portal)
  await download(user)
  expect(await auditEventsOf(portal, user)).toMatchObject([
    { action: 'user.data_downloaded', subjectId: user.id, after: { browser: 'Mozilla/5.0 (Test)' } },
  ])
})

test('a member gets what they wrote to the team, and the owner the whole conversation', async () => {
  const { user: owner, profile } = await createPartner(portal)
  const { user: member } = await createMember(portal, {
    partnerId: profile.id,
    user: { firstName: 'Mara', lastName: 'Lind' },
  })
  const send = (user: typeof owner, conversationId: string, message: string) =>
    sendMessage(portal.deps, { ...user, sid: '' } as never, conversationId, { message })
  await send(owner, owner.id, 'From the owner')
  await send(member, owner.id, 'From the member')
  const ofMember = await download(member)
  expect(ofMember.json('messages.json')).toBeNull()
  expect(ofMember.json('team-messages.json')).toMatchObject([{ message: 'From the member' }])
  expect(ofMember.text).not.toContain('From the owner')
  const ofOwner = await download(owner)
  expect(ofOwner.json('messages.json')).toMatchObject([
    { from: 'you', message: 'From the owner' },
    { from: 'another member', message: 'From the member' },
  ])
  expect(ofOwner.json('team-messages.json')).toBeNull()
  expect(ofOwner.text).not.toContain('Mara')
})

test('long conversations are complete', async () => {
  const { user } = await createPartner(portal)
  await sendMessage(portal.deps, { ...user, sid: '' } as never, user.id, { message: 'First' })
  await portal.db.execute(`insert into chat_messages (conversation_id, sender_id, message, seq)
    select '${user.id}', '${user.id}', 'Message ' || n, n from generate_series(2, 1200) n`)
  const messages: { message: string }[] = (await download(user)).json('messages.json')
  expect(messages).toHaveLength(1200)
  expect(messages.at(-1)?.message).toBe('Message 1200')
})

test('the archive has the audit events of the user’s own account, and none of staff or others', async () => {
  const { user } = await createPartner(portal)
  const staff = await createUser(portal, { role: 'admin', firstName: newCanary() })
  const own = { id: user.id, name: user.email }
  const elsewhere = { id: crypto.randomUUID(), name: 'NDA: Someone' }
  const origin = { address: '192.0.2.9', browser: 'Old' }
  for (const event of [
    { action: 'session.sign_in_refused', subject: own, after: { reason: 'wrong_code', method: 'code' } },
    { action: 'session.step_up', subject: own, after: { confirmedWith: 'passkey' } },
    { action: 'session.ended', subject: own, before: origin },
    { action: 'document.downloaded', subject: elsewhere },
  ] as const) {
    await insertAuditEvents(portal.db, [auditEntry(user, event)])
    // The events are sorted by time in milliseconds, so each needs a millisecond of its own.
    await delay(2)
  }
  await insertAuditEvents(portal.db, [
    auditEntry(staff, { action: 'passkey.reset', subject: own }),
    auditEntry(staff, { action: 'user.group_changed', subject: own, after: { partnerGroup: 'Coast' } }),
  ])
  const { json, text } = await download(user)
  expect(json('sign-ins.json').events).toEqual([
    event({ action: 'session.sign_in_refused', reason: 'wrong_code', method: 'code' }),
    event({ action: 'session.step_up', method: 'passkey' }),
    event({ action: 'session.ended', ...origin }),
    event({ action: 'document.downloaded' }),
    event({
      action: 'user.data_downloaded',
      browser: 'Mozilla/5.0 (Test)',
      address: expect.any(String),
    }),
  ])
  for (const foreign of [staff.id, staff.email, staff.firstName ?? '', elsewhere.id, 'Someone']) {
    expect(text).not.toContain(foreign)
  }
  const ofStaff = await download(staff)
  expect(ofStaff.json('sign-ins.json').events).toMatchObject([{ action: 'user.data_downloaded' }])
  expect(ofStaff.text).not.toContain(user.email)
})

type Partner = Awaited<ReturnType<typeof createPartner>>

// All rows have the same time, so that the order of their ids decides where a page ends.
test.each([
  [
    'sign-ins.json',
    ({ user }: Partner) => listOwnEvents(portal.db, user.id)(undefined),
    (user: string) => `insert into audit_log
      (actor_id, actor_name, actor_email, actor_role, action, subject_id, subject_name, after)
      select '${user}', 'Ann', 'ann@example.test', 'user', 'session.signed_in', '${user}', 'Ann',
        jsonb_build_object('browser', 'Row ' || n) from generate_series(1, 1200) n`,
  ],
  [
    'activity.json',
    ({ user, profile }: Partner) =>
      listOwnActivities(portal.db, profile.id, { id: user.id, canSign: true })(undefined),
    (
      _user: string,
      partner: string,
    ) => `insert into partner_activities (partner_id, activity_type, description)
      select '${partner}', 'profile_created', 'Row ' || n from generate_series(1, 1200) n`,
  ],
  [
    'emails.json',
    ({ user }: Partner) => listOwnEmails(portal.db, user)(undefined),
    (
      _user: string,
      _partner: string,
      email: string,
    ) => `insert into email_notification_logs (recipient, subject, type)
      select '${email}', 'Row ' || n, 'welcome' from generate_series(1, 1200) n`,
  ],
  [
    'downloads.json',
    ({ user }: Partner) => listOwnDownloads(portal.db, user.id)(undefined),
    (user: string, _partner: string, _email: string, resource: string) => `with titled as
      (insert into resource_files (title, category, file_path, object_key, file_name, file_type, file_size, sha256)
       select 'Row ' || n, category, 'path-' || n, 'key-' || n, file_name, file_type, file_size, sha256
       from resource_files, generate_series(1, 1200) n where id = '${resource}' returning id)
      insert into resource_downloads (resource_id, user_id) select id, '${user}' from titled`,
  ],
])('%s is complete, and is read in pages', async (name, readFirstPage, fill) => {
  const partner = await createPartner(portal)
  const { user, profile } = partner
  const folder = await createFolder(portal, { createdBy: user.id })
  const resource = await createResource(portal, { folderId: folder.id, uploadedBy: user.id })
  await portal.db.execute(fill(user.id, profile.id, user.email, resource.id))
  expect(await readFirstPage(partner)).toHaveLength(pageSize)
  const { files } = await download(user)
  const found = files[name]?.match(/Row \d+/g) ?? []
  expect(found).toHaveLength(1200)
  expect(new Set(found).size).toBe(1200)
})

test('the download is refused while staff view the portal as a partner', async () => {
  const { profile } = await createPartner(portal)
  const browser = await portal.signIn(await createUser(portal, { role: 'admin' }))
  await browser.post(`/api/admin/partners/${profile.id}/view`, undefined)
  const response = await browser.get(url)
  expect(response.statusCode).toBe(403)
  expect(response.json().message).toContain('Only they can see their account')
  expect(response.rawPayload.includes('PK')).toBe(false)
})

test('files that the virus scanner has not cleared are named and left out', async () => {
  await using scanned = await createTestApp({ settings: { CLAMAV_URL: 'tcp://127.0.0.1:9' } })
  const canary = newCanary()
  const person = await createPerson(scanned, canary)
  const [, ownFile = ''] = person.files
  await scanned.db.insert(fileScans).values({ objectKey: ownFile, verdict: 'clean' })
  const response = await (await scanned.signIn(person.user)).get(url)
  const files = await unzip(response.rawPayload)
  expect(files[`messages/${canary}.txt`]).toBe('hello')
  expect(Object.keys(files)).not.toContain(`tasks/${canary}.txt`)
  expect(files['NOT INCLUDED.txt']).toContain(
    [
      '',
      `tasks/${canary}.txt`,
      `tasks/${canary} proof.txt`,
      `photos/${canary} day.jpg`,
      `obligations/${canary} count.txt`,
      `invoices/${canary} invoice.txt`,
      `messages/${canary} (2).txt`,
      '',
    ].join('\r\n'),
  )
})

test('a file that cannot be read aborts the archive', async () => {
  const person = await createPerson(portal, newCanary())
  await portal.deps.store.remove(fileKey(person.files[0] ?? ''))
  const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const { cookies } = await portal.signIn(person.user)
  const response = await fetch(`${address}${url}`, {
    headers: { cookie: `session=${cookies.get('session')}` },
  })
  await expect(response.arrayBuffer()).rejects.toThrow()
  portal.log.takeErrors()
})
