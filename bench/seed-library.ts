import pg from 'pg'
import { vacuumTables } from './vacuum-tables.ts'

const begins = ['b', 'd', 'k', 'l', 'm', 'p', 's', 't']
const ends = ['an', 'el', 'in', 'or', 'um', 'ay']
const syllables = begins.flatMap((begin) => ends.map((end) => begin + end))
const vocabulary = 48 * 36

/** Returns the word with this index in the vocabulary. The word with the index 0 is the most frequent: every fifth file has it. */
export const seededWord = (place: number) =>
  [place % 48, Math.floor(place / 48)].map((at) => syllables[at]).join('')

/**
 * Inserts `files` files into the library, in folders of 250. Of ten files, six are for everyone, two for groups and two for single
 * partners. The files have no bytes in the store.
 */
export const seedLibrary = async (connectionString: string, files: number) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('select setseed(0.5)')
    const words = (count: number) =>
      `initcap(array_to_string(array(
         select words[1 + floor(${vocabulary} * random() ^ 2)::int] from generate_series(1, ${count}) where n > 0), ' '))`
    await client.query(
      `insert into resource_folders (name, category)
       select 'Folder ' || n, (array['activation', 'creative', 'training'])[1 + n % 3]
       from generate_series(1, $1::int) n`,
      [Math.ceil(files / 250)],
    )
    await client.query(
      `with folder as (
         select id, category, row_number() over (order by id) - 1 as at, count(*) over () as folders
         from resource_folders)
       insert into resource_files
         (title, description, category, folder_id, file_path, object_key, file_name, file_type, file_size, sha256,
          download_count, assigned_group, assigned_partner_ids, updated_at)
       select ${words(3)} || ' ' || n, ${words(6)}, folder.category, folder.id,
         'bench-path-' || lpad(n::text, 8, '0'), 'bench-key-' || lpad(n::text, 8, '0'), n || '.pdf', 'pdf', 1000 + n, '',
         n % 200,
         case when n % 10 in (6, 7) then 'Group ' || n % 100 / 10 end,
         case when n % 10 in (8, 9) then array[gen_random_uuid()::text] else '{}' end,
         now() - n * interval '1 minute'
       from (select $2::text[] as words) all_words, generate_series(1, $1::int) n
       join folder on folder.at = n % folder.folders`,
      [files, Array.from({ length: vocabulary }, (_, place) => seededWord(place))],
    )
    await vacuumTables(client)
  } finally {
    await client.end()
  }
}
