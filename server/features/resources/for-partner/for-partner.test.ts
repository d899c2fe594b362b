import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { PartnerDownload, PartnerFile } from '#contract/resources/for-partner.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createResource, createUser } from '#test/factories.ts'
import { listFilesFor } from './data.ts'

const portal = await createTestApp()
afterAll(portal.close)

const at = (minute: number) => ({ updatedAt: new Date(Date.UTC(2026, 10, 20, 12, minute)) })

test('staff see the files that a partner can open, with the partner’s downloads, and downloads stay listed', async () => {
  const { user, profile } = await createPartner(portal, {
    status: 'completed',
    user: { partnerGroup: 'Coast' },
  })
  const other = await createPartner(portal, {
    status: 'completed',
    onPaper: true,
    user: { partnerGroup: 'Inland' },
  })
  const all = await createResource(portal, { title: 'For all', ...at(1) })
  const group = await createResource(portal, { title: 'For the coast', assignedGroup: 'Coast', ...at(2) })
  const assignedPartnerIds = [profile.id]
  const own = await createResource(portal, { title: 'For them', assignedPartnerIds, ...at(3) })
  await createResource(portal, { title: 'For others', assignedPartnerIds: [other.profile.id] })
  const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
  const [browser, others] = [await portal.signIn(user), await portal.signIn(other.user)]
  for (const { id } of [own, all, own]) await browser.post(`/api/resources/${id}/download`, {})
  await others.post(`/api/resources/${all.id}/download`, {})
  await staff.remove(`/api/resources/${own.id}`)
  await browser.post(`/api/resources/${group.id}/download`, {})

  const url = `/api/admin/partners/${profile.id}`
  const files = await staff.get(`${url}/files?limit=10`)
  expect(files.headers['x-total-count']).toBe('2')
  const seen = files.json<PartnerFile[]>()
  expect(seen.map(({ title, audience, downloads }) => [title, audience, downloads])).toEqual([
    ['For the coast', 'group', 1],
    ['For all', 'everyone', 1],
  ])
  expect(seen[1]?.lastDownloadedAt).toEqual(expect.any(String))

  const downloads = await staff.get(`${url}/downloads?limit=3`)
  expect(downloads.headers['x-total-count']).toBe('4')
  expect(
    downloads.json<PartnerDownload[]>().map(({ resourceId, isActive }) => [resourceId, isActive]),
  ).toEqual([
    [group.id, true],
    [own.id, false],
    [all.id, true],
  ])
  for (const name of ['files', 'downloads']) {
    expect((await staff.get(`/api/admin/partners/${crypto.randomUUID()}/${name}`)).statusCode).toBe(404)
  }
})

test('a file for the partner alone is marked as theirs, and has no download time before it is downloaded', async () => {
  const { profile } = await createPartner(portal)
  await createResource(portal, { title: 'Poster', assignedPartnerIds: [profile.id] })
  const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
  const files = (await staff.get(`/api/admin/partners/${profile.id}/files`)).json<PartnerFile[]>()
  expect(files[0]).toMatchObject({
    title: 'Poster',
    audience: 'partner',
    downloads: 0,
    lastDownloadedAt: null,
  })
})

test('only the downloads of the files on the page are counted, by an index', async () => {
  const { user, profile } = await createPartner(portal)
  const { id } = await createResource(portal)
  await portal.db.execute(sql`
    with copied as (
      insert into resource_files (title, category, file_path, object_key, file_type, file_size, sha256, updated_at)
      select 'Copy ' || n, category, 'copy-' || n, 'copy-' || n, file_type, file_size, sha256, now() + n * interval '1 minute'
      from resource_files, generate_series(1, 500) n where id = ${id} returning id)
    insert into resource_downloads (resource_id, user_id) select id, ${user.id}::uuid from copied, generate_series(1, 4)`)
  await portal.db.execute(sql`analyze`)
  const partner = { partnerId: profile.id, partnerGroup: null, userId: user.id }
  const page = { page: 4, limit: 10 }
  const files = await listFilesFor(portal.db, partner, page)
  expect(files.map(({ title }) => title)).toEqual(Array.from({ length: 10 }, (_, n) => `Copy ${470 - n}`))
  expect(files.map(({ downloads }) => downloads)).toEqual(Array(10).fill(4))
  const { rows } = await portal.db.execute<{ 'QUERY PLAN': string }>(
    sql`explain analyze ${listFilesFor(portal.db, partner, page)}`,
  )
  const counting = rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('resource_downloads'))
  expect(counting.join()).toContain('using resource_downloads_user')
  expect(counting.join()).toContain('loops=10)')
})
