import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { insertNotifications } from './data.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

test('statements that notify the same users in different orders do not deadlock, and each user is notified once', async () => {
  const people = 3_000
  await db.execute(sql`
    insert into users (email, role) select 'one' || number || '@many.test', 'user' from generate_series(1, ${people}::int) as number`)
  for (let round = 1; round <= 3; round += 1) {
    const inOrder = (order: string) =>
      insertNotifications(
        db,
        'role_changed',
        sql`select id as user_id, 'Your role is now User' as title, ${round}::text as occasion
          from users where email like '%@many.test' order by id ${sql.raw(order)}`,
        ['occasion'],
      )
    const counts = await Promise.all([inOrder('asc'), inOrder('desc'), inOrder('asc'), inOrder('desc')])
    expect(counts.reduce((sum, count) => sum + count)).toBe(people)
  }
})
