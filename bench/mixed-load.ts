// A process that calls a portal as users do: 70 % reads, 20 % page loads and 10 % chat messages, at a rate that does not wait for
// responses. It is controlled over IPC, so that its own work does not delay what is measured.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import https from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { ServerFrame } from '#contract/chat/frames.ts'

export interface Load {
  url: string
  /** The certificate of the portal, to be trusted. */
  ca: string
  /** The session cookies of partners. Each partner has one chat connection. */
  partners: string[]
  staff: string[]
}

export interface Stage {
  /** The number of calls per second. */
  rate: number
  seconds: number
}

export interface Measured {
  /** The median time from when a call was due until its complete response, in milliseconds. */
  p50: number
  p99: number
  calls: number
  /** The number of responses that were no success, and of messages that were not stored in time. */
  failed: number
}

const partnerReads = [
  '/api/auth/user',
  '/api/partner/documents',
  '/api/partner/tasks',
  '/api/partner/activations',
  '/api/notifications?limit=20',
  '/api/resources?limit=20',
]
const staffReads = [
  '/api/admin/partners?limit=20',
  '/api/admin/users-with-partner-status?limit=20',
  '/api/chat/conversations?limit=20',
]
const partnerPages = ['/dashboard', '/resources']
const staffPages = ['/admin?tab=partners', '/admin?tab=inbox']
const staffShare = 0.1
const responseTimeMs = 20_000
const endingMs = 5_000

const pick = <Value>(values: readonly Value[]) => values[Math.floor(Math.random() * values.length)] as Value

const createCaller = ({ url, ca }: Load) => {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 256, ca })
  /** Sends a request and resolves to the status, once the whole response has arrived. */
  return (path: string, cookie: string, accept: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { cookie, accept, 'accept-encoding': 'br, gzip' }
      https
        .get(url + path, { agent, headers, timeout: responseTimeMs }, (response) => {
          response.resume()
          response.once('end', () => resolve(response.statusCode ?? 0))
          response.once('error', reject)
        })
        .once('error', reject)
    })
}

const openChat = async ({ url, ca, partners }: Load) => {
  const stored = new Map<string, () => void>()
  const open = async (cookie: string) => {
    const socket = new WebSocket(`${url.replace('https', 'wss')}/ws`, {
      headers: { cookie, origin: url },
      ca,
    })
    await once(socket, 'message')
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as ServerFrame
      if (frame.type === 'chat_stored' && frame.data.clientId) stored.get(frame.data.clientId)?.()
    })
    return socket
  }
  const sockets: WebSocket[] = []
  for (const cookie of partners) sockets.push(await open(cookie))
  let turn = 0
  /** Sends a message over the next connection, and waits until it is stored. */
  return () =>
    new Promise<void>((resolve) => {
      const clientId = randomUUID()
      stored.set(clientId, () => {
        stored.delete(clientId)
        resolve()
      })
      const message = `When does the venue open? ${clientId}`
      sockets[turn++ % sockets.length]?.send(JSON.stringify({ type: 'chat', message, clientId }))
    })
}

const createStages = async (load: Load) => {
  const call = createCaller(load)
  const send = await openChat(load)

  const read = async () => {
    const isStaff = Math.random() < staffShare
    const path = pick(isStaff ? staffReads : partnerReads)
    return call(path, pick(isStaff ? load.staff : load.partners), 'application/json')
  }
  const loadPage = async () => {
    const isStaff = Math.random() < staffShare
    const path = pick(isStaff ? staffPages : partnerPages)
    return call(path, pick(isStaff ? load.staff : load.partners), 'text/html')
  }
  const one = async () => {
    const kind = Math.random()
    if (kind < 0.7) return (await read()) === 200
    if (kind < 0.9) return (await loadPage()) === 200
    await send()
    return true
  }

  return async ({ rate, seconds }: Stage): Promise<Measured> => {
    const calls = rate * seconds
    const took: number[] = []
    let succeeded = 0
    const begun = performance.now()
    const running: Promise<void>[] = []
    for (let number = 0; number < calls; number += 1) {
      const due = begun + (number * 1000) / rate
      const early = due - performance.now()
      if (early > 1) await delay(early)
      running.push(
        one()
          .then((isDone) => {
            took.push(performance.now() - due)
            if (isDone) succeeded += 1
          })
          .catch(() => {}),
      )
    }
    await Promise.race([Promise.all(running), delay(endingMs)])
    // Calls that have no response yet count as slower than all that have one.
    took.sort((one, other) => one - other)
    const at = (share: number) => took[Math.floor(calls * share)] ?? Number.POSITIVE_INFINITY
    return { p50: at(0.5), p99: at(0.99), calls, failed: calls - succeeded }
  }
}

process.once('message', async (load: Load) => {
  const runStage = await createStages(load)
  process.on('message', async (stage: Stage) => process.send?.(await runStage(stage)))
  process.send?.('ready')
})
