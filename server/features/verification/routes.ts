import { X509Certificate } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { agreementStanding, endOf, utcDay } from '#contract/documents/standing.ts'
import * as contract from '#contract/verification.ts'
import type { Deps } from '#server/deps.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { networkOf } from '#server/http/network.ts'
import { createRateLimiter } from '#server/http/rate-limiter.ts'
import { route } from '#server/http/route.ts'
import { findSealedByCode, findSealedByHash, listCertificates, type SealedAgreement } from './data.ts'

export const registerVerification = (app: FastifyInstance, { db, sessions }: Deps) => {
  const limitNetwork = createRateLimiter(db, {
    name: 'verification-network',
    max: 120,
    windowSeconds: 15 * 60,
    message: (wait) => `Too many checks. Try again in ${wait}.`,
  })

  route(app, sessions, contract.verifyAgreement, async ({ query, request }) => {
    await limitNetwork(networkOf(request.ip))
    const { sha256, code = '' } = query
    const sealed = await (sha256 === undefined ? findSealedByCode(db, code) : findSealedByHash(db, sha256))
    return verifiedAgreement(orNotFound(sealed))
  })

  route(app, sessions, contract.listSigningCertificates, async ({ request }) => {
    await limitNetwork(networkOf(request.ip))
    const certificates = await listCertificates(db)
    return certificates.map(({ sha256, certificate, firstUsedAt }) => ({
      sha256,
      pem: new X509Certificate(certificate).toString(),
      firstUsedAt,
    }))
  })
}

const verifiedAgreement = ({
  status,
  declinedAt,
  voidedAt,
  effectiveOn,
  endsOn,
  part,
  countersignature,
  ...sealed
}: SealedAgreement) => ({
  ...sealed,
  countersignature: countersignature && { ...countersignature, isInPdf: part === 'countersignature' },
  ...stateOf({ status, declinedAt, voidedAt, effectiveOn, endsOn }),
})

type StandingFacts = Pick<SealedAgreement, 'status' | 'declinedAt' | 'voidedAt' | 'effectiveOn' | 'endsOn'>

const stateOf = (facts: StandingFacts) => {
  const today = utcDay(new Date())
  const standing = agreementStanding(facts, today)
  if (standing === 'voided') return { state: standing, stateSince: facts.voidedAt }
  if (standing === 'ended' && facts.endsOn) return { state: standing, stateSince: endOf(facts.endsOn) }
  const { effectiveOn } = facts
  if (effectiveOn && effectiveOn > today) {
    return { state: 'upcoming' as const, stateSince: new Date(effectiveOn) }
  }
  return { state: 'in-force' as const, stateSince: null }
}
