import { amendmentType } from '#contract/documents/agreements/agreement.ts'
import { agreementForms } from '#contract/documents/agreements/agreement-forms.ts'
import { formValues } from '#contract/documents/agreements/agreement-values.ts'
import { drawDate } from '#contract/documents/agreements/draw-value.ts'
import { isOutdatedAmendment, type WaitingAmendmentState } from '#contract/documents/amendment-terms.ts'
import type { PrepareAmendment } from '#contract/documents/amendments.ts'
import { utcDay } from '#contract/documents/standing.ts'
import type { Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { getProfile, lockProfile, type PartnerProfileRow } from '#server/features/partners/profile/data.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { pick } from '#server/pick.ts'
import { withdraw } from '../corrections/actions.ts'
import * as documents from '../data.ts'
import { documentAdded } from '../events.ts'
import * as data from './data.ts'
import { documentAmends } from './events.ts'

/** @throws AppError `not_found` */
export const getFormerlyNamed = async (db: Executor, partnerId: string) => {
  const profile = orNotFound(await getProfile(db, partnerId))
  const agreements = await data.listFormerlyNamed(db, partnerId)
  const waiting = await data.listWaiting(db, partnerId)
  return {
    businessName: profile.businessName,
    agreements: agreements.map((each) => pick(each, 'id', 'documentName', 'signedAt', 'partnerName')),
    waiting: waiting.map((amendment) => ({ id: amendment.id, state: stateOf(amendment, profile) })),
  }
}

type Waiting = Awaited<ReturnType<typeof data.listWaiting>>[number]

const stateOf = (amendment: Waiting, profile: { businessName: string }): WaitingAmendmentState => {
  if (amendment.status === 'signed') return 'company'
  if (isOutdatedAmendment(amendment, profile)) return 'outdated'
  return amendment.declinedAt ? 'declined' : 'partner'
}

/**
 * Gives a partner an amendment to sign, which puts the business name of the profile into signed agreements, and deletes amendments that
 * are out of date. Of several calls for the same agreements at once, one succeeds.
 * @throws AppError `not_found`; `conflict` when the name is another by now, or an agreement keeps no former name or already waits
 */
export const prepareAmendment = (
  db: Executor,
  staff: Actor,
  partnerId: string,
  { documentIds, businessName }: PrepareAmendment,
) =>
  db.transaction(async (tx) => {
    const profile = orNotFound(await lockProfile(tx, partnerId))
    if (profile.businessName !== businessName) {
      throw new AppError(
        'conflict',
        'The business name has changed since. Check what the amendment will say.',
      )
    }
    const ids = new Set(documentIds)
    const agreements = (await data.listFormerlyNamed(tx, partnerId)).filter(({ id }) => ids.has(id))
    if (agreements.length < ids.size) {
      throw new AppError(
        'conflict',
        'Some of these agreements are already in an amendment, or no longer keep an old name.',
      )
    }
    const terms = termsOf(businessName, agreements)
    await withdrawOutdated(tx, staff, profile)
    const amendment = { partnerId, documentType: amendmentType, appendixA: terms }
    const id = await documents.createDocument(tx, amendment)
    await data.addAmended(tx, id, [...ids])
    const document = orNotFound(await documents.getDocument(tx, id))
    await record(tx, documentAdded, staff, { document, profile, terms, after: amendment })
    await record(tx, documentAmends, staff, { document, agreements })
    return document
  })

const withdrawOutdated = async (tx: Executor, staff: Actor, profile: PartnerProfileRow) => {
  for (const amendment of await data.listWaiting(tx, profile.id)) {
    if (stateOf(amendment, profile) !== 'outdated') continue
    const document = orNotFound(await documents.getDocument(tx, amendment.id))
    await withdraw(tx, staff, { profile, document }, 'Replaced, because the business name has changed')
  }
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
      ({ id, title, signedAt, signerName, partnerName, textSha256 }, index) =>
        `(${index + 1}) ${title}, signed on ${drawDate(utcDay(signedAt))} by ${signerName}, with the name ${partnerName}. Document ${id}, SHA-256 of its text ${textSha256}`,
    )
    .join('\n')
  const terms = { formerName, recipientCompany, amendedAgreements }
  if (!formValues(termsForm).safeParse(terms).success) {
    throw new AppError('conflict', 'A name contains invisible characters. Correct the business name first.')
  }
  return terms
}
