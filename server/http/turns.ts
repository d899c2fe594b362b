import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

interface Options {
  /** How many replies are sent at a time. */
  max: number
  /** How many replies of one user are sent at a time; no separate limit by default. */
  maxOfUser?: number
  /** How long a reply waits for its turn. */
  maxWaitMs: number
  /** The message for the caller when the wait was too long. */
  message: string
}

export interface Turns {
  /** Waits for the turn of a reply, which lasts until the reply has ended or its client is gone. */
  wait: (reply: FastifyReply) => Promise<void>
  /** Whether another reply for the same user would have to wait for one of the user's own replies. */
  isUserBusy: (request: FastifyRequest) => boolean
}

/** The id of the user; while staff view the portal as a partner, that of the member of staff. */
const userOf = ({ signedIn }: FastifyRequest) => signedIn?.impersonation?.by.id ?? signedIn?.id

/**
 * Limits how many expensive replies this process sends at a time. The others wait in line; a client that disconnects gives up its place.
 * @throws AppError `unavailable` after the longest wait, with the seconds after which to try again
 */
export const createTurns = ({ max, maxOfUser = max, maxWaitMs, message }: Options): Turns => {
  // The users whose replies are being sent.
  const running: (string | undefined)[] = []
  // The waiting replies, in the order of their arrival.
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
