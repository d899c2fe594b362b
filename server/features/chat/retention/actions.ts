import { notify } from '#server/bus/data.ts'
import type { Deps } from '#server/deps.ts'
import { releaseFiles } from '#server/features/files/actions.ts'
import * as data from './data.ts'

/** Deletes the messages, notes and files of conversations that were closed this many days ago, one conversation at a time. */
export const sweepConversations = async ({ db }: Pick<Deps, 'db'>, days: number) => {
  const sweepOne = () =>
    db.transaction(async (tx) => {
      const id = await data.lockOldConversation(tx, days)
      if (id === undefined) return false
      await releaseFiles(tx, await data.listFilesOf(tx, id))
      await data.clearConversation(tx, id)
      await notify(tx, 'stale', 'inbox')
      return true
    })
  while (await sweepOne());
}
