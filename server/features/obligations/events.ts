import { type ObligationKind, obligationKindLabels } from '#contract/obligations/kinds.ts'
import { type Changes, eventsAbout } from '#server/domain-events/event.ts'

type About = Changes & {
  obligation: { id: string; kind: ObligationKind; partnerId: string; documentId: string }
}

const obligationEvent = eventsAbout<About>({
  subject: ({ obligation }) => ({ id: obligation.id, name: obligationKindLabels[obligation.kind] }),
  partnerId: ({ obligation }) => obligation.partnerId,
  metadata: ({ obligation }) => ({ documentId: obligation.documentId }),
})

// No line names an amount.
const line =
  (what: string) =>
  ({ obligation }: About) =>
    `${obligationKindLabels[obligation.kind]}: ${what}`

export const obligationDone = obligationEvent('obligation.done', {
  activity: { obligation_done: line('done') },
  audit: 'of anyone',
})

export const obligationWaived = obligationEvent('obligation.waived', {
  activity: { obligation_waived: line('waived') },
  audit: 'of anyone',
})

export const obligationReopened = obligationEvent('obligation.reopened', {
  activity: { obligation_reopened: line('open again') },
  audit: 'of anyone',
})

const termsEvent = eventsAbout<Changes & { agreement: { id: string; partnerId: string } }>({
  subject: ({ agreement }) => ({ id: agreement.id, name: 'Terms of an agreement' }),
  partnerId: ({ agreement }) => agreement.partnerId,
})

/** Staff said what terms of a signed agreement mean that could not be read. */
export const termsAnswered = termsEvent('obligation.terms_answered')
