import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import { type BelongingKind, kindsIn } from '#contract/belongings.ts'
import { useHandOver } from '../mutations.ts'

/** The choice of nobody while the account stays. */
export const later = {
  label: 'Later',
  hint: 'Needs attention reminds the team until everything is handed over.',
}

/**
 * What a member of staff is responsible for, and who takes it over.
 * @param isNeeded whether the user has been staff, so that there can be something
 */
export const useHandover = (userId: string, isNeeded = true) => {
  const belongings = useQuery({
    ...readOf('/api/admin/users/:userId/belongings', { params: { userId } }),
    ...notInEventStream,
    enabled: isNeeded,
  })
  const [takers, setTakers] = useState<Partial<Record<BelongingKind, string>>>({})
  const { mutateAsync, isPending } = useHandOver(userId)
  const chosen = kindsIn(belongings.data?.counts ?? {}).flatMap((kind) =>
    takers[kind] ? [{ kind, toUserId: takers[kind] }] : [],
  )

  /** Hands over what somebody was chosen for; each of them is notified once. */
  const run = async () => {
    const byTaker = Map.groupBy(chosen, ({ toUserId }) => toUserId)
    const steps = Array.from(byTaker, ([toUserId, all]) => ({ toUserId, what: all.map(({ kind }) => kind) }))
    if (steps.length > 0) await mutateAsync(steps)
  }

  return {
    userId,
    belongings,
    takers,
    isChosen: chosen.length > 0,
    isPending,
    /** Chooses who takes over these kinds; the empty id stands for nobody yet. */
    choose: (kinds: BelongingKind[], toUserId: string) =>
      setTakers({ ...takers, ...Object.fromEntries(kinds.map((kind) => [kind, toUserId])) }),
    run,
  }
}

export type Handover = ReturnType<typeof useHandover>
