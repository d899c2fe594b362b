import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { resourceFolders, resourceWords } from '#server/db/schema/resources.ts'
import { createTestApp } from '#test/app.ts'
import { createFolder, createPartner, createResource, createUser } from '#test/factories.ts'
import { deleteUnusedWords } from './data.ts'

const portal = await createTestApp()
afterAll(portal.close)

const partner = await portal.signIn(
  (await createPartner(portal, { status: 'completed', onPaper: true })).user,
)
const staff = await portal.signIn(await createUser(portal, { role: 'support' }))

const folder = await createFolder(portal, { name: 'Beach season' })
await createResource(portal, { title: 'Summer poster', description: 'To hang at the entrance.' })
await createResource(portal, { title: 'Winter poster', fileName: 'Brand_Guide-2026.final.pdf' })
await createResource(portal, {
  title: 'Wellness checklist',
  description: 'For summer weekends',
  folderId: folder.id,
})
await createResource(portal, { title: 'Größe der Banner', fileName: null })
await createResource(portal, { title: 'Poster for the inland', assignedGroup: 'Inland' })
await createResource(portal, { title: 'Withdrawn poster', isActive: false })

const found = async (search: string, browser = partner) => {
  const response = await browser.get(`/api/resources?search=${encodeURIComponent(search)}&limit=10`)
  const titles = response.json().map(({ title }: { title: string }) => title)
  expect(response.headers['x-total-count']).toBe(String(titles.length))
  return titles
}

describe('a search finds', () => {
  test.each([
    ['words in the title', 'winter poster', ['Winter poster']],
    ['words in any order and case', 'POSTER Winter', ['Winter poster']],
    ['beginnings of words', 'win po', ['Winter poster']],
    ['words in the description', 'entrance', ['Summer poster']],
    ['words of the folder', 'beach', ['Wellness checklist']],
    ['words of title and folder together', 'checklist season', ['Wellness checklist']],
    ['words of the file’s name', 'guide 2026', ['Winter poster']],
    ['the extension of the file’s name', 'final.pdf', ['Winter poster']],
    ['letters beyond ASCII', 'grö', ['Größe der Banner']],
    ['words with punctuation between them', '  "winter" -- (poster)!', ['Winter poster']],
  ])('a resource by %s: %s', async (_what, typed, titles) => {
    expect(await found(typed)).toEqual(titles)
  })

  test('resources with the word in the title before others', async () => {
    expect(await found('summer')).toEqual(['Summer poster', 'Wellness checklist'])
  })

  test.each([
    ['a letter too few', 'wintr poster'],
    ['a letter too many', 'winterr poster'],
    ['a wrong letter', 'wimter poster'],
    ['two swapped letters', 'wniter psoter'],
  ])('a resource in spite of %s: %s', async (_slip, typed) => {
    expect(await found(typed)).toEqual(['Winter poster'])
  })

  test('nothing for a word that resembles none', async () => {
    expect(await found('zzzzqqq')).toEqual([])
    expect(await found('poster zzzzqqq')).toEqual([])
  })

  test('nothing for an unknown number, since a similar number is not what was meant', async () => {
    expect(await found('2026')).toEqual(['Winter poster'])
    expect(await found('2049')).toEqual([])
  })

  test('nothing by words that only inaccessible files contain', async () => {
    await createResource(portal, { title: 'Zeppelim brochure' })
    expect(await found('zeppelin')).toEqual(['Zeppelim brochure'])
    await createResource(portal, { title: 'Zeppelin launch', assignedGroup: 'Inland' })
    expect(await found('zeppelin')).toEqual(['Zeppelim brochure'])
    expect(await found('zeppelin', staff)).toEqual(['Zeppelin launch'])
  })

  test('everything when only punctuation is typed', async () => {
    expect(await found(' -- ')).toHaveLength(5)
  })

  test('only active resources that the reader may see', async () => {
    expect(await found('poster')).toEqual(['Summer poster', 'Winter poster'])
    expect(await found('poster', staff)).toContain('Poster for the inland')
    expect(await found('withdrawn', staff)).toEqual([])
  })

  test('resources page by page, with the same total on each page and past the last', async () => {
    const page = async (number: number) => {
      const response = await partner.get(`/api/resources?search=summer&limit=1&page=${number}`)
      expect(response.headers['x-total-count']).toBe('2')
      return response.json().map(({ title }: { title: string }) => title)
    }
    expect(await page(1)).toEqual(['Summer poster'])
    expect(await page(2)).toEqual(['Wellness checklist'])
    expect(await page(3)).toEqual([])
  })

  test('resources that can be sorted and filtered', async () => {
    const titles = async (query: string) =>
      (await partner.get(`/api/resources?search=summer&${query}`))
        .json()
        .map(({ title }: { title: string }) => title)
    expect(await titles('sort=newest')).toEqual(['Wellness checklist', 'Summer poster'])
    expect(await titles(`folder=${folder.id}`)).toEqual(['Wellness checklist'])
    expect(await titles('category=training')).toEqual([])
  })
})

test.each([
  "it's",
  "'; drop table users; --",
  '& | ! ( ) :*',
  'a:*b',
  '<->',
  '\\',
  '%',
  '_',
  'x'.repeat(200),
])('a query is treated as plain text: %s', async (typed) => {
  const response = await partner.get(`/api/resources?search=${encodeURIComponent(typed)}`)
  expect(response.statusCode).toBe(200)
})

test('a changed resource is found by its new words and not by its old ones', async () => {
  const own = await createFolder(portal, { name: 'Albatross' })
  const { id } = await createResource(portal, { title: 'Cormorant', folderId: own.id })
  expect(await found('albatross')).toEqual(['Cormorant'])
  await staff.put(`/api/resource-folders/${own.id}`, { name: 'Buzzard' })
  expect(await found('buzzard')).toEqual(['Cormorant'])
  expect(await found('albatross')).toEqual([])
  const change = { category: 'creative', folderId: own.id, assignedPartnerIds: [], assignedGroup: null }
  await staff.put(`/api/resources/${id}`, { ...change, title: 'Dunlin' })
  expect(await found('cormorant')).toEqual([])
  expect(await found('dunlin buzzard')).toEqual(['Dunlin'])
  await portal.db.delete(resourceFolders).where(eq(resourceFolders.id, own.id))
  expect(await found('dunlin')).toEqual(['Dunlin'])
  expect(await found('buzzard')).toEqual([])
})

test('words that no resource contains any more are deleted', async () => {
  const { id } = await createResource(portal, { title: 'Eiderduck' })
  const isKnown = async (word: string) =>
    (await portal.db.$count(resourceWords, eq(resourceWords.word, word))) > 0
  expect(await isKnown('eiderduck')).toBe(true)
  await staff.remove(`/api/resources/${id}`)
  await deleteUnusedWords(portal.db)
  expect(await isKnown('eiderduck')).toBe(false)
  expect(await isKnown('summer')).toBe(true)
})
