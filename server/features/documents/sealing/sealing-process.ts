// The portal starts this program as a separate process: drawing and sealing keep a core busy while the portal serves requests, and the
// typesetting engine ends its process when it fails unexpectedly. All of its memory is free again when the process ends.
import { checkSealedPdf } from '#packages/sealed-pdf/check.ts'
import { sealPdf } from '#packages/sealed-pdf/seal.ts'
import { drawRecap } from './drawing/draw-recap.ts'
import { drawSignedAgreement } from './drawing/drawing.ts'
import type { ProcessRequest, ProcessResponse, SealedAgreement, SealingRequest } from './sealer.ts'

const seal = async ({ identity, timestampUrl, task: { agreement, reason } }: SealingRequest) => {
  const { pdf, timestamp, timestampError } = await sealPdf(await drawSignedAgreement(agreement), identity, {
    reason,
    signedAt: agreement.drawnAt,
    ...(timestampUrl && { timestampUrl }),
  })
  const check = await checkSealedPdf(pdf)
  if (check.state !== 'intact' || check.certificateSha256 !== identity.fingerprint) {
    throw new Error(`The seal does not hold: ${JSON.stringify(check)}`)
  }
  return { pdf, sha256: check.sha256, timestamp, timestampError: timestampError?.message }
}

const answer = (message: ProcessResponse) => process.send?.(message)

process.on('message', (request: ProcessRequest) => {
  const { id } = request
  const making: Promise<SealedAgreement | Uint8Array> =
    'sealing' in request ? seal(request.sealing) : drawRecap(request.recap)
  making.then(
    (made) => answer({ id, made, memoryBytes: process.memoryUsage.rss() }),
    (error: Error) => answer({ id, error: error.stack ?? error.message }),
  )
})
// A terminal and systemd signal all processes of the portal. This one ignores the signals to finish sealing; the portal ends it.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())
