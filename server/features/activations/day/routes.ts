import type { FastifyInstance } from 'fastify'
import { getActivationDay } from '#contract/activation-day.ts'
import { obligationKindLabels } from '#contract/obligations/kinds.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, notFound } from '#server/http/app-error.ts'
import { route } from '#server/http/route.ts'
import { pick } from '#server/pick.ts'
import { canReadActivation } from '../access.ts'
import { getDay, listForDay, listOpenTasks } from './data.ts'

/** Registers what the page for the day of an activation reads. */
export const registerActivationDay = (app: FastifyInstance, { db, sessions }: Deps) => {
  route(app, sessions, getActivationDay, async ({ user, params }) => {
    const found = await getDay(db, params.id, user.id)
    if (!found || !canReadActivation(user, found)) throw notFound()
    const { partnerId, stage, until, zone: _zone, ...day } = found
    if (stage === 'canceled') throw new AppError('conflict', 'This event was canceled.')
    const [asked, tasks] = await Promise.all([listForDay(db, params.id), listOpenTasks(db, found)])
    const toDo = asked
      .filter(({ kind, status }) => kind !== 'setup' && status === 'open')
      .map(({ kind, dueOn }) => ({ name: obligationKindLabels[kind], dueOn }))
    return {
      ...day,
      setups: asked.filter(({ kind }) => kind === 'setup').map((row) => pick(row, 'dueOn', 'time')),
      open: [...toDo, ...tasks].toSorted((one, other) => one.dueOn.localeCompare(other.dueOn)),
      keep: user.impersonation ? null : { userId: user.id, partnerId, until },
    }
  })
}
