import type { Reader } from './invalidations.ts'

/** Returns the reads of a reader that one notice invalidates. */
export type PathsFor = (reader: Reader) => string[]

// A page opens its stream a second or two after it begins to read. A page that needs longer than this reads everything again.
const maxAgeMs = 30_000
const maxNotices = 2_000
// A change can be read just before its notice arrives.
const toleranceMs = 1_000

/** Remembers the notices of the last seconds, for pages that begin to read before their stream is open. */
export const createRecentNotices = (now: () => number = () => performance.now()) => {
  let notices: { at: number; pathsFor: PathsFor }[] = []
  let completeSince = now()

  return {
    add(pathsFor: PathsFor) {
      const at = now()
      notices.push({ at, pathsFor })
      const firstRecent = notices.findIndex((notice) => notice.at >= at - maxAgeMs)
      const surplus = Math.max(firstRecent, notices.length - maxNotices)
      if (surplus === 0) return
      completeSince = notices[surplus - 1]?.at ?? at
      notices = notices.slice(surplus)
    },

    clear() {
      notices = []
      completeSince = now()
    },

    /** Returns the notices of the last `durationMs`; undefined when some of them are no longer remembered. */
    ofLast(durationMs: number): PathsFor[] | undefined {
      const since = now() - durationMs - toleranceMs
      if (since < completeSince) return undefined
      return notices.filter(({ at }) => at >= since).map(({ pathsFor }) => pathsFor)
    },
  }
}
