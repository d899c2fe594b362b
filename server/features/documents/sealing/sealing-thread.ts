// Runs in a thread of its own: drawing and sealing take a core for a moment, while the portal answers its calls.
import { parentPort, workerData } from 'node:worker_threads'
import { checkSealedPdf } from '#packages/sealed-pdf/check.ts'
import type { Identity } from '#packages/sealed-pdf/identity.ts'
import { sealPdf } from '#packages/sealed-pdf/seal.ts'
import { drawSignedAgreement } from './drawing/drawing.ts'
import type { SealingTask } from './sealer.ts'

const { identity, timestampUrl } = workerData as { identity: Identity; timestampUrl: string | undefined }

const seal = async ({ agreement, reason }: SealingTask) => {
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

parentPort?.on('message', ({ id, task }: { id: number; task: SealingTask }) => {
  seal(task).then(
    (sealed) => parentPort?.postMessage({ id, sealed }),
    (error: Error) => parentPort?.postMessage({ id, error: error.stack ?? error.message }),
  )
})
