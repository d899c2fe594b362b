import type { Executor } from '#server/db/client.ts'
import { requireOwner } from '#server/features/tasks/parts.ts'

/** Returns the owner of a plan as the field `ownerId` of its form. */
export const ownerIdOf = ({ owner }: { owner: { id: string } | null }) => owner?.id ?? null

/** Checks the owner of a plan. @throws AppError `bad_request` for an owner who is not on the team, unless they were the owner before */
export const requireNewOwner = async (
  tx: Executor,
  ownerId: string | null | undefined,
  former: string | null,
) => {
  if (ownerId && ownerId !== former) await requireOwner(tx, ownerId)
}
