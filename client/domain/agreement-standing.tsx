import { Ban, CalendarX, CircleCheck, CircleX, type LucideIcon, PenLine } from 'lucide-react'
import { calendarDay } from '#client/lib/local-moment.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import {
  type AgreementStanding,
  agreementStanding,
  agreementStandingLabels,
  type StandingFacts,
} from '#contract/documents/standing.ts'
import { writtenDay } from './appendix-a-terms.ts'
import { Day } from './day.tsx'

const looks: Record<AgreementStanding, { icon: LucideIcon; color: string; tone: BadgeTone }> = {
  pending: { icon: PenLine, color: 'text-caution', tone: 'caution' },
  declined: { icon: CircleX, color: 'text-danger', tone: 'danger' },
  signed: { icon: CircleCheck, color: 'text-positive', tone: 'positive' },
  ended: { icon: CalendarX, color: 'text-muted', tone: 'neutral' },
  voided: { icon: Ban, color: 'text-danger', tone: 'danger' },
}

/** Returns today's date in the reader's time zone. */
const useToday = () => calendarDay(new Date(useNow()))

/** Returns the standing of an agreement as of today. */
export const useStanding = (facts: StandingFacts): AgreementStanding => agreementStanding(facts, useToday())

/** The standing of an agreement as a badge. */
export function StandingBadge({ document }: { document: StandingFacts }) {
  const standing = useStanding(document)
  return <Badge tone={looks[standing].tone}>{agreementStandingLabels[standing]}</Badge>
}

/** The badge of an unusual standing, for rows that already show whether the agreement is pending or signed. */
export function UnusualStandingBadge({ document }: { document: StandingFacts }) {
  const standing = useStanding(document)
  return standing === 'pending' || standing === 'signed' ? null : <StandingBadge document={document} />
}

type Dated = StandingFacts & { signedAt: string | null; effectiveOn?: string | null }

/** The standing of an agreement with its days: "Signed: Nov 20, 2026", "Signed: Nov 20, 2026, in force until Dec 31, 2027". */
export function StandingText({ document }: { document: Dated }) {
  const standing = useStanding(document)
  const today = useToday()
  const { signedAt, declinedAt, voidedAt, effectiveOn, endsOn } = document
  const of = (word: string, at: Date | string | null) => (
    <>
      {word} {at && <Day at={new Date(at).toISOString()} />}
    </>
  )
  if (standing === 'declined') return of('Declined:', declinedAt)
  if (standing === 'pending') return 'Pending signature'
  const isToCome = effectiveOn !== undefined && effectiveOn !== null && effectiveOn > today
  return (
    <>
      <span>{of('Signed:', signedAt)}</span>
      {standing === 'voided' && <span>{of(', voided:', voidedAt)}</span>}
      {standing === 'ended' && <span>{`, ended on ${writtenDay(endsOn ?? '')}`}</span>}
      {standing === 'signed' && isToCome && <span>{`, in effect from ${writtenDay(effectiveOn)}`}</span>}
      {standing === 'signed' && endsOn && <span>{`, in force until ${writtenDay(endsOn)}`}</span>}
    </>
  )
}

/** The icon of an agreement's standing, shown before the text. */
export function StandingIcon({ document }: { document: StandingFacts }) {
  const { icon: Icon, color } = looks[useStanding(document)]
  return <Icon aria-hidden className={`mr-1.5 inline size-4 align-[-0.2em] ${color}`} />
}
