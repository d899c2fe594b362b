import { stringify } from 'csv-stringify/sync'
import { afterAll, expect, test } from 'vitest'
import { maxImportRows } from '#contract/limits.ts'
import { ImportedRow } from '#contract/partners/import.ts'
import { partnerColumns } from '#contract/partners/partner-columns.ts'
import { encodeResponse } from '#server/http/encode-response.ts'
import { createTestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { readRows } from './csv-file.ts'

const portal = await createTestApp()
afterAll(portal.close)

const allHeadings = partnerColumns.map(([, label]) => label)
const fileOf = (rows: number, headings = allHeadings) =>
  stringify([
    headings,
    ...Array.from({ length: rows }, (_, row) => headings.map((label) => `${label} ${row}`.slice(0, 12))),
  ])

/** Returns whether another request gets its response before the work is done. */
const letsOthersIn = async (work: Promise<unknown>) => {
  let isDone = false
  const done = work.then(() => {
    isDone = true
  })
  await portal.visit().get('/healthz')
  const before = !isDone
  await done
  return before
}

test('other requests are answered while thousands of rows are read and encoded', async () => {
  const file = fileOf(3000)
  expect(await letsOthersIn(readRows(file))).toBe(true)
  const rows = (await readRows(file)).rows.map(({ row, cells }) => ({
    row,
    outcome: 'refused' as const,
    fullName: 'x',
    businessName: 'x',
    email: 'x',
    problems: Array(20).fill({ field: 'email', message: 'Valid email is required' }),
    cells,
    changes: null,
  }))
  expect(await letsOthersIn(encodeResponse(ImportedRow.array(), rows))).toBe(true)
})

test('a file of 20,000 rows is checked, and the response is complete', async () => {
  const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
  const file = fileOf(maxImportRows, allHeadings.slice(0, 4))
  const checking = staff.post('/api/admin/partners/import/check', file, { 'content-type': 'text/csv' })
  expect(await letsOthersIn(checking)).toBe(true)
  const response = await checking
  expect(response.headers['content-length']).toBe(String(response.rawPayload.length))
  const { rows, added, refused } = response.json()
  expect([rows.length, added + refused]).toEqual([maxImportRows, maxImportRows])
  expect(rows.at(-1).row).toBe(maxImportRows + 1)
}, 60_000)

test('a list that is encoded in pieces fails, too, for a row with fields that the contract does not declare', async () => {
  const rows = Array(500).fill({ row: 1, more: 'x' })
  await expect(encodeResponse(ImportedRow.array(), rows)).rejects.toThrow()
})
