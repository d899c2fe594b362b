import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { maxRows } from '#contract/paging.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { createAnnouncement } from '#test/announcements.ts'
import { createTestApp } from '#test/app.ts'
import { createChatLabel } from '#test/conversation-rows.ts'
import { endpoints } from '#test/endpoints.ts'
import {
  createActivation,
  createDocument,
  createFolder,
  createPartner,
  createResource,
  createSavedReply,
  createTask,
  createUser,
} from '#test/factories.ts'
import { createSeries, createSet, createTemplate } from '#test/plan-rows.ts'
import { copyRow } from '#test/row-copies.ts'
import { createSharedDocument, createTaskDefinition } from '#test/shared-rows.ts'
import { createDelivery, createEndpoint } from '#test/webhooks.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

// Lists without pages: they are short by nature, or their query limits them.
const short = [
  '/api/account/passkeys',
  '/api/account/sessions',
  '/api/activations/:id/comments',
  '/api/activations/:id/obligations',
  '/api/admin/agreement-types',
  '/api/admin/api-tokens',
  '/api/admin/webhooks',
  '/api/held-files',
  '/api/partner/documents/:id/obligations',
  '/api/verification/certificates',
]
const copies = maxRows + 7

const listEndpoints = endpoints.filter(
  ({ method, responses }) => method === 'GET' && responses[200] instanceof z.ZodArray,
)

test('every list takes a page and a limit', () => {
  const endless = listEndpoints.filter(({ query }) => !query?.safeParse({ page: '2', limit: '10' }).success)
  expect(endless.map(({ path }) => path).sort()).toEqual(short)
})

const admin = await createUser(portal, { role: 'admin', firstName: 'Ann' })
const { user, profile } = await createPartner(portal, { status: 'completed' })
await createDocument(portal, { partnerId: profile.id })
await createTask(portal, { partnerId: profile.id })
await createActivation(portal, { partnerId: profile.id })
await createTaskDefinition(portal)
const announcement = await createAnnouncement(portal)
await createSeries(portal)
await createTemplate(portal)
await createSet(portal)
const sharedDocument = await createSharedDocument(portal)
await createFolder(portal)
const webhook = await createDelivery(portal, {
  endpointId: (await createEndpoint(portal, { events: [] })).id,
})
const resource = await createResource(portal)
await createSavedReply(portal)
await createChatLabel(portal)
const staff = await portal.signIn(admin)
const partner = await portal.signIn(user)

const copyUsers = (role: string) =>
  copyRow(
    db,
    'users',
    copies,
    `jsonb_build_object('email', '${role}' || n || '@example.test', 'role', '${role}', 'partner_group', 'Group ' || n)`,
  )

const writes = [
  await staff.post(`/api/chat/conversations/${user.id}/notes`, {
    note: 'Call back',
    clientId: crypto.randomUUID(),
  }),
  await staff.post('/api/resource-folders', { name: 'Told of', category: 'creative' }),
  await staff.post(`/api/resources/${resource.id}/download`, {}),
]
if (writes.some(({ statusCode }) => statusCode >= 300)) throw new Error(writes.map(({ body }) => body).join())
await createResource(portal)

/** Adds tasks that only this partner has. */
const addTasks = () =>
  db.execute(sql`
    with definition as (
      insert into task_definitions (task_name, due_date, task_type, assigned_partner_ids, is_for_one)
      select 'Task ' || n, now(), 'physical', array[${profile.id}::text], true from generate_series(1, ${copies}) n
      returning *)
    insert into partner_tasks (id, definition_id, partner_id, task_name, due_date, task_type)
    select id, id, ${profile.id}::uuid, task_name, due_date, task_type from definition`)

/** Adds payments of this partner, each in another currency, so that they are as many totals. */
const addPayments = () =>
  db.execute(sql`
    insert into payments (partner_id, paid_by, amount_cents, currency, paid_on, method, idempotency_key, request_sha256)
    select ${profile.id}::uuid, 'company', 100, chr(65 + n / 676) || chr(65 + n / 26 % 26) || chr(65 + n % 26), '2026-11-20', 'check', n::text, ''
    from generate_series(1, ${copies}) n`)

// Each list comes with the function that fills it, unless an earlier list has filled it.
const lists: [path: string, fill?: () => Promise<unknown>][] = [
  ['/api/partner/tasks', addTasks],
  [`/api/admin/partners/${profile.id}/tasks`],
  ['/api/admin/tasks?sort=due'],
  ['/api/admin/task-definitions'],
  ['/api/admin/task-series', () => copyRow(db, 'task_series', copies)],
  [
    '/api/admin/task-templates',
    () => copyRow(db, 'task_templates', copies, "jsonb_build_object('task_name', 'Template ' || n)"),
  ],
  ['/api/admin/task-sets', () => copyRow(db, 'task_sets', copies, "jsonb_build_object('name', 'Set ' || n)")],
  ['/api/admin/shared-documents', () => copyRow(db, 'shared_documents', copies)],
  ['/api/announcements', () => copyRow(db, 'announcements', copies)],
  ['/api/admin/announcements'],
  ['/api/partner/activations', () => copyRow(db, 'partner_activations', copies)],
  [`/api/admin/partners/${profile.id}/activations`],
  ['/api/admin/activations'],
  [
    '/api/admin/reports/events?by=kind&from=2049-01-01&to=2049-12-31',
    () =>
      db.execute(sql`
        with plan as (
          insert into task_sets (name, given_when) select 'Plan ' || n, 'event' from generate_series(1, ${copies}) n returning id
        )
        insert into partner_activations (partner_id, plan_id, name, activation_date)
        select ${profile.id}::uuid, id, 'Event', '2049-06-01' from plan`),
  ],
  ['/api/partner/documents', () => copyRow(db, 'partner_documents', copies)],
  [`/api/admin/partners/${profile.id}/documents`],
  ['/api/admin/documents'],
  [
    '/api/partner/obligations',
    () =>
      db.execute(sql`
        insert into obligations (partner_id, document_id, kind, owed_by, due_on, time_zone, clause)
        select partner_id, id, 'setup', 'partner', '2049-04-17', 'UTC', '3.1' from partner_documents on conflict do nothing`),
  ],
  ['/api/admin/obligations'],
  ['/api/partner/payments', addPayments],
  ['/api/admin/payments'],
  [
    '/api/partner/invoices',
    () =>
      db.execute(sql`
        insert into invoices (partner_id, number, amount_cents, currency)
        select ${profile.id}::uuid, n, 100, 'USD' from generate_series(1, ${copies}) n`),
  ],
  ['/api/admin/invoices'],
  ['/api/admin/payments/totals?year=2026'],
  [`/api/admin/partners/${profile.id}/activities`, () => copyRow(db, 'partner_activities', copies)],
  ['/api/partner/activities'],
  [
    '/api/partner/members',
    async () => {
      const invited = { partnerId: profile.id, email: 'invited@example.test', invitedAt: new Date() }
      await db.insert(partnerMembers).values(invited)
      await copyRow(
        db,
        'partner_members',
        copies,
        "jsonb_build_object('email', 'invited' || n || '@example.test')",
      )
    },
  ],
  [`/api/admin/partners/${profile.id}/members`],
  [
    `/api/admin/partners/${profile.id}/notes`,
    () =>
      db.execute(sql`
        insert into partner_notes (partner_id, kind, body) select ${profile.id}, 'note', 'Note ' || n from generate_series(0, ${copies}) n`),
  ],
  [`/api/admin/partners/${profile.id}/timeline?kind=notes`],
  [
    '/api/admin/bulk-actions',
    () =>
      db.execute(sql`
        insert into bulk_actions (kind, values, requested_by, request_sha256, partner_ids, starts_at)
        select 'manager', '{}', ${admin.id}::uuid, '', '{}', now() from generate_series(0, ${copies})`),
  ],
  [
    '/api/admin/views',
    () =>
      db.execute(sql`
        insert into saved_views (name, is_shared, filter, sort)
        select 'View ' || n, true, '{}', 'name' from generate_series(0, ${copies}) n`),
  ],
  [
    '/api/admin/partner-tags',
    () =>
      db.execute(
        sql`insert into partner_tags (name) select 'Tag ' || n from generate_series(0, ${copies}) n`,
      ),
  ],
  [
    '/api/notifications',
    () =>
      db.execute(sql`
        insert into notifications (user_id, kind, title)
        select ${user.id}::uuid, 'announcement', 'News ' || n from generate_series(1, ${copies}) n`),
  ],
  ['/api/resource-folders', () => copyRow(db, 'resource_folders', copies)],
  [`/api/admin/webhooks/${webhook.endpointId}/deliveries`, () => copyRow(db, 'webhook_deliveries', copies)],
  [
    '/api/saved-replies',
    () => copyRow(db, 'saved_replies', copies, "jsonb_build_object('title', 'Reply ' || n)"),
  ],
  ['/api/chat/labels', () => copyRow(db, 'chat_labels', copies, "jsonb_build_object('name', 'Copy ' || n)")],
  [`/api/resources/${resource.id}/downloads`, () => copyRow(db, 'resource_downloads', copies)],
  [
    `/api/admin/partners/${profile.id}/downloads`,
    () => copyRow(db, 'resource_downloads', copies, `jsonb_build_object('user_id', '${user.id}')`),
  ],
  [
    `/api/admin/partners/${profile.id}/emails`,
    async () => {
      const mail = { recipient: user.email, subject: 'New messages', type: 'chat' }
      await db.insert(emailNotificationLogs).values(mail)
      await copyRow(
        db,
        'email_notification_logs',
        copies,
        "jsonb_build_object('unsubscribe_token', gen_random_uuid())",
      )
    },
  ],
  ['/api/admin/emails'],
  [
    `/api/resources/${resource.id}/versions`,
    () =>
      copyRow(
        db,
        'resource_file_versions',
        copies,
        `jsonb_build_object('object_key', 'version' || n, 'resource_id', '${resource.id}')`,
      ),
  ],
  [
    '/api/resources?category=creative',
    () =>
      copyRow(
        db,
        'resource_files',
        copies,
        "jsonb_build_object('object_key', 'key' || n, 'file_path', 'path' || n, 'category', 'creative')",
      ),
  ],
  [`/api/admin/partners/${profile.id}/files`],
  [
    `/api/chat/conversations/${user.id}/messages`,
    () =>
      db.execute(sql`
        insert into chat_messages (conversation_id, sender_id, message, seq)
        select ${user.id}, ${user.id}, 'Hello', n from generate_series(1, ${copies}) as n`),
  ],
  [
    `/api/chat/conversations/${user.id}/notes`,
    () =>
      copyRow(db, 'chat_notes', copies, "jsonb_build_object('seq', n + 1, 'client_id', gen_random_uuid())"),
  ],
  ['/api/admin/partner-groups', () => copyUsers('user')],
  ['/api/admin/group-managers'],
  ['/api/admin/users-without-partner-profiles'],
  [
    '/api/chat/conversations?order=newest',
    async () => {
      const written = sql`with written as (
        update chat_conversations set last_seq = 1
        from users where users.id = user_id and email like 'user%@example.test' returning chat_conversations.id, user_id)`
      await db.execute(sql`${written}
        insert into chat_messages (conversation_id, sender_id, message, seq) select id, user_id, 'Hello', 1 from written`)
    },
  ],
  ['/api/chat/team', () => copyUsers('support')],
  ['/api/chat/team/responsible'],
  [
    '/api/admin/partners',
    () =>
      copyRow(
        db,
        'partner_profiles',
        copies,
        "jsonb_build_object('user_id', (select id from users where email = 'user' || n || '@example.test'))",
      ),
  ],
  [`/api/admin/announcements/${announcement.id}/readers`],
  [`/api/resources/${resource.id}/not-downloaded`],
  ['/api/admin/agreement-types/nda/replaced-terms'],
  [
    `/api/admin/shared-documents/${sharedDocument.id}/documents`,
    () =>
      db.execute(sql`
        insert into partner_documents (partner_id, document_type, shared_document_id)
        select id, 'venue_partnership_agreement', ${sharedDocument.id}::uuid from partner_profiles`),
  ],
  ['/api/admin/partners-with-user-info?sort=name'],
  [
    '/api/partner/invitations',
    () =>
      db.execute(sql`
        insert into partner_members (partner_id, email, invited_at)
        select id, ${user.email}, now() from partner_profiles where user_id <> ${user.id}`),
  ],
  [
    '/api/admin/audit-log',
    () => copyRow(db, 'audit_log', copies, "jsonb_build_object('actor_id', gen_random_uuid())"),
  ],
  ['/api/admin/audit-log/people'],
]

const nextOf = (link: unknown) => /^<(\/[^>]+)>; rel="next"$/.exec(String(link ?? ''))?.[1]

test('every list that takes them is called here', () => {
  const called = lists.map(([path]) => path.split('?')[0] ?? '')
  const isCalled = (path: string) => {
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
    return called.some((each) => pattern.test(each))
  }
  const paths = listEndpoints.map(({ path }) => path).filter((path) => !short.includes(path))
  expect(paths.filter((path) => !isCalled(path))).toEqual([])
})

describe('a list without a limit', () => {
  test.each(lists)('%s has a thousand rows at most, and says where the others are', async (path, fill) => {
    await fill?.()
    const browser = /^\/api\/(partner\/|announcements|notifications)/.test(path) ? partner : staff
    const first = await browser.get(path)
    expect(first.statusCode, first.body).toBe(200)
    expect(first.json()).toHaveLength(maxRows)
    const next = nextOf(first.headers.link)
    const rest = await browser.get(next ?? '')
    expect(rest.headers.link).toBeUndefined()
    const all = [...first.json(), ...rest.json()].map((row) => JSON.stringify(row))
    expect(new Set(all).size).toBe(all.length)
    for (const { headers } of [first, rest]) expect(headers['x-total-count']).toBe(String(all.length))
    expect((await browser.get(`${path}${path.includes('?') ? '&' : '?'}page=9`)).json()).toEqual([])
  })

  test('of users has a thousand rows at most, too, together with their number', async () => {
    const first = await staff.get('/api/admin/users-with-partner-status?role=support')
    const rest = await staff.get(nextOf(first.headers.link) ?? '')
    expect(first.json().users).toHaveLength(maxRows)
    expect(rest.json().users.length).toBe(first.json().total - maxRows)
    expect(first.headers['x-total-count']).toBe(String(first.json().total))
  })

  test('that is complete names no next page, and with a limit the next page of that size', async () => {
    const whole = await staff.get('/api/resources?category=training')
    expect([whole.headers.link, whole.headers['x-total-count']]).toEqual([
      undefined,
      String(whole.json().length),
    ])
    const page = await staff.get('/api/saved-replies?limit=10&page=2')
    expect(page.json()).toHaveLength(10)
    expect(page.headers.link).toBe('</api/saved-replies?limit=10&page=3>; rel="next"')
  })
})
