import { CircleCheck } from 'lucide-react'
import { Link } from 'wouter'
import { formatCount } from '#client/lib/format.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { NeedsAttention as Attention } from '#contract/attention.ts'
import { useAttentionGroups } from './attention-groups.tsx'
import { AttentionLine } from './attention-line.tsx'

const maxLines = 10

// These lists can be limited to the partners of a manager.
const byManager = /tab=(tasks|agreements|partners)\b/

type AttentionProps = {
  attention: Attention
  /** Whether it is only about the partners that the reader manages. */
  isMine?: boolean
  /** Whether all of it is of the partner whose record shows it. */
  isOfOne?: boolean
}

/** What waits for staff: how many items of each kind there are, and at most ten lines, each with a link to what to do. */
export function NeedsAttention({ attention, isMine = false, isOfOne = false }: AttentionProps) {
  const groups = useAttentionGroups(attention, isOfOne)

  const lines = (
    <ul aria-label="What waits" className="divide-y divide-line">
      {evenly(groups.map((group) => group.lines)).map((line) => (
        <AttentionLine key={`${line.id} ${line.action.label}`} {...line} />
      ))}
    </ul>
  )
  if (isOfOne) return groups.length > 0 && <div className="rounded-card border border-line">{lines}</div>
  return (
    <Card
      title="Needs attention"
      description={
        groups.length > 0 && (
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
      {groups.length === 0 ? <EmptyState icon={CircleCheck} line="Nothing needs attention" /> : lines}
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
