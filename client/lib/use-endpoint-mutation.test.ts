import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { dismissToast, readToasts } from './toast.ts'
import { type EndpointMutation, endpointMutation } from './use-endpoint-mutation.ts'

type Thing = { id: string; status: string }

const path = '/api/resources' as const
const refusal = (status: number, message: string, fields = {}) =>
  new ApiError(status, JSON.stringify({ message, fields }))

const clientWithThings = () => {
  const client = new QueryClient()
  client.setQueryData([path], [{ id: 'a', status: 'pending' }])
  return client
}

const run = <V, R>(
  client: QueryClient,
  send: (variables: V) => Promise<R>,
  options: EndpointMutation<V, R>,
  variables: V,
) => new MutationObserver(client, endpointMutation(client, send, options)).mutate(variables)

const fails = (error: Error) => async () => {
  throw error
}

const lastToast = () => readToasts().find(({ open }) => open)

afterEach(() => {
  for (const { id } of readToasts()) dismissToast(id)
})

test('a success shows a toast and invalidates the reads of the mutation', async () => {
  const client = clientWithThings()
  await run(
    client,
    async () => 3,
    { success: (n) => ({ title: `${n} saved` }), failure: '', invalidates: [path] },
    null,
  )
  expect(lastToast()).toMatchObject({ title: '3 saved', tone: 'positive' })
  expect(client.getQueryState([path])?.isInvalidated).toBe(true)
})

test('a refusal shows the message of the form, and the reason of the server to staff', async () => {
  const client = clientWithThings()
  const send = fails(refusal(400, 'Name is required'))
  await run(client, send, { failure: 'Failed to save' }, null).catch(() => {})
  expect(lastToast()).toMatchObject({ title: 'Error', description: 'Failed to save' })
  await run(client, send, { failure: 'Failed to save', serverMessages: 'all' }, null).catch(() => {})
  expect(lastToast()).toMatchObject({ description: 'Name is required' })
})

test('a failure while the browser is offline says so', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const send = fails(new TypeError('Failed to fetch'))
  await run(clientWithThings(), send, { failure: 'Failed to save' }, null).catch(() => {})
  vi.unstubAllGlobals()
  expect(lastToast()).toMatchObject({ title: "You're offline", description: 'Failed to save' })
})

test('an error that the form shows has no toast, and a conflict does not reload the lists behind it', async () => {
  const client = clientWithThings()
  const options = {
    failure: 'Failed to save',
    inForm: ['conflict', 'fields'] as const,
    invalidates: [path],
  } as const
  await run(client, fails(refusal(409, 'Changed by somebody else')), options, null).catch(() => {})
  await run(
    client,
    fails(refusal(400, 'Bad', { name: 'Too long' })),
    { ...options, invalidates: [] },
    null,
  ).catch(() => {})
  expect(lastToast()).toBeUndefined()
  expect(client.getQueryState([path])?.isInvalidated).toBe(false)
})

test('shows a patch before the response, and the row of the response after it', async () => {
  const client = clientWithThings()
  const response = Promise.withResolvers<Thing & { by: string }>()
  const saved = run(
    client,
    () => response.promise,
    {
      failure: '',
      patch: { lists: [path], id: () => 'a', change: (thing: Thing, status) => ({ ...thing, status }) },
    },
    'completed',
  )
  await Promise.resolve()
  await new Promise((resolve) => setTimeout(resolve))
  expect(client.getQueryData([path])).toEqual([{ id: 'a', status: 'completed' }])
  response.resolve({ id: 'a', status: 'completed', by: 'server' })
  await saved
  expect(client.getQueryData([path])).toEqual([{ id: 'a', status: 'completed', by: 'server' }])
})

test('a list that is read again before the response still shows the patch', async () => {
  const client = clientWithThings()
  const response = Promise.withResolvers<never>()
  const removed = run(
    client,
    () => response.promise,
    { failure: 'Failed to delete', patch: { lists: [path], id: () => 'a', change: () => null } },
    null,
  )
  await new Promise((resolve) => setTimeout(resolve))
  const rows = [
    { id: 'a', status: 'pending' },
    { id: 'b', status: 'pending' },
  ]
  const readAgain = () => client.fetchQuery({ queryKey: [path], queryFn: async () => rows })
  await readAgain()
  expect(client.getQueryData([path])).toEqual(rows.slice(1))
  response.reject(refusal(500, ''))
  await removed.catch(() => {})
  await readAgain()
  expect(client.getQueryData([path])).toEqual(rows)
})

test('a patch that the server refuses is undone, and the list is read again', async () => {
  const client = clientWithThings()
  await run(
    client,
    fails(new TypeError('no network')),
    {
      failure: 'Failed to update',
      patch: { lists: [path], id: () => 'a', change: (thing: Thing) => ({ ...thing, status: 'completed' }) },
    },
    null,
  ).catch(() => {})
  expect(client.getQueryData([path])).toEqual([{ id: 'a', status: 'pending' }])
  expect(client.getQueryState([path])?.isInvalidated).toBe(true)
  expect(lastToast()).toMatchObject({ description: 'Failed to update' })
})

test('mutations of one queue run in order, and the response to the first does not undo the second', async () => {
  const client = clientWithThings()
  const responses = [Promise.withResolvers<Thing>(), Promise.withResolvers<Thing>()]
  const sent: string[] = []
  const start = (status: string) =>
    run(
      client,
      (next: string) => (responses[sent.push(next) - 1] as (typeof responses)[0]).promise,
      {
        failure: '',
        queue: ['status', 'a'],
        patch: { lists: [path], id: () => 'a', change: (thing: Thing, next) => ({ ...thing, status: next }) },
      },
      status,
    )
  const [first, second] = [start('in_progress'), start('completed')]
  await new Promise((resolve) => setTimeout(resolve))
  expect(sent).toEqual(['in_progress'])
  responses[0]?.resolve({ id: 'a', status: 'in_progress' })
  await first
  expect(client.getQueryData([path])).toEqual([{ id: 'a', status: 'completed' }])
  responses[1]?.resolve({ id: 'a', status: 'completed' })
  await second
  expect(sent).toEqual(['in_progress', 'completed'])
})
