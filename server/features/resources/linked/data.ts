import { and, asc, inArray, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { resourceFiles } from '#server/db/schema/resources.ts'
import { pick } from '#server/pick.ts'
import { visibleTo } from '../data.ts'

/** Lists those of the files that are in the library, by title. */
export const findResources = (db: Executor, ids: string[]) =>
  db
    .select(pick(resourceFiles, 'id', 'title', 'fileType'))
    .from(resourceFiles)
    .where(and(inArray(resourceFiles.id, ids), visibleTo('staff')))
    .orderBy(asc(resourceFiles.title), asc(resourceFiles.id))

/** The subjects that can link to files of the library: the table of the links, and its column with the id of the subject. */
const links = {
  activation: { table: sql`activation_resources`, owner: sql`activation_id` },
  announcement: { table: sql`announcement_resources`, owner: sql`announcement_id` },
}

/** Sets the files that something names. Links to withdrawn files stay, so that they are back when the files are restored. */
export const setLinks = async (tx: Executor, what: keyof typeof links, id: string, fileIds: string[]) => {
  const { table, owner } = links[what]
  await tx.execute(sql`
    delete from ${table} link using resource_files file
    where link.${owner} = ${id} and file.id = link.resource_id and file.is_active`)
  // The files are locked in the order of their ids, as where all files of a folder change.
  await tx.execute(sql`
    insert into ${table} (${owner}, resource_id)
    select ${id}::uuid, file_id from unnest(${sql.param(fileIds)}::uuid[]) as file_id order by file_id on conflict do nothing`)
}
