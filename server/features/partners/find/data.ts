import { sql } from 'drizzle-orm'
import { comparedText } from '#contract/compared-text.ts'
import type { FoundLine } from '#contract/partners/partners.ts'
import type { Executor } from '#server/db/client.ts'

// More partners of one name than these would be no choice to make in a dialog.
const maxPerLine = 10

/** Finds the partners of each line: those with that email address, for themselves or one of their people, or with that business name. */
export const findPartners = async (db: Executor, lines: string[]): Promise<FoundLine[]> => {
  const lowered = lines.map((line) => line.toLowerCase())
  const { rows } = await db.execute<{ place: number; partners: FoundLine['partners'] }>(sql`
    with line as (
      select * from unnest(${sql.param(lines.map(comparedText))}::text[], ${sql.param(lowered)}::text[])
        with ordinality as given (compared, lowered, place)
    ), found as (
      select place, profile.id from line join partner_profiles profile on compared_text(profile.business_name) = compared
      union select place, profile.id from line join partner_profiles profile on lower(profile.email) = lowered
      union select place, member.partner_id from line
        join users person on lower(person.email) = lowered join partner_members member on member.user_id = person.id
    ), numbered as (
      select place, profile.id, profile.full_name, profile.business_name, profile.email,
        row_number() over (partition by place order by profile.full_name, profile.id) as number
      from found join partner_profiles profile on profile.id = found.id
    )
    select place::int, json_agg(json_build_object('id', id, 'fullName', full_name, 'businessName', business_name, 'email', email)
      order by number) as partners
    from numbered where number <= ${maxPerLine} group by place`)
  const found = new Map(rows.map(({ place, partners }) => [place, partners]))
  return lines.map((line, index) => ({ line, partners: found.get(index + 1) ?? [] }))
}
