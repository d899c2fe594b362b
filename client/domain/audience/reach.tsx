import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#client/lib/api.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { notInEventStream } from '#client/lib/query-client.ts'
import { useDebouncedValue } from '#client/lib/use-debounced-value.ts'
import type { checkAudience, ReachKind } from '#contract/audience-reach.ts'
import { leftOutLabels } from '#contract/bulk-kinds.ts'
import type { Received } from '#contract/endpoint.ts'
import { type Audience, audienceProblems, sentAudience } from './audience.ts'

type Reach = Received<typeof checkAudience>

type ReachLineProps = {
  /** The kind of notification that the audience would get. */
  about: ReachKind
  audience: Audience
  /** Whether the audience is notified at all. */
  isNotified?: boolean
}

// After this delay, several partners chosen in quick succession are counted with one request.
const delayMs = 300

/** Says how many partners of an audience will see something, and how many of them will be emailed. */
export function ReachLine({ about, audience, isNotified = true }: ReachLineProps) {
  const isComplete = Object.keys(audienceProblems(audience)).length === 0
  const rested = useDebouncedValue(JSON.stringify({ about, ...sentAudience(audience) }), delayMs)
  const { data, isError } = useQuery({
    queryKey: ['/api/admin/audience/check', rested],
    queryFn: () => call('POST /api/admin/audience/check', { body: JSON.parse(rested) }),
    ...notInEventStream,
    enabled: isComplete,
    placeholderData: keepPreviousData,
  })
  return (
    // The minimum height prevents a layout shift when the text appears.
    <p role="status" className="min-h-5 text-13 text-muted">
      {isError && 'The partners could not be counted.'}
      {isComplete && data && reachText(data, isNotified)}
    </p>
  )
}

/** Formats a reach, for example "214 partners will see this · 180 will be emailed · 34 will not (30 never invited, 4 in onboarding)". */
const reachText = ({ partners, emailed, leftOut }: Reach, isNotified: boolean) => {
  if (partners === 0) return 'No partner will see this yet'
  const seen = `${formatCount(partners, 'partner')} will see this`
  if (!isNotified) return `${seen} · Nobody will be notified`
  const entries = Object.entries(leftOut) as [keyof typeof leftOut, number][]
  const reasons = entries
    .map(([reason, count]) => (entries.length > 1 ? `${formatNumber(count)} ` : '') + leftOutLabels[reason])
    .join(', ')
  const rest = partners - emailed
  return [
    seen,
    `${formatNumber(emailed)} will be emailed`,
    ...(rest > 0 ? [`${formatNumber(rest)} will not (${reasons})`] : []),
  ].join(' · ')
}
