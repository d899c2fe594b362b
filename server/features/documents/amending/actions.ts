import { amendmentType } from '#contract/documents/agreements/agreement.ts'
import { agreementForms } from '#contract/documents/agreements/agreement-forms.ts'
import { formValues } from '#contract/documents/agreements/agreement-values.ts'
import { drawDate } from '#contract/documents/agreements/draw-value.ts'
import { isOutdatedAmendment } from '#contract/documents/amendment-terms.ts'
import type { PrepareAmendment } from '#contract/documents/amendments.ts'
import type { Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { getProfile, lockProfile, type PartnerProfileRow } from '#server/features/partners/profile/data.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { pick } from '#server/pick.ts'
import { withdraw } from '../corrections/actions.ts'
import * as documents from '../data.ts'
import { documentAdded, documentAmends } from '../events.ts'
import * as data from './data.ts'

/** Returns a partner's signed agreements that keep a former business name, and the amendments that wait. @throws AppError `not_found` */
export const getFormerlyNamed = async (db: Executor, partnerId: string) => {
  const profile = orNotFound(await getProfile(db, partnerId))
  const agreements = await data.listFormerlyNamed(db, partnerId)
  const waiting = await data.listWaiting(db, partnerId)
  return {
    businessName: profile.businessName,
    agreements: agreements.map((each) =>
      pick(each, 'id', 'documentName', 'signedAt', 'partnerName', 'amendmentId'),
    ),
    waiting: waiting.map(({ id, status, declinedAt, ...amendment }) => ({
      id,
      waitsFor: status === 'pending' ? ('partner' as const) : ('company' as const),
      isDeclined: declinedAt !== null,
      isOutdated: isOutdatedAmendment(amendment, profile),
    })),
  }
}

/**
 * Gives a partner an amendment to sign, which puts the business name of the profile into signed agreements. Of several calls for the same
 * agreements at once, one succeeds.
 * @throws AppError `not_found`; `conflict` when the name is another by now, or an agreement keeps no former name or already waits
 */
export const prepareAmendment = (
  db: Executor,
  staff: Actor,
  partnerId: string,
  { documentIds, businessName, replaces }: PrepareAmendment,
) =>
  db.transaction(async (tx) => {
    const profile = orNotFound(await lockProfile(tx, partnerId))
    if (profile.businessName !== businessName) {
      throw new AppError(
        'conflict',
        'The business name has changed since. Check what the amendment will say.',
      )
    }
    if (replaces) await withdrawReplaced(tx, staff, profile, replaces)
    const ids = new Set(documentIds)
    const agreements = (await data.listFormerlyNamed(tx, partnerId)).filter(({ id }) => ids.has(id))
    if (agreements.some(({ amendmentId }) => amendmentId)) {
      throw new AppError('conflict', 'An amendment of these agreements already waits for a signature.')
    }
    if (agreements.length < ids.size) {
      throw new AppError(
        'conflict',
        'Some of these agreements do not keep an old name. Check the list again.',
      )
    }
    const terms = termsOf(businessName, agreements)
    const amendment = { partnerId, documentType: amendmentType, appendixA: terms }
    const id = await documents.createDocument(tx, amendment)
    await data.addAmended(tx, id, [...ids])
    const document = orNotFound(await documents.getDocument(tx, id))
    await record(tx, documentAdded, staff, { document, profile, terms, after: amendment })
    await record(tx, documentAmends, staff, { document, agreements })
    return document
  })

const withdrawReplaced = async (tx: Executor, staff: Actor, profile: PartnerProfileRow, id: string) => {
  const waiting = await data.listWaiting(tx, profile.id)
  const document = await documents.getDocument(tx, id)
  if (!document || waiting.find((each) => each.id === id)?.status !== 'pending') {
    throw new AppError('conflict', 'The amendment to replace was signed or deleted meanwhile.')
  }
  await withdraw(tx, staff, { profile, document }, 'Replaced by another amendment')
}

/** The form of what staff agree with the partner by preparing an amendment. */
const termsForm = {
  ...agreementForms.party__amendment,
  fieldGroups: agreementForms.party__amendment.fieldGroups.slice(0, 1),
}

/** Returns the terms of an amendment. No line contains a code by which strangers could look up the amended agreement. */
const termsOf = (recipientCompany: string, agreements: data.FormerlyNamed[]): Record<string, string> => {
  const formerName = [...new Set(agreements.map(({ partnerName }) => partnerName))].join('; ')
  const amendedAgreements = agreements
    .map(
      ({ id, title, signatureDay, signerName, partnerName, textSha256 }) =>
        `${title}, signed on ${drawDate(signatureDay)} by ${signerName}, with the name ${partnerName}. Document ${id}, SHA-256 of its text ${textSha256}`,
    )
    .join('\n')
  const terms = { formerName, recipientCompany, amendedAgreements }
  if (!formValues(termsForm).safeParse(terms).success) {
    throw new AppError('conflict', 'A name contains invisible characters. Correct the business name first.')
  }
  return terms
}
