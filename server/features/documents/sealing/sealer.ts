import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Identity } from '#packages/sealed-pdf/identity.ts'
import type { DrawnRecap } from './drawing/draw-recap.ts'
import type { SignedAgreement } from './drawing/signed-agreement.ts'

export interface SealingTask {
  agreement: SignedAgreement
  /** The reason for sealing, as the seal states it. */
  reason: string
}

export interface SealedAgreement {
  pdf: Uint8Array
  /** The SHA-256 of the sealed file, in hexadecimal. */
  sha256: string
  timestamp: 'none' | 'included' | 'failed'
  timestampError: string | undefined
}

/** Draws and seals agreements, and checks each seal, in a process of its own. */
export interface Sealer {
  identity: Identity
  timestampUrl: string | undefined
  /** True while the portal stops: the current agreement is still sealed, but no other is begun. */
  readonly isStopping: boolean
  seal(task: SealingTask): Promise<SealedAgreement>
  /** Draws the recap of an event, in the same process. */
  drawRecap(recap: DrawnRecap): Promise<Uint8Array>
  /** Sets `isStopping`. Call it before the jobs stop. */
  stop(): void
  /** Ends the process that seals. Call it after the jobs have stopped. */
  close(): Promise<void>
}

/** A message that asks the process for a sealed agreement. */
export interface SealingRequest {
  task: SealingTask
  identity: Identity
  timestampUrl: string | undefined
}

/** The message to the process, for a sealed agreement or the recap of an event. */
export type ProcessRequest = { id: number } & ({ sealing: SealingRequest } | { recap: DrawnRecap })

export type ProcessResponse =
  | { id: number; made: SealedAgreement | Uint8Array; memoryBytes: number }
  | { id: number; error: string }

/** A process that draws and seals agreements, and draws recaps. It has no settings of its own: each request contains the key. */
export interface SealingProcess {
  seal(request: SealingRequest): Promise<SealedAgreement>
  drawRecap(recap: DrawnRecap): Promise<Uint8Array>
  close(): Promise<void>
}

const program = fileURLToPath(new URL('./sealing-process.ts', import.meta.url))
const idleMs = 60_000
// Fonts and the cache of the typesetting engine usually take about 300 MB.
const maxMemoryBytes = 600_000_000

/** Returns a process that starts with the first agreement, starts again after a crash, and ends after a minute without work. */
export const openSealingProcess = (): SealingProcess => {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  const waiting = new Map<number, { resolve: (made: never) => void; reject: (error: Error) => void }>()

  const rejectAll = (error: Error) => {
    child = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const rest = () => {
    child?.disconnect()
    child = undefined
  }

  const receive = (response: ProcessResponse) => {
    const waiter = waiting.get(response.id)
    waiting.delete(response.id)
    if ('made' in response) waiter?.resolve(response.made as never)
    else waiter?.reject(new Error(response.error))
    if (waiting.size > 0) return
    if ('made' in response && response.memoryBytes > maxMemoryBytes) rest()
    else idle = setTimeout(rest, idleMs).unref()
  }

  const start = () => {
    const started = fork(program, { serialization: 'advanced' })
    started.on('message', receive)
    started.on('error', rejectAll)
    started.on('exit', (code, signal) => {
      if (child === started)
        rejectAll(new Error(`The process that seals agreements has ended: ${signal ?? code}`))
    })
    // The child process must not keep the portal alive when it stops.
    started.unref()
    started.channel?.unref()
    return started
  }

  const ask = <Made>(request: { sealing: SealingRequest } | { recap: DrawnRecap }) =>
    new Promise<Made>((resolve, reject) => {
      clearTimeout(idle)
      child ??= start()
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      child.send({ id: lastId, ...request } satisfies ProcessRequest)
    })

  return {
    seal: (sealing) => ask<SealedAgreement>({ sealing }),
    drawRecap: (recap) => ask<Uint8Array>({ recap }),
    close: async () => {
      clearTimeout(idle)
      if (!child) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

export const createSealer = (
  identity: Identity,
  timestampUrl: string | undefined,
  sealingProcess = openSealingProcess(),
): Sealer => {
  let isStopping = false
  return {
    identity,
    timestampUrl,
    get isStopping() {
      return isStopping
    },
    stop: () => {
      isStopping = true
    },
    seal: (task) => sealingProcess.seal({ task, identity, timestampUrl }),
    drawRecap: sealingProcess.drawRecap,
    close: sealingProcess.close,
  }
}
