import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { SentFrame, ServerFrame } from '#contract/chat/frames.ts'
import type { ChatMessage } from '#contract/chat/messages.ts'
import type { Browser } from './browser.ts'

type FrameOf<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>

/** The cookies of a browser as a request header. */
export const cookieOf = ({ cookies }: Browser) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** The error of a refused WebSocket, with the status of the response. */
export class UpgradeRefused extends Error {
  readonly status: number | undefined
  constructor(status: number | undefined) {
    super(`the WebSocket was refused with ${status}`)
    this.status = status
  }
}

interface Options {
  /** The Origin header: by default that of the portal's own pages, none when null. */
  origin?: string | null
  since?: number
  /** The Host header; by default the host of the address. */
  host?: string
}

/**
 * Opens the chat of the portal at `url` over a real socket.
 * @throws UpgradeRefused
 */
export const openChat = async (url: string, cookie: string, { origin = url, since, host }: Options = {}) => {
  const query = since === undefined ? '' : `?since=${since}`
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws${query}`, {
    headers: { cookie, ...(origin === null ? {} : { origin }), ...(host ? { host } : {}) },
  })
  const frames: ServerFrame[] = []
  const waiting = new Set<() => void>()
  const checkWaiters = () => {
    for (const check of waiting) check()
  }
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)))
    checkWaiters()
  })
  const closed = new Promise<number>((resolve) => {
    socket.on('close', (code) => {
      resolve(code)
      checkWaiters()
    })
  })
  const opened = Promise.withResolvers<void>()
  socket.on('unexpected-response', (_request, response) => {
    response.resume()
    opened.reject(new UpgradeRefused(response.statusCode))
  })
  socket.on('open', () => opened.resolve())
  socket.on('error', opened.reject)
  await opened.promise

  /** Resolves to the first frame of a type that fits, now or when the frame arrives. */
  const frame = <T extends ServerFrame['type']>(
    type: T,
    fits: (frame: FrameOf<T>) => boolean = () => true,
  ): Promise<FrameOf<T>> =>
    new Promise((resolve, reject) => {
      const check = () => {
        const found = frames.find(
          (frame): frame is FrameOf<T> => frame.type === type && fits(frame as FrameOf<T>),
        )
        if (found) resolve(found)
        else if (socket.readyState === WebSocket.CLOSED)
          reject(new Error(`closed without a ${type}, after ${JSON.stringify(frames)}`))
        else return
        waiting.delete(check)
      }
      waiting.add(check)
      check()
    })

  return {
    socket,
    frames,
    closed,
    frame,
    send: (sent: SentFrame | Record<string, unknown>) => socket.send(JSON.stringify(sent)),
    /** Resolves to the message with this text, now or when the message arrives. */
    waitForMessage: async (text: string): Promise<ChatMessage> =>
      (await frame('chat', ({ data }) => data.message === text)).data,
    /** The messages received so far, in order. */
    messages: (): ChatMessage[] => frames.flatMap((frame) => (frame.type === 'chat' ? [frame.data] : [])),
    close: async () => {
      socket.close()
      await closed
    },
    /** Breaks the connection without a close frame. */
    cut: async () => {
      socket.terminate()
      await once(socket, 'close').catch(() => {})
    },
  }
}

export type ChatClient = Awaited<ReturnType<typeof openChat>>
