import type { z } from 'zod'
import type { saveDraft as contract, DraftForm } from '#contract/drafts.ts'
import type { Executor } from '#server/db/client.ts'
import { AppError, notFound } from '#server/http/app-error.ts'
import * as data from './data.ts'

/**
 * Stores what a user has typed in a form, in place of the draft that they saw.
 * @throws AppError `not_found` for an agreement that is not theirs to sign, `conflict` when another tab or device has changed the draft
 */
export const saveDraft = (
  db: Executor,
  user: { id: string; partnerId: string | null },
  form: DraftForm,
  { values, updatedAt }: z.output<typeof contract.body>,
) =>
  db.transaction(async (tx) => {
    if (form !== 'profile' && !(await data.lockOpenDocument(tx, form, user.partnerId))) throw notFound()
    const saved = updatedAt
      ? await data.replaceDraft(tx, user.id, form, { values, updatedAt })
      : await data.createDraft(tx, user.id, form, values)
    if (!saved) throw new AppError('conflict', 'This was changed in another tab or on another device.')
    return saved
  })
