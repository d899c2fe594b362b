import { Counter, type Registry } from 'prom-client'
import { type ObjectStore, StorageError } from '#server/storage/object-store.ts'

/** Returns a store that counts its failures. A missing object is not a failure. */
export const observeStore = (registry: Registry, store: ObjectStore): ObjectStore => {
  const failures = new Counter({
    name: 'portal_storage_failures_total',
    help: 'Failures of the file storage in this process, including checks of /readyz, by kind: full or unavailable.',
    labelNames: ['failure'],
    registers: [registry],
  })
  for (const failure of ['full', 'unavailable']) failures.inc({ failure }, 0)

  const count = (error: unknown) => {
    const failure = error instanceof StorageError ? error.failure : 'unavailable'
    if (failure !== 'missing') failures.inc({ failure })
  }
  const counted = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      count(error)
      throw error
    })

  return {
    ...(store.bucket && { bucket: store.bucket }),
    write: (key, bytes, size) => counted(store.write(key, bytes, size)),
    size: (key) => counted(store.size(key)),
    async read(key, range) {
      const stream = await counted(store.read(key, range))
      stream.on('error', count)
      return stream
    },
    async *list() {
      try {
        yield* store.list()
      } catch (error) {
        count(error)
        throw error
      }
    },
    move: (from, to) => counted(store.move(from, to)),
    remove: (key) => counted(store.remove(key)),
    check: () => counted(store.check()),
    sweep: (before) => counted(store.sweep(before)),
  }
}
