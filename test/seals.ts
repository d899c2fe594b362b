import { inject } from 'vitest'
import { sealAgreements } from '#server/features/documents/sealing/actions.ts'
import { createSealer, type Sealer } from '#server/features/documents/sealing/sealer.ts'
import type { TestApp } from './app.ts'

/** Seals what has been signed, as the job does. */
export const sealAll = async ({ deps }: Pick<TestApp, 'deps'>, sealer?: Sealer) => {
  if (sealer) return sealAgreements(deps, sealer)
  const own = createSealer(inject('signingIdentity'), undefined)
  await sealAgreements(deps, own)
  await own.close()
}
