import { closeCodes, type SentFrame, type ServerFrame } from '#contract/chat/frames.ts'

const firstPause = 500
const longestPause = 30_000
// Until then it is known whether anyone is still signed in; who is not is on the way to sign in.
const pauseAfterSession = 6_000

export interface Listener {
  onOpen: () => void
  /** Also when it could not be opened. */
  onClose: (code: number) => void
  onFrame: (frame: ServerFrame) => void
}

/**
 * A WebSocket that is opened again when it breaks, after pauses that grow, and at once when the network comes back.
 * @param address asked each time, since it says from where to go on
 */
export const connect = (address: () => string, { onOpen, onClose, onFrame }: Listener) => {
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = firstPause
  let isOver = false

  const lose = (code: number) => {
    socket = undefined
    onClose(code)
    if (isOver || timer) return
    if (code === closeCodes.sessionEnded) pause = pauseAfterSession
    // Not to the second: all who lose a server at once would come back at once.
    timer = setTimeout(open, pause * (0.5 + Math.random()))
    pause = Math.min(pause * 2, longestPause)
  }

  function open() {
    clearTimeout(timer)
    timer = undefined
    const own = new WebSocket(address())
    socket = own
    own.onopen = () => {
      pause = firstPause
      onOpen()
    }
    own.onmessage = ({ data }) => {
      if (socket !== own) return
      let frame: ServerFrame
      try {
        frame = JSON.parse(data)
      } catch {
        console.error('a chat frame cannot be read')
        return
      }
      onFrame(frame)
    }
    own.onclose = ({ code }) => {
      if (socket === own) lose(code)
    }
  }

  const drop = (code: number) => {
    const former = socket
    if (!former) return
    lose(code)
    former.close()
  }
  const handleOffline = () => drop(1006)
  const handleOnline = () => {
    if (!socket) open()
  }

  addEventListener('offline', handleOffline)
  addEventListener('online', handleOnline)
  open()

  return {
    /** False when there is no connection to send it by. */
    send(frame: SentFrame) {
      if (socket?.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(frame))
      return true
    },
    /** Gives up a connection that no longer answers, and opens another. */
    renew: handleOffline,
    close() {
      isOver = true
      clearTimeout(timer)
      removeEventListener('offline', handleOffline)
      removeEventListener('online', handleOnline)
      drop(1000)
    },
  }
}
