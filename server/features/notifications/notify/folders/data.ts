import { sql } from 'drizzle-orm'
import { keysOfMembership } from '#server/db/audience.ts'
import type { Executor } from '#server/db/client.ts'
import type { FolderGift } from '#server/jobs/job-kinds.ts'
import { insertNotifications } from '../../data.ts'
import { isNotifiedOf, peopleOfAudience } from '../data.ts'

/** Notifies the partners to whom files of a folder have opened, each once. It opens the first of these files. */
export const notifyOfFolder = (tx: Executor, { folder, given, opened, line, occasion }: FolderGift) =>
  insertNotifications(
    tx,
    'resource_added',
    sql`
      select user_id, case when sum(files) = 1 then 'New file: ' || min(title)
          else sum(files) || ' new files: ' || ${folder.name}::text end as title,
        ${line ?? null}::text as detail, (array_agg(first order by title, first))[1] as resource_id, ${occasion}::text as occasion
      from (
        -- A user of several partners counts a file once.
        select distinct account.id as user_id, shared.files, shared.first, shared.title
        from ${peopleOfAudience(sql`
          select ${sql.param(given)}::text[] as audience, former.audience as former, former.files, former.first, former.title
          from jsonb_to_recordset(${JSON.stringify(opened)}::jsonb) as former(audience text[], files int, first uuid, title text)`)}
          and not (shared.former && ${keysOfMembership}) and ${isNotifiedOf.resource_added}
      ) as news group by user_id`,
    ['detail', 'resource_id', 'occasion'],
  )
