import { closeCodes } from '#contract/chat/connection.ts'
import type { SentFrame, ServerFrame } from '#contract/chat/frames.ts'

const firstDelayMs = 500
const maxDelayMs = 30_000
// After this time the client knows whether the session still exists; if it does not, the page has left for the sign-in.
const delayAfterSessionMs = 6_000

export interface ConnectionListener {
  onOpen: () => void
  /** Called when the socket closes, also if it could not be opened. */
  onClose: () => void
  onFrame: (frame: ServerFrame) => void
}

/**
 * A WebSocket that reconnects when it breaks, after growing delays, and at once when the network is back.
 * @param address called for each connection, since it names the last message received
 */
export const connect = (address: () => string, { onOpen, onClose, onFrame }: ConnectionListener) => {
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let delayMs = firstDelayMs
  let isClosed = false

  const handleClosed = (code?: number) => {
    socket = undefined
    onClose()
    if (isClosed || timer) return
    if (code === closeCodes.sessionEnded) delayMs = delayAfterSessionMs
    // Randomized, so that the clients of a server that stops do not return all at once.
    timer = setTimeout(open, delayMs * (0.5 + Math.random()))
    delayMs = Math.min(delayMs * 2, maxDelayMs)
  }

  function open() {
    clearTimeout(timer)
    timer = undefined
    const own = new WebSocket(address())
    socket = own
    own.onopen = () => {
      delayMs = firstDelayMs
      onOpen()
    }
    own.onmessage = ({ data }) => {
      if (socket !== own) return
      let frame: ServerFrame
      try {
        frame = JSON.parse(data)
      } catch {
        console.error('a chat frame is not valid JSON')
        return
      }
      onFrame(frame)
    }
    own.onclose = ({ code }) => {
      if (socket === own) handleClosed(code)
    }
  }

  const disconnect = () => {
    const former = socket
    if (!former) return
    handleClosed()
    former.close()
  }
  const listeners = new AbortController()
  addEventListener('offline', disconnect, listeners)
  addEventListener('online', () => !socket && open(), listeners)
  open()

  return {
    /** Sends a frame. Returns false if there is no open connection. */
    send(frame: SentFrame) {
      if (socket?.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(frame))
      return true
    },
    /** Replaces a connection that no longer responds. */
    reconnect: disconnect,
    close() {
      isClosed = true
      clearTimeout(timer)
      listeners.abort()
      disconnect()
    },
  }
}
