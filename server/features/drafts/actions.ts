import type { z } from 'zod'
import type { saveDraft as contract, DraftForm } from '#contract/drafts.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerOfAgreements } from '#server/http/access.ts'
import { AppError, notFound } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import * as data from './data.ts'

/**
 * Stores what a user has typed in a form, in place of the draft that they saw.
 * @throws AppError `not_found` for an agreement that is not theirs to sign, `conflict` when another tab or device has changed the draft
 */
export const saveDraft = (
  db: Executor,
  user: Pick<SignedInUser, 'id' | 'partnerId' | 'canSign'>,
  form: DraftForm,
  { values, updatedAt }: z.output<typeof contract.body>,
) =>
  db.transaction(async (tx) => {
    if (form !== 'profile' && !(await data.lockOpenDocument(tx, form, partnerOfAgreements(user))))
      throw notFound()
    const saved = updatedAt
      ? await data.replaceDraft(tx, user.id, form, { values, updatedAt })
      : await data.createDraft(tx, user.id, form, values)
    if (!saved) throw new AppError('conflict', 'This was changed in another tab or on another device.')
    return saved
  })
