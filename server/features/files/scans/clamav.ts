import { createConnection } from 'node:net'
import type { Readable } from 'node:stream'
import { releasedChunks } from '#server/storage/released-chunks.ts'

/** The scanner cannot be reached, or broke off: the file has not been scanned. */
export class ScannerAway extends Error {}

/** The scanner refused this file, such as one over its StreamMaxLength: other files can still be scanned. */
export class ScanRefused extends Error {}

// A scan of 50 MB takes seconds; a scanner that loads its signatures can be silent for a minute.
const silenceTimeoutMs = 120_000
// A scanner that answers a byte now and then is never silent for that long.
const maxScanMs = 10 * 60_000
const maxReplyLength = 1_000

/** clamd's answer in words: the name of what it found, or null for a clean file. */
const readVerdict = (reply: string) => {
  const [, threat, outcome] = /^stream: (?:(.+) )?(OK|FOUND)$/.exec(reply) ?? []
  if (outcome === 'OK') return null
  if (outcome === 'FOUND' && threat) return threat
  throw new ScanRefused(`clamd answered: ${reply || 'nothing'}`)
}

/** The length of a chunk before its bytes, as clamd's INSTREAM expects it. */
const lengthOf = (chunk: Uint8Array) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length)
  return length
}

const addressOf = (url: string) => {
  const { protocol, hostname, port, pathname } = new URL(url)
  if (protocol === 'unix:') return { path: decodeURIComponent(pathname) }
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || 3310) }
}

/** Opens a connection, and answers it with what clamd says on it. */
const connect = (url: string) => {
  const socket = createConnection(addressOf(url))
  socket.setTimeout(silenceTimeoutMs, () => socket.destroy(new Error('clamd is silent')))
  const tooLong = setTimeout(() => socket.destroy(new Error('clamd took too long')), maxScanMs)
  socket.on('close', () => clearTimeout(tooLong))
  const reply = new Promise<string>((resolve, reject) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8')
      if (text.includes('\0') || text.length > maxReplyLength) resolve(text.split('\0')[0] ?? '')
    })
    socket.on('error', (cause) => reject(new ScannerAway('clamd cannot be reached', { cause })))
    socket.on('close', () => reject(new ScannerAway('clamd closed the connection')))
  })
  // It may fail while bytes are still being written; whoever awaits it hears of it.
  reply.catch(() => {})
  return { socket, reply }
}

const isThere = async (url: string) => {
  const { socket, reply } = connect(url)
  socket.write('zPING\0')
  const isAlive = await reply.then(
    (answer) => answer === 'PONG',
    () => false,
  )
  socket.destroy()
  return isAlive
}

/**
 * Streams bytes to clamd and answers the name of what it found in them, null for nothing.
 * @throws ScannerAway, ScanRefused, or the error of the bytes
 */
export const scan = async (url: string, bytes: Readable): Promise<string | null> => {
  const { socket, reply } = connect(url)
  const write = (part: Uint8Array) =>
    new Promise<void>((resolve) => {
      // A failed write ends the reply, which says why.
      socket.write(part, () => resolve())
    })
  const send = async () => {
    await write(Buffer.from('zINSTREAM\0'))
    for await (const chunk of releasedChunks(bytes)) {
      if (socket.destroyed) return
      await write(lengthOf(chunk))
      await write(chunk)
    }
    await write(Buffer.alloc(4))
  }
  try {
    // clamd answers before the end when the stream is too long for it.
    return readVerdict(await Promise.race([reply, send().then(() => reply)]))
  } catch (error) {
    // Its answer is lost when it closes the connection while bytes are on their way.
    if (error instanceof ScannerAway && (await isThere(url))) {
      throw new ScanRefused(
        'clamd broke off while it took the file: the file may be over its StreamMaxLength',
        {
          cause: error,
        },
      )
    }
    throw error
  } finally {
    socket.destroy()
    bytes.destroy()
  }
}
