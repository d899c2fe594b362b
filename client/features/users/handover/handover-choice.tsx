import { type ReactNode, useState } from 'react'
import { Ago } from '#client/domain/day.tsx'
import { personName } from '#client/domain/person-name.ts'
import { useTeam } from '#client/domain/queries.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { Field, Select } from '#client/ui/field.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { type BelongingKind, countedBelonging, countedBelongings, kindsIn } from '#contract/belongings.ts'
import type { Belongings } from '#contract/handover.ts'
import { Lines } from '../lines.tsx'
import type { Handover } from './use-handover.ts'

type HandoverChoiceProps = {
  handover: Handover
  /** The choice of nobody, and what follows from it. */
  none: { label: string; hint: string }
  /** Why nothing can be handed over yet. */
  error?: string | undefined
  /** Whether the API tokens end; by default the user keeps them. */
  endsTokens?: boolean
  /** Whether there is nothing to hand over, since the user stays on the team. */
  staysStaff?: boolean
  /** Shown instead of the choice when there is nothing to hand over. */
  empty?: ReactNode
}

/** Lists what a member of staff is responsible for, and asks who takes it over: one person for all of it, or one for each kind. */
export function HandoverChoice({ endsTokens, staysStaff, empty, ...choice }: HandoverChoiceProps) {
  return (
    <QueryState
      query={choice.handover.belongings}
      className="has-[>:empty]:hidden"
      failure={{ title: 'What is theirs could not be loaded' }}
    >
      {({ counts, apiTokens }) => {
        const kinds = staysStaff ? [] : kindsIn(counts)
        return (
          <div className="grid grid-cols-1 gap-4">
            {kinds.length > 0 ? <Takers {...choice} kinds={kinds} counts={counts} /> : empty}
            {endsTokens && apiTokens.length > 0 && <EndingTokens tokens={apiTokens} />}
          </div>
        )
      }}
    </QueryState>
  )
}

type TakersProps = Pick<HandoverChoiceProps, 'handover' | 'none' | 'error'> &
  Pick<Belongings, 'counts'> & { kinds: BelongingKind[] }

function Takers({ handover, kinds, counts, none, error }: TakersProps) {
  const { userId, takers, choose } = handover
  const [isDivided, setDivided] = useState(false)
  const { data: team = [] } = useTeam()
  const others = team.filter(({ id }) => id !== userId)
  const isLeft = kinds.some((kind) => !takers[kind])

  const selectOf = (label: string, of: BelongingKind[], isLast: boolean) => (
    <Field key={label} label={label} hint={isLeft && isLast && none.hint} error={isLast ? error : undefined}>
      <Select
        value={takers[of[0] as BelongingKind] ?? ''}
        onChange={({ target }) => choose(of, target.value)}
      >
        <option value="">{none.label}</option>
        {others.map((member) => (
          <option key={member.id} value={member.id}>
            {personName(member)}
          </option>
        ))}
      </Select>
    </Field>
  )

  const handleDivide = () => {
    // With one person for everything, the first choice applies to all.
    if (isDivided) choose(kinds, takers[kinds[0] as BelongingKind] ?? '')
    setDivided(!isDivided)
  }

  return (
    <>
      {isDivided ? (
        kinds.map((kind, index) =>
          selectOf(countedBelonging(kind, counts[kind] ?? 0), [kind], index === kinds.length - 1),
        )
      ) : (
        <>
          <Lines heading="Theirs now">{countedBelongings(counts)}</Lines>
          {selectOf('Who takes it over', kinds, true)}
        </>
      )}
      {kinds.length > 1 && (
        <Button size="small" className="justify-self-start" onClick={handleDivide}>
          {isDivided ? 'One person for everything' : 'Different people for each…'}
        </Button>
      )}
    </>
  )
}

/** The API tokens that end with the access of their creator, which programs may still use. */
function EndingTokens({ tokens }: { tokens: Belongings['apiTokens'] }) {
  const now = useNow()
  return (
    <Lines heading="API tokens that end for good">
      {tokens.map(({ id, name, lastUsedAt }) => (
        <span key={id}>
          {`${name} · `}
          {lastUsedAt ? (
            <>
              last used <Ago at={lastUsedAt} now={now} />
            </>
          ) : (
            'never used'
          )}
        </span>
      ))}
    </Lines>
  )
}
