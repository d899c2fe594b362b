// The portal starts this program as a process of its own: drawing and sealing take a core for a moment, while the portal answers its calls, and the
// typesetting engine ends its process when it fails in a way that it did not expect. All of its memory is free again when the process ends.
import { checkSealedPdf } from '#packages/sealed-pdf/check.ts'
import { sealPdf } from '#packages/sealed-pdf/seal.ts'
import { drawSignedAgreement } from './drawing/drawing.ts'
import type { SealingAnswer, SealingRequest } from './sealer.ts'

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

const answer = (message: SealingAnswer) => process.send?.(message)

process.on('message', (request: SealingRequest) => {
  const { id } = request
  seal(request).then(
    (sealed) => answer({ id, sealed, memoryBytes: process.memoryUsage.rss() }),
    (error: Error) => answer({ id, error: error.stack ?? error.message }),
  )
})
// A terminal and systemd signal all processes of the portal: what is being sealed is finished, and the portal says when that is.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.exit())
