import { type Audience, changedAudience, namedAudience } from '#contract/audience.ts'
import type { CreateSharedDocument, UpdateSharedDocument } from '#contract/documents/shared-documents.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { requireOffered } from '#server/features/agreement-types/actions.ts'
import { checkedAudience } from '#server/features/audience/actions.ts'
import { changedColumns, storedAudience } from '#server/features/audience/views/actions.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import { orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import { givenLife } from '../actions.ts'
import { sharedDocumentAdded, sharedDocumentChanged, sharedDocumentWithdrawn } from '../events.ts'
import * as data from './data.ts'
import { spreadDocument } from './spread.ts'

type SharedDocumentDeps = Pick<Deps, 'jobs'> & { db: Executor }

const termsOf = (appendixA: CreateSharedDocument['appendixA']) => {
  const terms = filledFields(appendixA ?? {}) as Record<string, string>
  return Object.keys(terms).length > 0 ? terms : null
}

/** Returns the terms of single partners, by their ids. @throws AppError `bad_request` when one of the partners does not exist */
const ownTermsOf = async (
  tx: Executor,
  user: Actor,
  partnerTerms: NonNullable<CreateSharedDocument['partnerTerms']>,
) => {
  const ids = partnerTerms.map(({ partnerId }) => partnerId)
  await checkedAudience(tx, { assignedPartnerIds: ids, assignedGroup: null }, { user })
  return Object.fromEntries(
    partnerTerms.map(({ partnerId, appendixA }) => [
      partnerId,
      filledFields(appendixA) as Record<string, string>,
    ]),
  )
}

/**
 * Creates an agreement for an audience: each partner in it gets one of their own to sign.
 * @throws AppError `bad_request` when a partner does not exist, or the type is not offered
 */
export const createSharedDocument = (
  deps: SharedDocumentDeps,
  staff: Actor,
  {
    documentType,
    appendixA,
    effectiveOn,
    endsOn,
    replacesEarlier,
    partnerTerms = [],
  }: Pick<
    CreateSharedDocument,
    'documentType' | 'appendixA' | 'effectiveOn' | 'endsOn' | 'replacesEarlier' | 'partnerTerms'
  >,
  named: Audience,
) =>
  deps.db.transaction(async (tx) => {
    await requireOffered(tx, documentType)
    const audience = await checkedAudience(tx, named, { user: staff })
    const terms = termsOf(appendixA)
    const own = await ownTermsOf(tx, staff, partnerTerms)
    const fields = {
      documentType,
      appendixA: terms,
      ...(partnerTerms.length > 0 && { partnerTerms: own }),
      ...audience,
    }
    const life = { effectiveOn, endsOn, replacesEarlier }
    const columns = await storedAudience(tx, audience)
    const id = await data.createSharedDocument(tx, { ...fields, ...columns, ...life, createdBy: staff.id })
    const document = orNotFound(await data.getSharedDocument(tx, id))
    const after = { ...filledFields(fields), ...givenLife(life) }
    await record(tx, sharedDocumentAdded, staff, { document, after })
    await spreadDocument(deps, tx, { id, actorId: staff.id })
    return orNotFound(await data.getSharedDocument(tx, id))
  })

/**
 * Changes the audience of an agreement, and its terms for the partners who have not signed.
 * @throws AppError `not_found`; `bad_request` when a partner does not exist, or for terms of an NDA; `conflict` when it has changed since
 */
export const updateSharedDocument = (
  deps: SharedDocumentDeps,
  staff: Actor,
  id: string,
  { updatedAt, appendixA, ...form }: UpdateSharedDocument,
) =>
  deps.db.transaction(async (tx) => {
    const document = orNotFound(await data.lockSharedDocument(tx, id))
    requireUnchanged(document, updatedAt)
    if (appendixA && document.documentType !== 'venue_partnership_agreement') {
      throw wrongField('appendixA', 'Only the partnership agreement has these terms')
    }
    const named = namedAudience(changedAudience(document, { partnerId: null, ...form }))
    if (!named) throw wrongField('assignedGroup', 'Choose a group or partners')
    const audience = await checkedAudience(tx, named, { user: staff, former: document })
    const terms = {
      // Without terms, this is an empty object: with null, the terms of the profile would apply again.
      ...(appendixA && { appendixA: filledFields(appendixA) as Record<string, string> }),
    }
    const changes = changedFields(document, { ...audience, ...terms })
    if (!changes) return document
    const columns = await changedColumns(tx, document, audience)
    await data.updateSharedDocument(tx, id, { ...columns, ...terms })
    await record(tx, sharedDocumentChanged, staff, { document, ...changes })
    await spreadDocument(deps, tx, { id, actorId: staff.id })
    return orNotFound(await data.getSharedDocument(tx, id))
  })

/** Withdraws an agreement for several partners from all who have not signed it. @throws AppError `not_found` */
export const withdrawSharedDocument = (deps: SharedDocumentDeps, staff: Actor, id: string, reason: string) =>
  deps.db.transaction(async (tx) => {
    const document = orNotFound(await data.lockSharedDocument(tx, id))
    const { documentType, appendixA, assignedPartnerIds, assignedGroup, assignedViewId } = document
    await data.updateSharedDocument(tx, id, { withdrawnAt: new Date() })
    await record(tx, sharedDocumentWithdrawn, staff, {
      document,
      before: filledFields({ documentType, appendixA, assignedPartnerIds, assignedGroup, assignedViewId }),
      after: { reason },
    })
    await spreadDocument(deps, tx, { id, actorId: staff.id })
  })
