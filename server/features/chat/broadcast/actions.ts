import { notify } from '#server/bus/data.ts'
import type { Executor } from '#server/db/client.ts'
import { formatChatNotice } from '../notices.ts'
import { addMessageToAll, lockConversationsOf } from './data.ts'

/**
 * Writes the same message into the conversation of each of these partners, as if the member of staff had written it there, so it answers
 * what waits. Runs in a transaction.
 * @returns the ids of the partners who got it, and how many are left out because they are disabled
 */
export const messagePartners = async (
  tx: Executor,
  sender: { id: string },
  partnerIds: string[],
  message: string,
) => {
  const conversations = await lockConversationsOf(tx, partnerIds)
  const reached = conversations.filter(({ isDisabled }) => !isDisabled)
  if (reached.length > 0) await addMessageToAll(tx, reached, { senderId: sender.id, message })
  for (const { id, lastSeq, partnerReadSeq } of reached) {
    const seq = lastSeq + 1
    await notify(
      tx,
      'chat',
      formatChatNotice('message', id, { lastSeq: seq, partnerReadSeq, staffReadSeq: seq }),
    )
  }
  return {
    changed: reached.map(({ partnerId }) => ({ id: partnerId })),
    leftOut: { disabled: conversations.length - reached.length },
  }
}
