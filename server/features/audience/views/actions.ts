import type { Audience } from '#contract/audience.ts'
import { maxAssignedPartners } from '#contract/limits.ts'
import { type ViewUse, viewUses } from '#contract/view-uses.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { refreshAllPartnerFacts } from '#server/db/partner-facts.ts'
import { notifyOfAnnouncement, notifyOfResource } from '#server/features/notifications/notify/data.ts'
import { wrongField } from '#server/http/app-error.ts'
import { addRows, lockAudiences, type SharedKind } from '../membership/data.ts'
import {
  addMatching,
  type Grown,
  getChoosable,
  listPartnersOfView,
  listUsedViews,
  lockUsedView,
} from './data.ts'

/** Refuses a view that the user does not see. @throws AppError `bad_request` */
export const requireChoosable = async (tx: Executor, viewId: string, userId: string) => {
  if (!(await getChoosable(tx, viewId, userId))) {
    throw wrongField('assignedViewId', 'This view no longer exists.')
  }
}

/**
 * Returns an audience as it is stored: for a view, with the partners who match it at the moment.
 * @throws AppError `bad_request` when the view has too many partners
 */
export const storedAudience = async (tx: Executor, audience: Audience) => {
  const { assignedViewId } = audience
  if (!assignedViewId) return audience
  await refreshAllPartnerFacts(tx)
  const partnerIds = await listPartnersOfView(tx, assignedViewId)
  if (partnerIds.length > maxAssignedPartners) {
    throw wrongField(
      'assignedViewId',
      `This view has more than ${maxAssignedPartners} partners. Narrow it, or choose everyone.`,
    )
  }
  return { ...audience, assignedPartnerIds: [assignedViewId, ...partnerIds] }
}

/** Returns the columns to write for an audience that staff have changed. One that stays for the same view keeps its partners. */
export const changedColumns = async (tx: Executor, former: Audience, next: Audience) =>
  next.assignedViewId && next.assignedViewId === former.assignedViewId ? {} : storedAudience(tx, next)

// No partner is given more at once.
const limit = 10_000

const giveRows = async (tx: Executor, kind: SharedKind, grown: Grown[]) => {
  const partnerIds = [...new Set(grown.flatMap((each) => each.partnerIds))]
  await lockAudiences(tx)
  while ((await addRows(tx, kind, { partnerIds }, { actorId: null, limit })) === limit);
}

/** Gives partners what they were added to, with its notifications. A recurring task gives its next tasks itself. */
const give: Record<ViewUse, (tx: Executor, grown: Grown[]) => Promise<unknown>> = {
  task: (tx, grown) => giveRows(tx, 'tasks', grown),
  agreement: (tx, grown) => giveRows(tx, 'documents', grown),
  file: async (tx, grown) => {
    for (const { id, partnerIds } of grown) await notifyOfResource(tx, id, true, { only: partnerIds })
  },
  announcement: async (tx, grown) => {
    for (const { id, partnerIds } of grown) await notifyOfAnnouncement(tx, id, partnerIds)
  },
  recurring_task: async () => undefined,
}

/**
 * The job of each minute that gives partners who match a saved view by now what is for the view. Each partner gets each thing once, in
 * whichever process; nobody loses anything. A view that fails stops no other.
 */
export const growAudiences = async (db: Database) => {
  const views = await listUsedViews(db)
  if (views.length === 0) return
  await refreshAllPartnerFacts(db)
  const failed = new Map<string, unknown>()
  for (const { id } of views) {
    await growAudiencesOf(db, id).catch((error) => failed.set(id, error))
  }
  if (failed.size > 0)
    throw new AggregateError(
      [...failed.values()],
      `could not give what is for the views ${[...failed.keys()]}`,
    )
}

const growAudiencesOf = async (db: Database, viewId: string) => {
  for (const kind of viewUses) {
    // Each kind has a transaction of its own, since the rows that are given are locked after what they belong to.
    await db.transaction(async (tx) => {
      const view = await lockUsedView(tx, viewId)
      const grown = view ? await addMatching(tx, kind, view) : []
      if (grown.length > 0) await give[kind](tx, grown)
    })
  }
}
