import type { Executor } from '#server/db/client.ts'
import { requireOwner } from '#server/features/tasks/parts.ts'

/** The field `ownerId` of a plan as its form has it. */
export const ownerIdOf = ({ owner }: { owner: { id: string } | null }) => owner?.id ?? null

/** @throws AppError `bad_request` for an owner who is not of the team, unless they were the owner before */
export const requireNewOwner = async (
  tx: Executor,
  ownerId: string | null | undefined,
  former: string | null,
) => {
  if (ownerId && ownerId !== former) await requireOwner(tx, ownerId)
}
