import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getAgreementText } from '#contract/agreement-types.ts'
import * as amendmentsContract from '#contract/documents/amendments.ts'
import { countersignDocument as countersignContract } from '#contract/documents/countersigning.ts'
import * as contract from '#contract/documents/documents.ts'
import * as lifeContract from '#contract/documents/life.ts'
import * as readingContract from '#contract/documents/reading.ts'
import * as textsContract from '#contract/documents/texts.ts'
import { limits } from '#contract/limits.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Deps } from '#server/deps.ts'
import { getAgreementInForce, getAgreementVersion } from '#server/features/agreement-types/data.ts'
import { getProfile } from '#server/features/partners/profile/data.ts'
import { mayNotSign, partnerOfAgreements } from '#server/http/access.ts'
import { notFound, orNotFound } from '#server/http/app-error.ts'
import { answerPage, type PageInput, pagedOf } from '#server/http/paged.ts'
import { route } from '#server/http/route.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { canReadDocument } from './access.ts'
import * as actions from './actions.ts'
import { getFormerlyNamed, prepareAmendment } from './amending/actions.ts'
import { addScan, revokeSignature, withdrawDocument } from './corrections/actions.ts'
import { countersignDocument } from './countersigning/actions.ts'
import { getCountersignature } from './countersigning/data.ts'
import { countDocuments, getDocument, getSignature, listDocuments, signedName } from './data.ts'
import { registerAgreementExport } from './export/routes.ts'
import { forPartner } from './for-partner.ts'
import { changeDates } from './life/dates.ts'
import { declineDocument } from './life/declining.ts'
import { voidDocument } from './life/voiding.ts'
import { registerDocumentList } from './list/routes.ts'
import { signedText } from './signed-text.ts'
import { signOwnDocument } from './signing/actions.ts'
import type { Signer } from './signing/evidence.ts'
import { recordReading } from './signing/reading.ts'
import { unsignedText } from './unsigned-text.ts'

/** Returns the caller as a signer, with the evidence from their session and connection. */
const signerOf = (user: SignedInUser, request: FastifyRequest): Signer => ({
  id: user.id,
  email: user.email,
  ipAddress: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, limits.userAgent),
  signInMethod: user.sess.method,
  signedInAt: user.signedInAt,
})

export const registerDocuments = (app: FastifyInstance, deps: Deps) => {
  const { db, sessions } = deps
  registerAgreementExport(app, deps)
  registerDocumentList(app, deps)

  const list = (input: PageInput, partnerId: string) =>
    pagedOf(input, listDocuments, countDocuments, db, partnerId)

  route(app, sessions, contract.listOwnDocuments, async ({ user, ...input }) => {
    const partnerId = partnerOfAgreements(user)
    return partnerId ? (await list(input, partnerId)).map(forPartner) : answerPage(input, [], 0)
  })

  route(app, sessions, contract.signDocument, async ({ user, body, request }) => {
    // A member who may not sign does not see that there is an agreement.
    if (mayNotSign(user)) throw notFound()
    return signOwnDocument(deps, user, signerOf(user, request), body)
  })

  route(app, sessions, readingContract.recordReading, async ({ user, params, body }) =>
    recordReading(db, user, params.id, body),
  )

  route(app, sessions, contract.listPartnerDocuments, async ({ params: { partnerId }, ...input }) => {
    if (!(await getProfile(db, partnerId))) throw notFound()
    return list(input, partnerId)
  })

  route(app, sessions, contract.getDocument, async ({ user, params }) => {
    const document = await actions.getDocumentDetails(db, user, params.id)
    return isStaff(user.role) ? document : forPartner(document)
  })

  route(app, sessions, getAgreementText, async ({ user, params }) => {
    const document = await getDocument(db, params.id)
    if (!document || !canReadDocument(user, document)) throw notFound()
    const { documentType, evidence } = document
    const text = evidence
      ? getAgreementVersion(db, documentType, evidence.agreementVersion)
      : getAgreementInForce(db, documentType)
    return orNotFound(await text)
  })

  route(app, sessions, textsContract.getUnsignedText, async ({ user, params, reply }) => {
    const document = await actions.getDocumentDetails(db, user, params.id)
    if (document.status === 'signed') throw notFound()
    const agreement = orNotFound(await getAgreementInForce(db, document.documentType))
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', contentDisposition(`${document.documentName} not signed.txt`))
      .send(unsignedText(agreement, document.enteredTerms, deps.settings.companyName))
  })

  route(app, sessions, contract.createDocument, async ({ user, params, body }) =>
    actions.createDocument(db, user, params.partnerId, body),
  )

  route(app, sessions, contract.updateDocument, async ({ user, params, body }) =>
    actions.updateDocument(db, user, params.id, body),
  )

  route(app, sessions, contract.markDocumentSigned, async ({ user, params, body }) =>
    actions.markDocumentSigned(deps, user, params.id, body),
  )

  route(app, sessions, contract.withdrawDocument, async ({ user, params, body }) =>
    withdrawDocument(db, user, params.id, body.reason),
  )

  route(app, sessions, contract.revokeSignature, async ({ user, params, body }) =>
    revokeSignature(db, user, params.id, body.reason),
  )

  route(app, sessions, lifeContract.declineDocument, async ({ user, params, body }) =>
    forPartner(await declineDocument(db, user, params.id, body.reason)),
  )

  route(app, sessions, lifeContract.voidDocument, async ({ user, params, body }) =>
    voidDocument(db, user, params.id, body.reason),
  )

  route(app, sessions, lifeContract.changeDates, async ({ user, params, body }) =>
    changeDates(db, user, params.id, body),
  )

  route(app, sessions, contract.addScan, async ({ user, params, body }) =>
    addScan(deps, user, params.id, body),
  )

  route(app, sessions, countersignContract, async ({ user, params, body, request }) =>
    countersignDocument(deps, user, signerOf(user, request), params.id, body),
  )

  route(app, sessions, amendmentsContract.listFormerlyNamed, async ({ params }) =>
    getFormerlyNamed(db, params.partnerId),
  )

  route(app, sessions, amendmentsContract.prepareAmendment, async ({ user, params, body }) =>
    prepareAmendment(db, user, params.partnerId, body),
  )

  route(app, sessions, textsContract.getDocumentText, async ({ user, params, request, reply }) => {
    const document = await getDocument(db, params.id)
    if (!document || !canReadDocument(user, document)) throw notFound()
    const signature = orNotFound(await getSignature(db, document.id))
    if (request.method !== 'HEAD') await actions.recordDownload(db, user, document)
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', contentDisposition(`${signedName({ ...document, ...signature })}.txt`))
      .send(signedText(signature, await getCountersignature(db, document.id)))
  })
}
