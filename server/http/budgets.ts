import type { FastifyInstance } from 'fastify'
import { type Cost, costs } from '#contract/endpoint.ts'
import type { Database } from '#server/db/client.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { createRateLimiter } from './rate-limiter.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    cost?: Cost | undefined
  }
  interface FastifyInstance {
    /** Counts a call that only sometimes has a cost. Staff who view the portal as a partner use their own budget, as does an API token. */
    spendBudget(cost: Cost, user: SignedInUser): Promise<void>
  }
}

export type Budgets = Record<Cost, number>

/**
 * How many calls a user may make in a minute. Nobody causes more than five searches a second, because the pages wait for 200 ms without a
 * keystroke, and a file takes three calls to upload.
 */
export const defaultBudgets: Budgets = { search: 300, export: 20, import: 20, upload: 600 }

const plurals: Record<Cost, string> = {
  search: 'searches',
  export: 'exports',
  import: 'imports',
  upload: 'uploads',
}

/** Reads budgets such as "search=600 export=40"; costs that are left out get their defaults. Undefined for any other text. */
export const readBudgets = (text: string): Budgets | undefined => {
  const budgets = { ...defaultBudgets }
  for (const part of text.trim().split(/[\s,]+/)) {
    const [, name, max] = /^(\w+)=([1-9]\d{0,8})$/.exec(part) ?? []
    const cost = costs.find((known) => known === name)
    if (!cost) return undefined
    budgets[cost] = Number(max)
  }
  return budgets
}

const windowSeconds = 60
// The database counts a budget in this many parts, so that most searches do not wait for a write.
const partsOfBudget = 30
const maxRememberedUsers = 10_000

/** Creates a function that counts one more call of a user. @throws AppError `too_many_requests` */
const createBudget = (db: Database, cost: Cost, max: number) => {
  const part = Math.max(1, Math.floor(max / partsOfBudget))
  const spend = createRateLimiter(db, {
    name: `budget-${cost}`,
    max,
    windowSeconds,
    message: (wait) => `Too many ${plurals[cost]}. Try again in ${wait}.`,
  })
  const prepaid = new Map<string, { left: number; until: number }>()
  const takePrepaid = (userId: string) => {
    const own = prepaid.get(userId)
    if (!own || own.left === 0 || own.until <= performance.now()) return false
    own.left -= 1
    return true
  }
  const prepay = async (userId: string) => {
    const until = performance.now() + windowSeconds * 1000
    await spend(userId, part)
    if (prepaid.size >= maxRememberedUsers) prepaid.clear()
    prepaid.set(userId, { left: part, until })
  }
  const paying = new Map<string, Promise<void>>()
  return async (userId: string) => {
    while (!takePrepaid(userId)) {
      // Simultaneous calls share a part. If each took its own part, thirty calls would use up the budget.
      const payment = paying.get(userId) ?? prepay(userId).finally(() => paying.delete(userId))
      paying.set(userId, payment)
      await payment
    }
  }
}

/** Whether the query has a search word: listing without one does not count as a search. */
const isSearch = (query: unknown) => {
  const { search, q = search } = query as { search?: unknown; q?: unknown }
  return q !== undefined && String(q).trim() !== ''
}

/**
 * Counts every call of an endpoint that declares a cost, per user and minute, across all processes. This happens after the check of access
 * and before the body is read. Staff who view the portal as a partner use their own budget.
 */
export const enforceBudgets = (app: FastifyInstance, db: Database, budgets: Budgets) => {
  const spend = Object.fromEntries(
    costs.map((cost) => [cost, createBudget(db, cost, budgets[cost])]),
  ) as Record<Cost, (userId: string) => Promise<void>>
  app.decorate('spendBudget', (cost: Cost, user: SignedInUser) =>
    spend[cost](user.apiToken?.id ?? user.impersonation?.by.id ?? user.id),
  )
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { cost } = request.routeOptions.config
    const user = request.signedIn
    if (!cost || !user || (cost === 'search' && !isSearch(request.query))) return done()
    app.spendBudget(cost, user).then(() => done(), done)
  })
}
