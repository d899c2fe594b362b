import { afterAll, describe, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { createFolder, createPartner, createResource, createUser } from '#test/factories.ts'

const portal = await createTestApp()
afterAll(portal.close)

const titlesFor = async (browser: Browser, query = '') =>
  (await browser.get(`/api/resources${query}`)).json().map(({ title }: { title: string }) => title)

const onboarded = (partnerGroup: string | null = null) =>
  createPartner(portal, { status: 'completed', onPaper: true, user: { partnerGroup } })

const ann = await onboarded('Coast')
const ben = await onboarded('Coast')
const cid = await onboarded()
const forAnn = { assignedPartnerIds: [ann.profile.id] }
await createResource(portal, { title: 'A for everyone', category: 'training' })
await createResource(portal, { title: 'B for Ann', category: 'training', ...forAnn })
await createResource(portal, { title: 'C for the coast', category: 'training', assignedGroup: 'Coast' })
await createResource(portal, {
  title: 'D for Ann and inland',
  category: 'training',
  ...forAnn,
  assignedGroup: 'Inland',
})
await createResource(portal, { title: 'E withdrawn', category: 'training', isActive: false })
await createResource(portal, {
  title: 'F withdrawn for Ann',
  category: 'training',
  ...forAnn,
  isActive: false,
})

describe('the list of training material', () => {
  const query = '?category=training'

  test.each([
    ['Ann of the coast', ann, ['A for everyone', 'B for Ann', 'C for the coast', 'D for Ann and inland']],
    ['Ben of the coast', ben, ['A for everyone', 'C for the coast']],
    ['Cid of no group', cid, ['A for everyone']],
  ])('for %s contains the files with them in the audience', async (_who, { user }, titles) => {
    const browser = await portal.signIn(user)
    expect(await titlesFor(browser, query)).toEqual(titles)
    const page = await browser.get(`/api/resources${query}&limit=1`)
    expect(page.headers['x-total-count']).toBe(String(titles.length))
  })

  test.each(['support', 'admin'] as const)('for %s contains all active files', async (role) => {
    const staff = await portal.signIn(await createUser(portal, { role }))
    expect(await titlesFor(staff, query)).toEqual([
      'A for everyone',
      'B for Ann',
      'C for the coast',
      'D for Ann and inland',
    ])
  })
})

describe('a single file', () => {
  test('is sent to its audience, without naming who else is in it', async () => {
    const file = await createResource(portal, {
      title: 'For Cid and inland',
      assignedGroup: 'Inland',
      assignedPartnerIds: [cid.profile.id],
    })
    const forCid = await (await portal.signIn(cid.user)).get(`/api/resources/${file.id}`)
    expect(forCid.json()).toMatchObject({ id: file.id, title: 'For Cid and inland' })
    expect(forCid.body).not.toMatch(new RegExp(`Inland|${cid.profile.id}`))
    const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
    expect((await staff.get(`/api/resources/${file.id}`)).json()).toMatchObject({ assignedGroup: 'Inland' })
    expect((await (await portal.signIn(ben.user)).get(`/api/resources/${file.id}`)).statusCode).toBe(404)
  })
})

describe('the list of files', () => {
  test('can be filtered by category and folder', async () => {
    const folder = await createFolder(portal, { category: 'activation' })
    await createResource(portal, { title: 'In the folder', category: 'activation', folderId: folder.id })
    await createResource(portal, { title: 'Beside it', category: 'activation' })
    const browser = await portal.signIn((await onboarded()).user)
    expect(await titlesFor(browser, '?category=activation')).toEqual(['Beside it', 'In the folder'])
    expect(await titlesFor(browser, `?folder=${folder.id}`)).toEqual(['In the folder'])
    expect(await titlesFor(browser, `?category=creative&folder=${folder.id}`)).toEqual([])
    expect(await titlesFor(browser, `?folder=${crypto.randomUUID()}`)).toEqual([])
  })

  test('does not contain the audience or the uploader of a file', async () => {
    await createResource(portal, { assignedGroup: 'Secret group' })
    await createResource(portal, { assignedGroup: 'Coast', assignedPartnerIds: [cid.profile.id] })
    const browser = await portal.signIn(ann.user)
    const response = await browser.get('/api/resources?category=creative')
    expect(response.body).not.toMatch(new RegExp(`Secret group|Coast|${cid.profile.id}`))
    expect(Object.keys(response.json()[0]).sort()).toEqual(
      [
        'category',
        'createdAt',
        'description',
        'downloadCount',
        'fileName',
        'filePath',
        'fileSize',
        'fileType',
        'folderId',
        'hasThumbnail',
        'id',
        'isActive',
        'title',
        'updatedAt',
      ].sort(),
    )
  })

  test('is paged, with the total', async () => {
    const folder = await createFolder(portal)
    for (const title of ['C', 'A', 'E', 'B', 'D'])
      await createResource(portal, { title, folderId: folder.id })
    await createResource(portal, { title: 'F', folderId: folder.id, assignedGroup: 'Inland' })
    const browser = await portal.signIn(ann.user)
    const page = async (query: string) => {
      const response = await browser.get(`/api/resources?folder=${folder.id}${query}`)
      const titles = response.json().map(({ title }: { title: string }) => title)
      return [titles.join(''), response.headers['x-total-count']]
    }
    expect(await page('')).toEqual(['ABCDE', '5'])
    expect(await page('&limit=2')).toEqual(['AB', '5'])
    expect(await page('&limit=2&page=3')).toEqual(['E', '5'])
    expect(await page('&limit=2&page=4')).toEqual(['', '5'])
    expect(await page('&limit=100')).toEqual(['ABCDE', '5'])
  })

  test('is sorted as requested', async () => {
    const folder = await createFolder(portal)
    const day = (number: number) => new Date(Date.UTC(2026, 0, number))
    const folderId = folder.id
    await createResource(portal, { title: 'A', folderId, updatedAt: day(1), downloadCount: 5 })
    await createResource(portal, { title: 'B', folderId, updatedAt: day(3), downloadCount: 0 })
    await createResource(portal, { title: 'C', folderId, updatedAt: day(2), downloadCount: 9 })
    const browser = await portal.signIn(ann.user)
    for (const [sort, titles] of [
      ['title', 'ABC'],
      ['newest', 'BCA'],
      ['downloads', 'CAB'],
    ]) {
      expect((await titlesFor(browser, `?folder=${folderId}&sort=${sort}`)).join(''), sort).toBe(titles)
    }
  })

  test('can be filtered to files without a folder', async () => {
    const folder = await createFolder(portal, { category: 'activation' })
    await createResource(portal, { title: 'Lies in one', category: 'activation', folderId: folder.id })
    await createResource(portal, { title: 'Lies in none', category: 'activation' })
    const titles = await titlesFor(await portal.signIn(ann.user), '?category=activation&folder=none')
    expect(titles).toContain('Lies in none')
    expect(titles).not.toContain('Lies in one')
  })

  test('is closed until onboarding is completed', async () => {
    const newcomer = await portal.signIn(await createUser(portal))
    const inOnboarding = await portal.signIn((await createPartner(portal)).user)
    expect((await portal.visit().get('/api/resources')).statusCode).toBe(401)
    for (const browser of [newcomer, inOnboarding]) {
      expect((await browser.get('/api/resources')).json()).toEqual({
        message: 'Forbidden',
        code: 'forbidden',
      })
    }
  })

  test.each([
    ['?category=pictures', 'category'],
    ['?category=creative&category=training', 'category'],
    ['?folder=7', 'folder'],
    ['?sort=size', 'sort'],
    ['?page=0', 'page'],
    ['?limit=101', 'limit'],
    ['?limit=1e1', 'limit'],
    ['?order=title', 'order'],
    ['?search=%00', 'search'],
  ])('refuses the query %s', async (query, field) => {
    const response = await (await portal.signIn((await onboarded()).user)).get(`/api/resources${query}`)
    expect(response.statusCode).toBe(400)
    expect(response.json().fields).toHaveProperty(field)
  })
})
