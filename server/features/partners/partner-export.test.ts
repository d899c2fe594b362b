import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { addManyPartners } from '#test/many-partners.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/admin/partners/export'
const browser = await portal.signIn(await createUser(portal, { role: 'support' }))
const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1']
for (const [index, businessName] of formulas.entries()) {
  await createPartner(portal, {
    fullName: `Partner ${index}`,
    businessName,
    territory: 'A "quoted", long\nterm',
    user: { partnerGroup: 'Coast' },
  })
}
await createPartner(portal, { fullName: 'Zoë Łódź', status: 'profile' })

const read = (text: string) => parse<Record<string, string>>(text, { bom: true, columns: true })

test('the report is a CSV file for spreadsheets with all known fields', async () => {
  const response = await browser.get(`${url}?sort=name`)
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(response.headers['content-disposition']).toMatch(
    /^attachment; filename=partners-\d{4}-\d\d-\d\d\.csv$/,
  )
  expect([...response.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const rows = read(response.body)
  expect(rows).toHaveLength(6)
  expect(rows[0]).toMatchObject({
    'Full name': 'Partner 0',
    Group: 'Coast',
    Status: 'documents',
    State: 'AL',
    'Appendix A: Exclusivity Territory': 'A "quoted", long\nterm',
  })
  expect(rows[5]?.['Full name']).toBe('Zoë Łódź')
})

test('no cell of the report is a formula', async () => {
  const rows = read((await browser.get(url)).body)
  const cells = rows.flatMap((row) => Object.values(row))
  expect(cells.filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell))).toEqual([])
  for (const formula of formulas) expect(cells).toContain(`'${formula}`)
})

test('the report applies the filters of the list', async () => {
  const names = async (query: string) =>
    read((await browser.get(url + query)).body).map((row) => row['Full name'])
  expect(await names('?status=profile')).toEqual(['Zoë Łódź'])
  expect(await names('?search=partner+%40SUM')).toEqual(['Partner 3'])
  expect(await names('?search=nobody')).toEqual([])
})

test('a client that disconnects releases its database connection', async () => {
  // The export needs more than one batch, so that the file is not read at once.
  await addManyPartners(portal, 3000)
  const { $client: pool } = portal.deps.exports.db
  const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  // There are more exports than connections: if a connection were not released, the last export would get none.
  for (let reader = 0; reader < 12; reader++) {
    const aborting = new AbortController()
    const response = await fetch(address + url, { headers: { cookie }, signal: aborting.signal })
    await response.body?.getReader().read()
    aborting.abort()
  }
  await expect.poll(() => pool.totalCount - pool.idleCount, { timeout: 20_000 }).toBe(0)
  expect((await browser.get(`${url}?status=profile`)).statusCode).toBe(200)
})
