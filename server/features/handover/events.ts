import { type BelongingCounts, countedBelongings } from '#contract/belongings.ts'
import { limits } from '#contract/limits.ts'
import { nameOf } from '#server/domain-events/actor.ts'
import { eventsAbout } from '#server/domain-events/event.ts'
import { notifyOfHandover } from './data.ts'

interface Handover {
  user: Parameters<typeof nameOf>[0] & { id: string }
  toId: string
  counts: BelongingCounts
}

const joined = (lines: string[]) =>
  lines.length > 1 ? `${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}` : lines.join()

/** Staff have given what one of them is responsible for to another. The audit log has one event for all of it. */
export const handedOver = eventsAbout<Handover>({
  subject: ({ user }) => ({ id: user.id, name: nameOf(user) }),
})('user.handed_over', {
  audit: 'of anyone',
  notify: {
    handed_over: async (tx, occurred) => {
      for (const { user, toId, counts } of occurred) {
        const title = `You took over ${joined(countedBelongings(counts))} from ${nameOf(user)}`
        await notifyOfHandover(tx, toId, title.slice(0, limits.description).toWellFormed())
      }
    },
  },
})
