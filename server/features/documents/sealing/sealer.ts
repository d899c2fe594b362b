import { Worker } from 'node:worker_threads'
import type { Identity } from '#packages/sealed-pdf/identity.ts'
import type { SignedAgreement } from './drawing/signed-agreement.ts'

export interface SealingTask {
  agreement: SignedAgreement
  /** Why it is sealed, as the seal says it. */
  reason: string
}

export interface SealedAgreement {
  pdf: Uint8Array
  /** Of the file, in hexadecimal. */
  sha256: string
  timestamp: 'none' | 'included' | 'failed'
  timestampError: string | undefined
}

/** Draws and seals agreements, and checks each seal, in a thread of its own. */
export interface Sealer {
  identity: Identity
  timestampUrl: string | undefined
  /** Set while the process stops: what is being sealed is finished, and nothing else is begun. */
  readonly isStopping: boolean
  seal(task: SealingTask): Promise<SealedAgreement>
  /** Call it before the jobs stop. */
  stop(): void
  /** Ends the thread. Call it after the jobs have stopped. */
  close(): Promise<void>
}

type Answer = { id: number; sealed: SealedAgreement } | { id: number; error: string }

/** The thread starts with the first agreement, and anew after it has broken. */
export const createSealer = (identity: Identity, timestampUrl: string | undefined): Sealer => {
  let worker: Worker | undefined
  let lastId = 0
  let isStopping = false
  const waiting = new Map<
    number,
    { resolve: (sealed: SealedAgreement) => void; reject: (error: Error) => void }
  >()

  const rejectAll = (error: Error) => {
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const start = () => {
    const started = new Worker(new URL('./sealing-thread.ts', import.meta.url), {
      workerData: { identity, timestampUrl },
    })
    started.on('message', (answer: Answer) => {
      const waiter = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('sealed' in answer) waiter?.resolve(answer.sealed)
      else waiter?.reject(new Error(answer.error))
    })
    started.on('error', rejectAll)
    started.on('exit', () => {
      if (worker === started) rejectAll(new Error('The thread that seals agreements has ended'))
    })
    // It does not keep a process that is stopping.
    started.unref()
    return started
  }

  return {
    identity,
    timestampUrl,
    get isStopping() {
      return isStopping
    },
    stop: () => {
      isStopping = true
    },
    seal: (task) =>
      new Promise((resolve, reject) => {
        worker ??= start()
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        worker.postMessage({ id: lastId, task })
      }),
    close: async () => {
      await worker?.terminate()
    },
  }
}
