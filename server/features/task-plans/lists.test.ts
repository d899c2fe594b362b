import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { createSeries, createSet, createTemplate } from '#test/plan-rows.ts'

const portal = await createTestApp()
afterAll(portal.close)
const staff = await portal.signIn(await createUser(portal, { role: 'support' }))

const lists = [
  ['task-series', async (taskName: string) => createSeries(portal, { taskName })],
  ['task-templates', async (taskName: string) => createTemplate(portal, { taskName })],
  ['task-sets', async (name: string) => createSet(portal, { name })],
] as const

test.each(lists)(
  '%s are found by parts of their name, and the total counts what is found',
  async (path, create) => {
    const named = (name: string) => create(`${name} ${path}`)
    const [flyers, posters, half] = [
      await named('Hang the Quokka flyers'),
      await named('Print QUOKKA posters'),
      await named('Half_of 50% quokkas'),
    ]
    await named('Hang something else')
    const search = async (text: string, more = '') => {
      const response = await staff.get(`/api/admin/${path}?search=${encodeURIComponent(text)}${more}`)
      expect(response.statusCode).toBe(200)
      return {
        ids: response.json().map(({ id }: { id: string }) => id),
        total: response.headers['x-total-count'],
      }
    }
    const found = await search('quokka')
    expect([found.ids.toSorted(), found.total]).toEqual([[flyers.id, posters.id, half.id].toSorted(), '3'])
    expect(await search('  FLYERS hang ')).toEqual({ ids: [flyers.id], total: '1' })
    expect(await search('50%')).toEqual({ ids: [half.id], total: '1' })
    expect(await search('f_o')).toEqual({ ids: [half.id], total: '1' })
    expect(await search("' or true --")).toEqual({ ids: [], total: '0' })
    const pages = [await search('quokka', '&limit=2'), await search('quokka', '&limit=2&page=2')]
    expect(pages.map(({ total }) => total)).toEqual(['3', '3'])
    expect(pages.flatMap(({ ids }) => ids)).toEqual(found.ids)
    // A blank search is treated as no search.
    expect((await search(' ')).total).toBe('4')
  },
)

test.each(lists)('%s refuse a search that is too long, and another name than theirs', async (path) => {
  for (const query of [`search=${'x'.repeat(300)}`, 'search=a&search=b', 'q=flyers']) {
    expect((await staff.get(`/api/admin/${path}?${query}`)).statusCode).toBe(400)
  }
})
