import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

interface Options {
  /** How many replies run at a time. */
  max: number
  /** How many of them for one user; all by default. */
  maxOfUser?: number
  /** How long one waits for its turn. */
  maxWaitMs: number
  /** The message for the caller when that was not enough. */
  message: string
}

export interface Turns {
  /** Waits for the turn of a reply, which lasts until the reply has ended or its client is gone. */
  wait: (reply: FastifyReply) => Promise<void>
  /** Whether another reply for the same user would have to wait for one of that user's own. */
  isUserBusy: (request: FastifyRequest) => boolean
}

/** The person, also while viewing as a partner. */
const userOf = ({ signedIn }: FastifyRequest) => signedIn?.impersonation?.by.id ?? signedIn?.id

/**
 * Limits how many expensive replies this process sends at a time. The others wait in line; who leaves gives up the place.
 * @throws AppError `unavailable` after the longest wait, with the seconds after which to try again
 */
export const createTurns = ({ max, maxOfUser = max, maxWaitMs, message }: Options): Turns => {
  // Whose replies run.
  const running: (string | undefined)[] = []
  // In the order in which they came.
  const waiting = new Map<() => void, string | undefined>()

  const isFree = (user: string | undefined) =>
    running.length < max && running.filter((other) => other === user).length < maxOfUser

  const endTurn = (user: string | undefined) => {
    running.splice(running.indexOf(user), 1)
    for (const [begin, next] of waiting) if (isFree(next)) begin()
  }

  const isUserBusy = (request: FastifyRequest) => {
    const user = userOf(request)
    return [...running, ...waiting.values()].filter((other) => other === user).length >= maxOfUser
  }

  const wait = (reply: FastifyReply) =>
    new Promise<void>((resolve, reject) => {
      const user = userOf(reply.request)
      let isRunning = false
      const refuse = () => {
        waiting.delete(begin)
        reject(new AppError('unavailable', message, { retryAfter: maxWaitMs / 1000 }))
      }
      const timer = setTimeout(refuse, maxWaitMs)
      const begin = () => {
        waiting.delete(begin)
        clearTimeout(timer)
        running.push(user)
        isRunning = true
        resolve()
      }
      finished(reply.raw, () => {
        if (isRunning) return endTurn(user)
        clearTimeout(timer)
        refuse()
      })
      if (isFree(user)) begin()
      else waiting.set(begin, user)
    })

  return { wait, isUserBusy }
}
