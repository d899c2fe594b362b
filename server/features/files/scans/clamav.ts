import { createConnection } from 'node:net'
import type { Readable } from 'node:stream'
import { releasedChunks } from '#server/storage/released-chunks.ts'

/** The scanner cannot be reached or broke off, so the file has not been scanned. */
export class ScannerAway extends Error {}

/** The scanner refused this file, for example because it exceeds StreamMaxLength. Other files can still be scanned. */
export class ScanRefused extends Error {}

// A scan of 50 MB takes seconds; a scanner that loads its signatures can be silent for a minute.
const silenceTimeoutMs = 120_000
// A scanner that sends a byte now and then is never silent for that long, so the scan as a whole has a limit, too.
const maxScanMs = 10 * 60_000
const maxReplyLength = 1_000

/** Reads the name of the virus from clamd's reply; null for a clean file. */
const readVerdict = (reply: string) => {
  const [, threat, outcome] = /^stream: (?:(.+) )?(OK|FOUND)$/.exec(reply) ?? []
  if (outcome === 'OK') return null
  if (outcome === 'FOUND' && threat) return threat
  throw new ScanRefused(`clamd responded: ${reply || 'nothing'}`)
}

/** Returns the length of a chunk in the form that clamd's INSTREAM expects before the chunk. */
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

/** Opens a connection to clamd, and returns it with clamd's reply on it. */
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
  // The reply may fail while bytes are still being written, when nobody awaits it yet. Whoever awaits it later still gets the error.
  reply.catch(() => {})
  return { socket, reply }
}

const isThere = async (url: string) => {
  const { socket, reply } = connect(url)
  socket.write('zPING\0')
  const isAlive = await reply.then(
    (response) => response === 'PONG',
    () => false,
  )
  socket.destroy()
  return isAlive
}

/**
 * Streams bytes to clamd, and returns the name of the virus that it found in them; null if it found none.
 * @throws ScannerAway, ScanRefused, or the error of the bytes
 */
export const scan = async (url: string, bytes: Readable): Promise<string | null> => {
  const { socket, reply } = connect(url)
  const write = (part: Uint8Array) =>
    new Promise<void>((resolve) => {
      // A failed write also makes the reply fail, with the reason.
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
    // clamd replies before the end of the stream when the stream is too long.
    return readVerdict(await Promise.race([reply, send().then(() => reply)]))
  } catch (error) {
    // The reply is lost when clamd closes the connection while bytes are being sent.
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
