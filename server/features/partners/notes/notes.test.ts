import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { mentionOf } from '#contract/mentions.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { PartnerNote } from '#contract/partners/notes.ts'
import type { TimelineEntry } from '#contract/partners/timeline.ts'
import { partnerNotes } from '#server/db/schema/partner-notes.ts'
import { partnerActivities } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import type { Browser } from '#test/browser.ts'
import { createEmail } from '#test/emails.ts'
import { createPartner, createUser, taskForm } from '#test/factories.ts'
import { createNote } from '#test/partner-notes.ts'
import { activityTypesOf } from '#test/partner-rows.ts'

const portal = await createTestApp()
afterAll(portal.close)

const signInAs = async (role: 'support' | 'admin', firstName: string) => {
  const user = await createUser(portal, { role, firstName, lastName: 'Ray' })
  return { user, browser: await portal.signIn(user) }
}
const [sue, ben, ada] = [
  await signInAs('support', 'Sue'),
  await signInAs('support', 'Ben'),
  await signInAs('admin', 'Ada'),
]

const newPartner = async () => {
  const { profile, user } = await createPartner(portal)
  const url = `/api/admin/partners/${profile.id}`
  const lastContact = async () => (await sue.browser.get(`${url}/summary`)).json().lastContactAt
  const list = async (query = ''): Promise<PartnerNote[]> =>
    (await sue.browser.get(`${url}/notes${query}`)).json()
  const add = async (body: object, { browser } = sue): Promise<PartnerNote> => {
    const response = await browser.post(`${url}/notes`, body)
    expect(response.statusCode, response.body).toBe(201)
    return response.json()
  }
  return { profile, user, url, lastContact, list, add }
}

const noteUrl = ({ id }: PartnerNote) => `/api/admin/partner-notes/${id}`
const bellOf = async (browser: Browser): Promise<Notification[]> =>
  (await browser.get('/api/notifications')).json()
const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString()

describe('a note about a partner', () => {
  test('is added once, listed with pinned ones on top, searched, edited by its author, and in the audit log without its text', async () => {
    const { profile, url, list, add } = await newPartner()
    const { user, browser } = await signInAs('support', 'Cat')
    const sent = { kind: 'note', body: 'Prefers café tables\nin the hall', clientId: crypto.randomUUID() }
    const [note, again] = [await add(sent, { user, browser }), await add(sent, { user, browser })]
    expect(again).toEqual(note)
    expect(note).toMatchObject({
      partnerId: profile.id,
      author: { id: user.id, name: 'Cat Ray' },
      kind: 'note',
      body: 'Prefers café tables\nin the hall',
      mentions: [],
      isPinned: false,
      editedAt: null,
    })
    const later = await add({ kind: 'note', body: 'Later' })
    const bodies = async (query = '') => (await list(query)).map(({ body }) => body)
    expect(await bodies()).toEqual(['Later', note.body])
    expect(await bodies('?search=CAFE%20hall')).toEqual([note.body])
    const page = await sue.browser.get(`${url}/notes?limit=1&page=2`)
    expect([page.json().length, page.headers['x-total-count']]).toEqual([1, '2'])

    expect((await sue.browser.put(`${noteUrl(note)}/pinned`, { isPinned: true })).json().isPinned).toBe(true)
    expect(await bodies()).toEqual([note.body, 'Later'])
    expect(await bodies('?pinned=true')).toEqual([note.body])
    expect(await bodies(`?pinned=true&note=${later.id}`)).toEqual(['Later', note.body])

    const { updatedAt } = note
    const changed = await browser.put(noteUrl(note), { kind: 'call', body: 'Called', updatedAt })
    expect(changed.json()).toMatchObject({ kind: 'call', body: 'Called', editedAt: expect.any(String) })
    expect((await browser.put(noteUrl(note), { kind: 'note', body: 'Late', updatedAt })).statusCode).toBe(409)
    for (const { browser: other } of [sue, ada]) {
      expect((await other.put(noteUrl(note), { kind: 'note', body: 'Not mine' })).statusCode).toBe(403)
    }
    const audited = await auditEventsOf(portal, user)
    expect(audited.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['partner.note_added', profile.id],
      ['partner.note_changed', profile.id],
    ])
    expect(JSON.stringify(audited)).not.toMatch(/tables|Called/)
    expect(await activityTypesOf(portal, { profile })).toEqual([])
    expect((await sue.browser.get(`/api/admin/partners/${crypto.randomUUID()}/notes`)).statusCode).toBe(404)
  })

  test('is deleted by its author or an admin, can be restored, and is removed a day later', async () => {
    const { list, add } = await newPartner()
    const note = await add({ kind: 'note', body: 'Wrong partner' })
    expect((await ben.browser.remove(noteUrl(note))).statusCode).toBe(403)
    expect((await sue.browser.remove(noteUrl(note))).statusCode).toBe(204)
    expect((await sue.browser.remove(noteUrl(note))).statusCode).toBe(404)
    expect(await list()).toEqual([])
    for (const [method, path] of [
      ['PUT', ''],
      ['PUT', '/pinned'],
    ] as const) {
      const body = path ? { isPinned: true } : { kind: 'note', body: 'x' }
      expect((await sue.browser.send(method, noteUrl(note) + path, body)).statusCode).toBe(404)
    }
    expect((await sue.browser.post(`${noteUrl(note)}/restore`, undefined)).json()).toMatchObject({
      id: note.id,
    })
    expect(await list()).toHaveLength(1)
    expect((await ada.browser.remove(noteUrl(note))).statusCode).toBe(204)
    await sweep(portal.deps)
    expect(await portal.db.$count(partnerNotes, eq(partnerNotes.id, note.id))).toBe(1)
    await portal.db
      .update(partnerNotes)
      .set({ deletedAt: new Date(Date.now() - 25 * 3_600_000) })
      .where(eq(partnerNotes.id, note.id))
    await sweep(portal.deps)
    expect((await sue.browser.post(`${noteUrl(note)}/restore`, undefined)).statusCode).toBe(404)
  })

  test('of a call or meeting moves the last contact, may be in the past and not in the future', async () => {
    const { url, lastContact, add } = await newPartner()
    await add({ kind: 'note', body: 'Not a contact', happenedAt: hourAgo() })
    expect(await lastContact()).toBeNull()
    const happenedAt = hourAgo()
    await add({ kind: 'meeting', body: 'Saw the hall', happenedAt })
    expect(await lastContact()).toBe(happenedAt)
    const call = await add({ kind: 'call', body: 'Called' })
    expect(await lastContact()).toBe(call.happenedAt)
    await sue.browser.remove(noteUrl(call))
    expect(await lastContact()).toBe(happenedAt)
    const future = new Date(Date.now() + 3_600_000).toISOString()
    const refused = await sue.browser.post(`${url}/notes`, { kind: 'call', body: 'x', happenedAt: future })
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      { happenedAt: 'Enter a time that is not in the future.' },
    ])
  })
})

describe('a mention in a note', () => {
  test('notifies each mentioned member of staff once, with a link and without the text', async () => {
    const { profile, url, add } = await newPartner()
    const gone = await createUser(portal, { role: 'support', disabledAt: new Date() })
    const [reader, other] = [await signInAs('support', 'Dan'), await signInAs('support', 'Eve')]
    const note = await add({
      kind: 'note',
      body: `${mentionOf(reader.user.id)} ${mentionOf(sue.user.id)} secret`,
    })
    expect(note.mentions).toContainEqual({ id: reader.user.id, name: 'Dan Ray' })
    const [notice, ...more] = await bellOf(reader.browser)
    expect(more).toEqual([])
    expect(notice).toMatchObject({
      kind: 'note_mention',
      title: `Sue Ray mentioned you · ${profile.businessName}`,
      detail: null,
      subject: { type: 'partner', id: profile.id, noteId: note.id },
    })
    expect((await bellOf(sue.browser)).filter(({ subject }) => subject?.noteId === note.id)).toEqual([])

    const body = `${mentionOf(reader.user.id)} and ${mentionOf(other.user.id)}`
    await sue.browser.put(noteUrl(note), { kind: 'note', body })
    expect([await bellOf(reader.browser), await bellOf(other.browser)].map(({ length }) => length)).toEqual([
      1, 1,
    ])

    for (const id of [gone.id, profile.userId, crypto.randomUUID()]) {
      const refused = await sue.browser.post(`${url}/notes`, { kind: 'note', body: mentionOf(id) })
      expect([refused.statusCode, refused.json().fields]).toEqual([
        400,
        { body: 'A person whom you mention is no longer on the team.' },
      ])
    }
    // A note that mentions somebody who has left the team since can still be edited.
    await portal.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, other.user.id))
    expect((await sue.browser.put(noteUrl(note), { kind: 'note', body: `${body}!` })).statusCode).toBe(200)
    // A deleted note is in no bell.
    await sue.browser.remove(noteUrl(note))
    expect(await bellOf(reader.browser)).toEqual([])
  })
})

describe('the timeline of a partner', () => {
  test('has notes, messages, tasks, agreements, emails and activity in one order, by kind, by search and in pages', async () => {
    const { profile, user, url, add } = await newPartner()
    await portal.db.delete(partnerActivities).where(eq(partnerActivities.partnerId, profile.id))
    const read = async (query = ''): Promise<TimelineEntry[]> => {
      const response = await sue.browser.get(`${url}/timeline${query}`)
      expect(response.statusCode, response.body).toBe(200)
      return response.json()
    }
    const meeting = await add({ kind: 'meeting', body: 'Saw the hall', happenedAt: hourAgo() })
    const task = (await sue.browser.post('/api/tasks', { ...taskForm, partnerId: profile.id })).json()
    await sue.browser.post(`${url}/documents`, { documentType: 'nda' })
    const partner = { ...user, role: 'user', sid: '' } as never
    await sendMessage(portal.deps, partner, user.id, { message: 'Is the hall free?' })
    const email = await createEmail(portal, user)
    await sue.browser.put(`/api/admin/users/${user.id}/partner-group`, { partnerGroup: 'Timeline' })
    const note = await add({ kind: 'note', body: `Ask ${mentionOf(ben.user.id)}` })

    const all = await read()
    const [first] = all
    expect(first).toMatchObject({
      kind: 'notes',
      actorName: null,
      note: { id: note.id, mentions: [{ name: 'Ben Ray' }] },
    })
    expect(all.map(({ kind }) => kind).sort()).toEqual(
      ['activity', 'agreements', 'emails', 'messages', 'notes', 'notes', 'tasks'].sort(),
    )
    expect(all.at(-1)).toMatchObject({ id: meeting.id, at: meeting.happenedAt })
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    const of = async (kind: string) => read(`?kind=${kind}`)
    expect(await of('messages')).toMatchObject([
      {
        text: 'Is the hall free?',
        actorName: `${user.firstName} ${user.lastName}`,
        subject: null,
        note: null,
      },
    ])
    expect(await of('tasks')).toMatchObject([
      {
        text: `Task "${task.taskName}" created`,
        actorName: 'Sue Ray',
        subject: { kind: 'task', id: task.id },
      },
    ])
    expect(await of('emails')).toMatchObject([
      { id: email.id, text: email.subject, emailStatus: email.status },
    ])
    expect((await of('agreements')).length).toBe(1)
    expect((await read('?search=HALL')).map(({ kind }) => kind).sort()).toEqual(['messages', 'notes'])
    const pages = await Promise.all([1, 2, 3, 4].map((page) => read(`?limit=2&page=${page}`)))
    expect(pages.flat()).toEqual(all)
    const counted = await sue.browser.get(`${url}/timeline?limit=1&kind=notes`)
    expect(counted.headers['x-total-count']).toBe('2')
    expect((await sue.browser.get(`/api/admin/partners/${crypto.randomUUID()}/timeline`)).statusCode).toBe(
      404,
    )
  })

  test('reads a page among thousands of entries', async () => {
    const { profile, url } = await newPartner()
    await createNote(portal, { partnerId: profile.id })
    for (const [table, columns, values] of [
      [
        'partner_notes',
        'partner_id, kind, body, happened_at',
        `'note', 'Note ' || n, now() - n * interval '1 minute'`,
      ],
      [
        'partner_activities',
        'partner_id, activity_type, description, created_at',
        `'task_created', 'Task ' || n, now() - n * interval '1 minute'`,
      ],
    ]) {
      await portal.db.$client.query(
        `insert into ${table} (${columns}) select $1, ${values} from generate_series(1, 4000) n`,
        [profile.id],
      )
    }
    const page = await sue.browser.get(`${url}/timeline?limit=20&page=3`)
    expect([page.json().length, page.headers['x-total-count']]).toEqual([20, '8001'])
    // The page is that of both kinds, and not of one after the other.
    expect(new Set(page.json().map(({ kind }: TimelineEntry) => kind)).size).toBe(2)
  })
})
