import { expect, test } from 'vitest'
import { endpoints } from '#test/endpoints.ts'

test('every endpoint has its own method and path', () => {
  const names = endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('paths with params declare exactly these params', () => {
  for (const { path, params } of endpoints) expect(params !== undefined, path).toBe(path.includes(':'))
})

test('GET and DELETE have no body', () => {
  for (const { method, path, body } of endpoints) {
    if (method === 'GET' || method === 'DELETE') expect(body, path).toBeUndefined()
  }
})
