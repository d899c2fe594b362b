import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { type ChatParticipant, createChatParticipant } from '../bench/chat-participant.ts'
import { type Client, openClient } from './https-client.ts'
import type { ProxiedPortal } from './proxied-portal.ts'

const minReads = 10_000
const minUploads = 100
const [readers, writers, uploaders, partners] = [16, 2, 4, 50]
const uploadSize = 200_000
const convergeMs = 60_000

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Uploads a file in two halves, as over a slow connection, and returns the status. */
const putSlowly = async (url: string, path: string, cookie: string, bytes: Uint8Array, agent: Agent) => {
  const headers = { cookie, 'content-type': 'text/plain', 'content-length': bytes.length }
  const sent = request(url + path, { method: 'PUT', agent, headers })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  answered.catch(() => {})
  sent.write(bytes.subarray(0, bytes.length / 2))
  await delay(100 + Math.random() * 400)
  sent.end(bytes.subarray(bytes.length / 2))
  const [response] = await answered
  response.resume()
  return response.statusCode
}

/** Returns what is wrong with the messages of a conversation, both in the database and in what each participant has received. */
const findProblems = async (portal: ProxiedPortal, people: ChatParticipant[]) => {
  const { rows } = await portal.database.query<{
    conversation_id: string
    seq: number
    client_id: string | null
  }>(
    'select conversation_id, seq, client_id from chat_messages where conversation_id = any($1) order by seq',
    [people.map(({ conversationId }) => conversationId)],
  )
  return people.flatMap((person) => {
    const stored = rows.filter((row) => row.conversation_id === person.conversationId)
    const ids = stored.flatMap(({ client_id: id }) => id ?? [])
    const problems = [...person.mistakes]
    if (person.pending.size > 0) problems.push(`${person.pending.size} are pending`)
    if (stored.some(({ seq }, index) => seq !== index + 1)) problems.push('the numbers have gaps')
    if (new Set(ids).size !== ids.length) problems.push('a message is stored twice')
    for (const id of person.acknowledged)
      if (!ids.includes(id)) problems.push(`acknowledged but missing: ${id}`)
    for (const { seq, client_id: id } of stored)
      if (person.known.get(seq)?.clientId !== id) problems.push(`number ${seq} was not received`)
    return problems
  })
}

/**
 * Restarts both portals one after the other while browsers read, write, upload and chat. Returns what was lost, each with its reason, and
 * the amount of work that was done.
 */
export const restartUnderLoad = async (portal: ProxiedPortal) => {
  const { url } = portal
  const [staff] = await portal.createUsers(1, 'support')
  const people = await portal.createUsers(partners, 'user')
  const cookie = staff?.cookie ?? ''
  const begun = performance.now()
  let isRestarting = true
  const failedReads: string[] = []
  const failedWrites: string[] = []
  const failedUploads: string[] = []
  const written: string[] = []
  const uploaded: { path: string; hash: string }[] = []
  let reads = 0
  let slowestMs = 0

  const chats = people.map(({ id, cookie: own }) =>
    createChatParticipant({ urls: () => [url], cookie: own, conversationId: id, isStaff: false }),
  )
  const clients: Client[] = []
  const open = (own: string) => {
    const client = openClient(url, '127.0.0.9', { cookie: own })
    clients.push(client)
    return client
  }

  const read = async (index: number) => {
    const client = open(people[index]?.cookie ?? '')
    while (isRestarting || reads < minReads) {
      const sent = performance.now()
      reads += 1
      const response = await client.call('/api/auth/user').catch(reasonOf)
      slowestMs = Math.max(slowestMs, performance.now() - sent)
      if (typeof response === 'string') failedReads.push(response)
      else if (response.status !== 200)
        failedReads.push(`${response.status} ${response.bytes.toString().slice(0, 200)}`)
    }
  }

  const write = async (index: number) => {
    const client = open(cookie)
    for (let number = 0; isRestarting; number += 1) {
      const title = `Reply ${index} ${number}`
      const response = await client.post('/api/saved-replies', { title, text: 'Hello' }).catch(reasonOf)
      if (typeof response === 'string') failedWrites.push(response)
      else if (response.status === 201) written.push(title)
      else failedWrites.push(`${response.status} ${response.bytes.toString().slice(0, 200)}`)
      await delay(20)
    }
  }

  const agent = new Agent({ keepAlive: true })
  const upload = async () => {
    const client = open(cookie)
    while (isRestarting || uploaded.length < minUploads) {
      const bytes = Buffer.from(randomBytes(uploadSize / 2).toString('hex'))
      try {
        const asked = await client.post('/api/objects/upload', { fileType: 'txt', fileSize: bytes.length })
        const { uploadURL } = asked.json()
        const status = await putSlowly(url, uploadURL, cookie, bytes, agent)
        const registered = await client.call('/api/resources/upload', {
          method: 'PUT',
          body: { resourceURL: uploadURL },
        })
        if (status !== 204 || registered.status !== 200) throw new Error(`${status} and ${registered.status}`)
        const file = { filePath: registered.json().objectPath, fileType: 'txt', fileSize: bytes.length }
        const form = { title: 'Uploaded', category: 'creative', folderId: null, ...file }
        const created = await client.post('/api/resources', form)
        if (created.status !== 201) throw new Error(`creating was answered ${created.status}`)
        uploaded.push({ path: `/objects/${file.filePath}`, hash: sha256(bytes) })
      } catch (error) {
        failedUploads.push(reasonOf(error))
      }
    }
  }

  const talk = async () => {
    while (isRestarting) {
      chats[Math.floor(Math.random() * chats.length)]?.sendMessage()
      await delay(50)
    }
  }

  const all = Promise.all([
    ...Array.from({ length: readers }, (_, index) => read(index)),
    ...Array.from({ length: writers }, (_, index) => write(index)),
    ...Array.from({ length: uploaders }, upload),
    talk(),
  ])
  const exitCodes: (number | null | undefined)[] = []
  try {
    await delay(2_000)
    for (const index of [0, 1] as const) exitCodes.push(await portal.restart(index))
    await delay(2_000)
  } finally {
    isRestarting = false
    await all
  }

  const until = performance.now() + convergeMs
  while ((await findProblems(portal, chats)).length > 0 && performance.now() < until) await delay(500)
  const chatProblems = await findProblems(portal, chats)
  await Promise.all(chats.map((chat) => chat.end()))

  const { rows } = await portal.database.query<{ title: string }>('select title from saved_replies')
  const stored = new Set(rows.map(({ title }) => title))
  const reader = open(cookie)
  const damagedUploads: string[] = []
  for (const { path, hash } of uploaded) {
    const { status, bytes } = await reader.call(path)
    if (status !== 200 || sha256(bytes) !== hash) damagedUploads.push(`${status} ${path}`)
  }
  for (const client of clients) client.close()
  agent.destroy()

  return {
    exitCodes,
    failedReads,
    failedWrites,
    missingWrites: written.filter((title) => !stored.has(title)),
    failedUploads,
    damagedUploads,
    chatProblems,
    figures: {
      seconds: Math.round((performance.now() - begun) / 1000),
      reads,
      writes: written.length,
      uploads: uploaded.length,
      chats: chats.length,
      messages: chats.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0),
      reconnections: chats.reduce((sum, chat) => sum + chat.connections() - 1, 0),
      slowestReadMs: Math.round(slowestMs),
    },
  }
}
