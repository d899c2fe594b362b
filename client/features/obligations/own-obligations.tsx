import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Titled } from '#client/ui/facts.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { Obligation } from '#contract/obligations/obligations.ts'
import { ObligationRows } from './obligation-list.tsx'
import { stateOf } from './obligation-words.ts'
import { ownObligations } from './own-payments.tsx'

/** What the partner who is signed in and the company owe each other: what is open, and then what is done or over. */
export function OwnObligations() {
  const query = useQuery(ownObligations)
  const isOpen = (each: Obligation) => ['open', 'late'].includes(stateOf(each))
  return (
    <QueryState
      query={query}
      failure={{ title: 'The dates could not be loaded' }}
      empty={{
        when: ({ length }) => length === 0,
        show: <EmptyState icon={CalendarClock} line="No payments or dates yet" />,
      }}
    >
      {(obligations) => (
        <div className="grid grid-cols-1 gap-6">
          <Group title="Open" obligations={obligations.filter(isOpen)} />
          <Group title="Done" obligations={obligations.filter((each) => !isOpen(each)).reverse()} />
        </div>
      )}
    </QueryState>
  )
}

function Group({ title, obligations }: { title: string; obligations: Obligation[] }) {
  if (obligations.length === 0) return null
  return (
    <Titled title={title}>
      <ObligationRows label={title} obligations={obligations} />
    </Titled>
  )
}
