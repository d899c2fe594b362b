import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { pagesOf, queryClient, readOf } from './query-client.ts'

const id = '018f0000-0000-7000-8000-000000000001'

/** Responds to every request with a page of `rows` out of `total`, and records the addresses. */
const answerWith = (rows: unknown[], total: number) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json(rows, { headers: { 'X-Total-Count': String(total) } })
  })
  return asked
}

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('a key consists of the path, split at its params, and the query without empty values', () => {
  expect(readOf('/api/resource-folders').queryKey).toEqual(['/api/resource-folders'])
  expect(readOf('/api/resources/:id/versions', { params: { id } }).queryKey).toEqual([
    '/api/resources',
    id,
    'versions',
  ])
  expect(
    readOf('/api/resources', { query: { category: 'creative', search: '', sort: undefined } }).queryKey,
  ).toEqual(['/api/resources', { category: 'creative' }])
  expect(readOf('/api/resources', { query: { search: '' } }).queryKey).toEqual(['/api/resources'])
})

test('the default read requests the address of its key', async () => {
  const asked = answerWith([], 0)
  await queryClient.fetchQuery(readOf('/api/resources/:id/versions', { params: { id } }))
  await queryClient.fetchQuery(readOf('/api/resources', { query: { search: 'a & b', category: 'creative' } }))
  await queryClient.fetchQuery(readOf('/api/resource-folders'))
  expect(asked).toEqual([
    `/api/resources/${id}/versions`,
    '/api/resources?search=a+%26+b&category=creative',
    '/api/resource-folders',
  ])
})

test('a list that arrives in several responses is read completely', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const next = url.endsWith('page=3') ? undefined : `${url.split('?')[0]}?page=${asked.length + 1}`
    return Response.json([asked.length], { headers: next ? { link: `<${next}>; rel="next"` } : {} })
  })
  expect(await queryClient.fetchQuery(readOf('/api/resource-folders'))).toEqual([1, 2, 3])
  expect(asked).toEqual(['', '?page=2', '?page=3'].map((query) => `/api/resource-folders${query}`))
})

test('pages load one after the other until all rows have loaded', async () => {
  const asked = answerWith(['a', 'b'], 5)
  const { pages } = await queryClient.fetchInfiniteQuery({
    ...pagesOf('/api/resources', { query: { folder: 'none' } }),
    pages: 9,
  })
  expect(pages).toEqual(Array(3).fill({ rows: ['a', 'b'], total: 5 }))
  expect(asked).toEqual([1, 2, 3].map((page) => `/api/resources?limit=50&folder=none&page=${page}`))
})

test('invalidating a path invalidates all its reads, paged or not', async () => {
  answerWith([], 0)
  await queryClient.fetchQuery(readOf('/api/resources/:id/versions', { params: { id } }))
  await queryClient.fetchInfiniteQuery(pagesOf('/api/resources'))
  await queryClient.fetchQuery(readOf('/api/resource-folders'))
  await queryClient.invalidateQueries({ queryKey: ['/api/resources'] })
  const stale = queryClient.getQueryCache().findAll({ predicate: (query) => query.state.isInvalidated })
  expect(stale.map(({ queryKey }) => queryKey)).toEqual([
    ['/api/resources', id, 'versions'],
    ['/api/resources', { limit: '50' }, 'pages'],
  ])
})

test('a read that is invalidated before it has arrived is repeated, when it is shown and when it is not', async () => {
  const folders = readOf('/api/resource-folders')
  const responses: (() => void)[] = []
  vi.stubGlobal('fetch', () => {
    const arriving = Promise.withResolvers<Response>()
    const name = `folder ${responses.length + 1}`
    responses.push(() => arriving.resolve(Response.json([name])))
    return arriving.promise
  })
  const stop = new QueryObserver(queryClient, folders).subscribe(() => {})
  const data = () => queryClient.getQueryData(folders.queryKey)
  void queryClient.invalidateQueries({ queryKey: ['/api/resource-folders'] })
  responses[0]?.()
  await vi.waitFor(() => expect(data()).toEqual(['folder 1']))
  await vi.waitFor(() => expect(responses).toHaveLength(2))
  responses[1]?.()
  await vi.waitFor(() => expect(data()).toEqual(['folder 2']))

  void queryClient.refetchQueries(folders)
  await vi.waitFor(() => expect(responses).toHaveLength(3))
  stop()
  void queryClient.invalidateQueries({ queryKey: ['/api/resource-folders'] })
  responses[2]?.()
  await vi.waitFor(() => expect(data()).toEqual(['folder 3']))
  expect(queryClient.getQueryState(folders.queryKey)).toMatchObject({
    isInvalidated: true,
    fetchStatus: 'idle',
  })

  new QueryObserver(queryClient, folders).subscribe(() => {})()
  await vi.waitFor(() => expect(responses).toHaveLength(4))
  responses[3]?.()
  await vi.waitFor(() =>
    expect(queryClient.getQueryState(folders.queryKey)).toMatchObject({ isInvalidated: false }),
  )
  expect(responses).toHaveLength(4)
})
