import { afterAll, expect, test } from 'vitest'
import type { PartnerDownload, PartnerFile } from '#contract/resources/for-partner.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createResource, createUser } from '#test/factories.ts'

const portal = await createTestApp()
afterAll(portal.close)

const at = (minute: number) => ({ updatedAt: new Date(Date.UTC(2026, 10, 20, 12, minute)) })

test('the files of a partner are those they see, with their downloads, and what they downloaded stays listed', async () => {
  const { user, profile } = await createPartner(portal, {
    status: 'completed',
    user: { partnerGroup: 'Coast' },
  })
  const other = await createPartner(portal, { status: 'completed', user: { partnerGroup: 'Inland' } })
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

test('a file for the partner alone is marked as theirs, and one not downloaded has no time', async () => {
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
