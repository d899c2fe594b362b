import type { Reader } from './invalidations.ts'

/** Which reads of a reader are stale by one notice. */
export type PathsFor = (reader: Reader) => string[]

// A page listens a second or two after it has begun to read. One that takes longer than this reads everything again.
const keptMillis = 30_000
const mostKept = 2_000
// A notice can be on its way while what it tells of is being read already.
const slackMillis = 1_000

/** What was noticed of late, for pages that have begun to read before they listened. */
export const createRecentNotices = (now: () => number = () => performance.now()) => {
  let kept: { at: number; pathsFor: PathsFor }[] = []
  let completeSince = now()

  return {
    add(pathsFor: PathsFor) {
      const at = now()
      kept.push({ at, pathsFor })
      const first = kept.findIndex((notice) => notice.at >= at - keptMillis)
      const surplus = Math.max(first, kept.length - mostKept)
      if (surplus === 0) return
      completeSince = kept[surplus - 1]?.at ?? at
      kept = kept.slice(surplus)
    },

    /** From here on nothing from before is known. */
    forget() {
      kept = []
      completeSince = now()
    },

    /** Those of the last `millis`; undefined when not all of them are known. */
    ofLast(millis: number): PathsFor[] | undefined {
      const since = now() - millis - slackMillis
      if (since < completeSince) return undefined
      return kept.filter(({ at }) => at >= since).map(({ pathsFor }) => pathsFor)
    },
  }
}
