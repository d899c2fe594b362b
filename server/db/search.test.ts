import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createPartner } from '#test/factories.ts'
import { partnerActivations } from './schema/activations.ts'
import { partnerProfiles } from './schema/partners.ts'
import { containsWordsOrPartner, partnerContainsWords } from './search.ts'

const portal = await createTestApp()
afterAll(portal.close)

test('a search by the names of partners is planned for its words each time', async () => {
  const { profile } = await createPartner(portal, { fullName: 'Ada Lime' })
  const { searchText, partnerId } = partnerActivations
  await portal.db.insert(partnerActivations).values({
    ...{ partnerId: profile.id, name: 'Health day', activationDate: new Date() },
  })
  await portal.db.transaction(async (tx) => {
    for (const search of ['lime', 'ada lime', 'lime ada']) {
      const own = partnerContainsWords(partnerProfiles.id, search)
      expect(await tx.$count(partnerProfiles, own)).toBe(1)
      const words = `health ${search}`
      expect(await tx.$count(partnerActivations, containsWordsOrPartner(searchText, partnerId, words))).toBe(
        1,
      )
    }
    const { rows } = await tx.execute(
      sql`select statement from pg_prepared_statements where statement like '%partner_profiles found%'`,
    )
    expect(rows).toEqual([])
  })
})
