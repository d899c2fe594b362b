import type { FastifyInstance } from 'fastify'
import { listQuarantinedFiles } from '#contract/files/quarantined-files.ts'
import { maxRows } from '#contract/paging.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/http/route.ts'
import type { FileOwner } from '../file-owner.ts'

/** Registers the route that lists quarantined files. The `owners` list those of each feature. */
export const registerQuarantinedFiles = (
  app: FastifyInstance,
  { sessions, settings }: Deps,
  owners: Pick<FileOwner, 'listQuarantined'>[],
) => {
  route(app, sessions, listQuarantinedFiles, async ({ user }) => {
    if (!settings.clamavUrl) return []
    const held = (await Promise.all(owners.map((owner) => owner.listQuarantined(user))))
      .flat()
      .slice(0, maxRows)
    return isStaff(user.role) ? held : held.map((file) => ({ ...file, threat: null }))
  })
}
