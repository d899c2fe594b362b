import { inject } from 'vitest'
import type { Deps } from '#server/deps.ts'
import { sealAgreements } from '#server/features/documents/sealing/actions.ts'
import { createSealer, openSealingProcess, type Sealer } from '#server/features/documents/sealing/sealer.ts'

// The first agreement that a process seals takes most of a second, so all sealers of a test process share one process.
const shared = { ...openSealingProcess(), close: async () => {} }

/** A sealer with the key of the test run. */
export const createTestSealer = (timestampUrl?: string) =>
  createSealer(inject('signingIdentity'), timestampUrl, shared)

/** Seals what has been signed, as the job does. */
export const sealAll = ({ deps }: { deps: Deps }, sealer: Sealer = createTestSealer()) =>
  sealAgreements(deps, sealer)
