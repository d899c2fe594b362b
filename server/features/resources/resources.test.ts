import { afterAll, describe, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { createFolder, createPartner, createResource, createUser } from '#test/factories.ts'

const portal = await createTestApp()
afterAll(portal.close)

const titlesFor = async (browser: Browser, query = '') =>
  (await browser.get(`/api/resources${query}`)).json().map(({ title }: { title: string }) => title)

const onboarded = (partnerGroup: string | null = null) =>
  createPartner(portal, { status: 'completed', user: { partnerGroup } })

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

describe('who sees which training material', () => {
  const query = '?category=training'

  test.each([
    ['Ann of the coast', ann, ['A for everyone', 'B for Ann', 'C for the coast', 'D for Ann and inland']],
    ['Ben of the coast', ben, ['A for everyone', 'C for the coast']],
    ['Cid of no group', cid, ['A for everyone']],
  ])('%s', async (_who, { user }, titles) => {
    expect(await titlesFor(await portal.signIn(user), query)).toEqual(titles)
  })

  test.each(['support', 'admin'] as const)('%s, all that are active', async (role) => {
    const staff = await portal.signIn(await createUser(portal, { role }))
    expect(await titlesFor(staff, query)).toEqual([
      'A for everyone',
      'B for Ann',
      'C for the coast',
      'D for Ann and inland',
    ])
  })
})

describe('the list', () => {
  test('narrows to a category and a folder', async () => {
    const folder = await createFolder(portal, { category: 'activation' })
    await createResource(portal, { title: 'In the folder', category: 'activation', folderId: folder.id })
    await createResource(portal, { title: 'Beside it', category: 'activation' })
    const browser = await portal.signIn((await onboarded()).user)
    expect(await titlesFor(browser, '?category=activation')).toEqual(['Beside it', 'In the folder'])
    expect(await titlesFor(browser, `?folder=${folder.id}`)).toEqual(['In the folder'])
    expect(await titlesFor(browser, `?category=creative&folder=${folder.id}`)).toEqual([])
    expect(await titlesFor(browser, `?folder=${crypto.randomUUID()}`)).toEqual([])
  })

  test('says nothing of who else may see a file, or who put it there', async () => {
    await createResource(portal, { assignedGroup: 'Secret group' })
    const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
    const answer = await staff.get('/api/resources?category=creative')
    expect(answer.body).not.toContain('Secret group')
    expect(Object.keys(answer.json()[0]).sort()).toEqual(
      [
        'category',
        'description',
        'downloadCount',
        'fileSize',
        'fileType',
        'filePath',
        'folderId',
        'id',
        'title',
        'updatedAt',
      ].sort(),
    )
  })

  test('opens with completed onboarding alone', async () => {
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
    ['?sort=title', 'sort'],
  ])('refuses %s', async (query, field) => {
    const answer = await (await portal.signIn((await onboarded()).user)).get(`/api/resources${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toHaveProperty(field)
  })
})
