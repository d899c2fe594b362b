import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { changeRows, patchRow, type Row } from './cached-rows.ts'

const paths = ['/api/things']
const a = { id: 'a', name: 'A' }
const b = { id: 'b', name: 'B' }

const clientWith = (data: unknown) => {
  const client = new QueryClient()
  client.setQueryData(['/api/things'], data)
  client.setQueryData(['/api/others'], [a])
  return client
}

const renamed = (row: Row) => ({ ...row, name: 'new' })

test('changes a row in a list, in a page and in a list of pages', () => {
  const changed = [{ ...a, name: 'new' }, b]
  const change = (rows: Row[]) => rows.map((row) => (row.id === 'a' ? renamed(row) : row))
  expect(changeRows([a, b], change)).toEqual(changed)
  expect(changeRows({ rows: [a, b], total: 9 }, change)).toEqual({ rows: changed, total: 9 })
  const pages = { pages: [{ rows: [a, b], total: 9 }], pageParams: [1] }
  expect(changeRows(pages, change)).toEqual({ pages: [{ rows: changed, total: 9 }], pageParams: [1] })
})

test('removing a row reduces the total', () => {
  expect(changeRows({ rows: [a, b], total: 9 }, (rows) => rows.slice(1))).toEqual({ rows: [b], total: 8 })
})

test('a patch reaches only the lists below its paths', () => {
  const client = clientWith([a, b])
  patchRow(client, paths, 'a', renamed)
  expect(client.getQueryData(['/api/things'])).toEqual([{ ...a, name: 'new' }, b])
  expect(client.getQueryData(['/api/others'])).toEqual([a])
})

test('undoing a patch restores the row and leaves other changes alone', () => {
  const client = clientWith([a, b])
  const undo = patchRow(client, paths, 'a', renamed)
  patchRow(client, paths, 'b', renamed)
  undo()
  expect(client.getQueryData(['/api/things'])).toEqual([a, { ...b, name: 'new' }])
})

test('undoing a removal puts the row back in its place', () => {
  const client = clientWith({ rows: [a, b], total: 2 })
  const undo = patchRow(client, paths, 'a', () => null)
  expect(client.getQueryData(['/api/things'])).toEqual({ rows: [b], total: 1 })
  undo()
  expect(client.getQueryData(['/api/things'])).toEqual({ rows: [a, b], total: 2 })
})

test('a list that was out of date stays so after a patch', () => {
  const client = clientWith([a])
  void client.invalidateQueries({ queryKey: ['/api/things'] })
  patchRow(client, paths, 'a', renamed)
  expect(client.getQueryState(['/api/things'])?.isInvalidated).toBe(true)
})
