import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { useDashboardView } from '#client/domain/dashboard-view.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { NeedsAttention as Attention } from '#contract/attention.ts'
import { useAttentionGroups } from './attention-groups.tsx'
import { AttentionList } from './attention-list.tsx'
import { type AttentionScope, moreAttentionOf } from './queries.ts'

const maxLines = 10

// These lists can be limited to the partners of a manager.
const byManager = /tab=(tasks|agreements|partners|inbox)\b/

/** The listed part: the first items that wait, all that are read, or those that are marked as done or snoozed. */
type Part = 'first' | 'all' | 'marked'

type AttentionProps = AttentionScope & { attention: Attention }

/**
 * Lists the items that wait for staff, as an inbox: how many there are of each kind, and at first ten lines, which can be done or snoozed.
 * With a `partnerId`, it is the part of the record of this partner, without a head.
 */
export function NeedsAttention({ attention, ...scope }: AttentionProps) {
  const { isMine = false, partnerId } = scope
  const isOfOne = partnerId !== undefined
  const [part, setPart] = useState<Part>('first')
  const listRef = useRef<HTMLDivElement>(null)
  // The other part may be so short that it would end above the window.
  const showFromStart = (next: Part) => {
    const card = listRef.current?.closest('section')
    if (card && card.getBoundingClientRect().top < 0) card.scrollIntoView()
    setPart(next)
  }
  const { isByPartner, addressOfAttention } = useDashboardView()
  const isGrouped = isByPartner && !isOfOne
  const isMore = part !== 'first'
  const more = useQuery({ ...moreAttentionOf(scope, part === 'marked'), enabled: isMore })
  const shown = isMore ? more.data : attention
  const groups = useAttentionGroups(shown ?? attention, isOfOne || isGrouped)
  const lines = shown ? groups.map((group) => group.lines) : []
  const listed = part === 'first' ? evenly(lines) : lines.flat()

  const { count, marked } = Object.values(attention).reduce(
    (sum, group) => ({ count: sum.count + group.count, marked: sum.marked + group.marked }),
    { count: 0, marked: 0 },
  )
  const waiting = count - marked
  if (isOfOne && count === 0) return null

  const list = (
    <div ref={listRef}>
      <AttentionList lines={listed} list={`${part} ${isMine}`} isByPartner={isGrouped} />
      {!more.isFetching && listed.length === 0 && (
        <EmptyState
          icon={CircleCheck}
          line={part === 'marked' ? 'Nothing is done or snoozed' : 'Nothing needs attention'}
        />
      )}
      {(isMore || marked > 0 || waiting > (isOfOne ? listed.length : 0)) && (
        <div className="flex flex-wrap gap-2 border-line border-t px-1.5 py-1.5 sm:px-2.5">
          {isMore && (
            <Button size="small" variant="quiet" onClick={() => showFromStart('first')}>
              {part === 'all' ? 'Show fewer' : 'Back to what waits'}
            </Button>
          )}
          {part === 'first' && waiting > listed.length && (
            <Button size="small" variant="quiet" pending={false} onClick={() => setPart('all')}>
              Show more
            </Button>
          )}
          {part !== 'marked' && marked > 0 && (
            <Button
              size="small"
              variant="quiet"
              onClick={() => showFromStart('marked')}
            >{`${formatNumber(marked)} done or snoozed`}</Button>
          )}
          {!isOfOne && waiting > 0 && (
            <Button asChild size="small" variant="quiet">
              <Link href={addressOfAttention(isByPartner ? null : 'partner')}>
                {isByPartner ? 'Group by kind' : 'Group by partner'}
              </Link>
            </Button>
          )}
        </div>
      )}
    </div>
  )
  if (isOfOne) return <div className="rounded-card border border-line">{list}</div>
  return (
    <Card
      title="Needs attention"
      description={
        count > 0 && (
          <span className="flex flex-wrap gap-x-3">
            {groups.map(({ counted, state = '', count, href }) => (
              <Link
                key={`${counted} ${state}`}
                href={isMine && byManager.test(href) ? `${href}&manager=me` : href}
                className="underline-offset-2 hover:underline touch:py-2"
              >
                {`${formatCount(count, counted)} ${state}`.trim()}
              </Link>
            ))}
          </span>
        )
      }
      flush
    >
      {list}
    </Card>
  )
}

/** Chooses lines evenly from all groups, in their order, until the list is full. */
const evenly = <T,>(groups: T[][]): T[] => {
  const share = groups.map(() => 0)
  let left = maxLines
  for (let round = 0; left > 0 && round < maxLines; round += 1) {
    for (const [index, lines] of groups.entries()) {
      if (left === 0 || round >= lines.length) continue
      share[index] = round + 1
      left -= 1
    }
  }
  return groups.flatMap((lines, index) => lines.slice(0, share[index]))
}
