import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { auditLog } from '#server/db/schema/audit.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { signing } from '#test/signing.ts'

const portal = await createTestApp()
afterAll(portal.close)

const signInAs = async (role: 'support' | 'admin') => {
  const user = await createUser(portal, { role })
  return { user, browser: await portal.signIn(user) }
}

/** Returns the events of a user, and the ids of their exports, which are random. */
const eventsOf = async (user: { id: string }) => {
  const events = await auditEventsOf(portal, user)
  return { ids: new Set(events.map(({ subjectId }) => subjectId)), events }
}

describe('an export', () => {
  test('is recorded with its filter when it begins, and with its number of rows when it ends', async () => {
    const { user, browser } = await signInAs('support')
    for (const name of ['One', 'Two']) await createPartner(portal, { fullName: `Export ${name}` })
    await browser.send('HEAD', '/api/admin/partners/export')
    expect((await browser.get('/api/admin/partners/export?search=export&sort=name')).statusCode).toBe(200)
    const { ids, events } = await eventsOf(user)
    expect(ids.size).toBe(1)
    const filter = { search: 'export', sort: 'name' }
    expect(events).toMatchObject([
      { action: 'export.started', subjectName: 'Partners', before: null, after: { filter } },
      { action: 'export.ended', subjectName: 'Partners', after: { filter, rows: 2, isComplete: true } },
    ])
  })

  test('of the audit log is recorded, too, but not one with a wrong filter', async () => {
    const { user, browser } = await signInAs('admin')
    expect((await browser.get('/api/admin/audit-log/export?action=nothing')).statusCode).toBe(400)
    const response = await browser.get(`/api/admin/audit-log/export?person=${user.id}&action=export.started`)
    expect(response.body.trimEnd().split('\r\n')).toHaveLength(2)
    const filter = { person: user.id, action: 'export.started' }
    expect((await eventsOf(user)).events).toMatchObject([
      { action: 'export.started', subjectName: 'Audit log', after: { filter } },
      { action: 'export.ended', after: { filter, rows: 1, isComplete: true } },
    ])
  })

  test('that is aborted is recorded with the number of rows sent until then', async () => {
    const { user, browser } = await signInAs('admin')
    await portal.db.execute(sql`
      insert into ${auditLog} (actor_id, actor_name, actor_email, actor_role, action, subject_name, after)
      select gen_random_uuid(), 'Filler', 'filler@team.test', 'support', 'task.created', 'Filler',
        jsonb_build_object('title', repeat('x', 2000))
      from generate_series(1, 20000)`)
    const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    socket.write(`GET /api/admin/audit-log/export HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\n\r\n`)
    let received = 0
    // Read past the headers, which are sent before the first rows.
    while (received < 100_000) received += ((await once(socket, 'data')) as [Buffer])[0].length
    socket.destroy()
    while ((await eventsOf(user)).events.length < 2) await delay(20)
    const { events } = await eventsOf(user)
    expect(events).toMatchObject([
      { action: 'export.started', after: { filter: null } },
      { action: 'export.ended', after: { filter: null, isComplete: false } },
    ])
    const rows = Number(events[1]?.after?.rows)
    expect(rows).toBeGreaterThan(0)
    expect(rows).toBeLessThan(20_000)
  })
})

describe('the download of a signed agreement', () => {
  test('is recorded for the partner, for staff, and for staff who view the portal as the partner', async () => {
    const { user: partner, profile } = await createPartner(portal)
    const owner = await portal.signIn(partner)
    const { id } = (await owner.post('/api/partner/documents', signing.nda)).json<{ id: string }>()
    const url = `/api/partner/documents/${id}/text`
    const { user: staff, browser } = await signInAs('support')
    const stranger = await createPartner(portal)
    const other = await portal.signIn(stranger.user)
    expect((await other.get(url)).statusCode).toBe(404)
    await owner.send('HEAD', url)
    expect((await owner.get(url)).statusCode).toBe(200)
    expect((await browser.get(url)).statusCode).toBe(200)
    await browser.post(`/api/admin/partners/${profile.id}/view`, undefined)
    expect((await browser.get(url)).statusCode).toBe(200)

    const after = { partnerId: profile.id, documentType: 'nda' }
    const downloaded = {
      action: 'document.downloaded',
      subjectId: id,
      subjectName: expect.stringContaining(profile.fullName),
      before: null,
      after,
    }
    expect(await auditEventsOf(portal, partner)).toEqual([downloaded])
    expect(await auditEventsOf(portal, stranger.user)).toEqual([])
    expect(await auditEventsOf(portal, staff)).toEqual([
      downloaded,
      expect.objectContaining({ action: 'view.started' }),
      { ...downloaded, after: { ...after, viewedAs: profile.fullName } },
    ])
  })
})
