import { namedAudience } from '#contract/audience.ts'
import type { GiveTaskSet } from '#contract/task-plans/sets.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import { checkedAudience } from '#server/features/audience/actions.ts'
import { giveRequestedSet } from '#server/features/audience/membership/sets/actions.ts'
import { countMembers } from '#server/features/audience/membership/sets/data.ts'
import { filledFields } from '#server/features/audit-log/changed-fields.ts'
import { AppError, orNotFound, wrongField } from '#server/http/app-error.ts'
import type { TaskSetGift } from '#server/jobs/job-kinds.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { taskSetGiven } from '../events.ts'
import * as data from './data.ts'

// Each partner gets several tasks. These numbers let a request respond at once, and a job give tasks to ten thousand partners in seconds.
const partnersInRequest = 50
const partnersInJob = 250

/**
 * Gives a set to the current partners of an audience: to a few at once, to the rest in a job. Partners who got the set before get it again
 * only if staff requested that.
 * @throws AppError `not_found`; `bad_request` when a partner does not exist, or nobody would get the set; `conflict` for a plan, and without
 * templates
 */
export const giveSet = (
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  user: SignedInUser,
  id: string,
  form: GiveTaskSet,
) =>
  db.transaction(async (tx) => {
    const set = orNotFound(await data.getSet(tx, id))
    if (set.givenWhen === 'event') throw new AppError('conflict', 'A plan is given with an event.')
    if (set.templates.length === 0) throw new AppError('conflict', 'This set has no templates.')
    const named = namedAudience(form)
    if (!named) throw new Error('a set without an audience passed the check')
    const { assignedViewId: _view, ...audience } = await checkedAudience(tx, named, { user })
    const { partners: members, alreadyGiven } = await countMembers(tx, id, audience)
    const partners = form.again ? members : members - alreadyGiven
    if (partners === 0) throw nobody(form, members)
    const gift = {
      ...audience,
      setId: id,
      actorId: user.id,
      again: form.again,
      askedAt: new Date().toISOString(),
    }
    const tasks = partners * set.templates.length
    await record(tx, taskSetGiven, user, {
      set,
      after: filledFields({ ...audience, partners, tasks, again: form.again || null }),
    })
    if (!(await giveSome(tx, gift, partnersInRequest))) await jobs.enqueue(tx, 'give-task-set', gift)
    return { partners, tasks }
  })

/** The job that gives a set to the partners who did not get it in the request. Stops when the set has been deleted. */
export const giveRestOfSet = async (db: Database, gift: TaskSetGift) => {
  while (
    !(await db.transaction(
      async (tx) => !(await data.getSet(tx, gift.setId)) || giveSome(tx, gift, partnersInJob),
    ))
  );
}

/** Gives a set to some partners. Can be repeated. Returns whether all partners have the set now. */
const giveSome = async (
  tx: Executor,
  { setId, actorId, again, askedAt, assignedPartnerIds, assignedGroup }: TaskSetGift,
  limit: number,
) => {
  const givenAt = new Date(askedAt)
  const request = {
    setId,
    audience: { assignedPartnerIds, assignedGroup },
    givenAt,
    since: again ? givenAt : null,
  }
  return (await giveRequestedSet(tx, request, { actorId, limit })) < limit
}

const nobody = ({ partnerId, assignedGroup }: GiveTaskSet, members: number) => {
  if (members > 0) {
    return wrongField('again', 'They already have this set. Check the box to give it again.')
  }
  const field = partnerId ? 'partnerId' : assignedGroup ? 'assignedGroup' : 'assignedPartnerIds'
  return wrongField(field, 'None of these partners can sign in, so nobody would get this set.')
}
