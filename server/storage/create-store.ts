import { join } from 'node:path'
import type { Settings } from '#server/settings.ts'
import { createDiskStore } from './disk-store.ts'
import type { ObjectStore } from './object-store.ts'

/** Creates a store in the configured bucket, or else in a folder of the data directory. */
export const createStore = async (settings: Pick<Settings, 's3' | 'dataDir'>): Promise<ObjectStore> => {
  if (!settings.s3) return createDiskStore(join(settings.dataDir, 'objects'))
  // The module is loaded only where it is needed: the SDK takes a quarter of a second at start, and memory.
  const { createS3Store } = await import('./s3-store.ts')
  return createS3Store(settings.s3)
}
