import { buffer } from 'node:stream/consumers'
import { eq, isNull } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { checkSealedPdf } from '#packages/sealed-pdf/check.ts'
import { agreementEvents, documentSeals } from '#server/db/schema/evidence.ts'
import { createStore } from '#server/storage/create-store.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { createTestApp } from '#test/app.ts'
import { createCountersigned } from '#test/countersigning.ts'
import { createPartner, sign } from '#test/factories.ts'
import { createKillableServer } from '#test/killable-server.ts'
import { documentIdOf } from '#test/partner-rows.ts'
import { rounds, startRandom } from '#test/rounds.ts'

const portal = await createTestApp()
afterAll(portal.close)
const server = await createKillableServer(portal)

test('an agreement is sealed once for each signature, however often processes are killed between signing and sealing', async () => {
  const ids: string[] = []
  const random = startRandom()
  for (let round = 0; round < rounds({ short: 1, long: 50 }); round++) {
    for (const _each of [1, 2, 3]) {
      const partner = await createPartner(portal)
      await sign(portal, partner.user, 'nda')
      ids.push(documentIdOf(partner, 'nda'))
    }
    const countersigned = await createCountersigned(portal)
    // A countersigned agreement needs two seals, so its id is in the list twice.
    ids.push(countersigned.id, countersigned.id)
    const running = await server.start()
    // The process is killed at a random moment: before, while or after the agreements are drawn, stored and recorded.
    await new Promise((resolve) => setTimeout(resolve, random(900)))
    await running.stop('SIGKILL')
  }
  await server.start()
  await expect
    .poll(() => portal.db.$count(documentSeals, isNull(documentSeals.sealedAt)), { timeout: 600_000 })
    .toBe(0)
  const sealed = await portal.db
    .select({ documentId: agreementEvents.documentId, data: agreementEvents.data })
    .from(agreementEvents)
    .where(eq(agreementEvents.type, 'sealed'))
  expect(sealed.map(({ documentId }) => documentId).toSorted()).toEqual(ids.toSorted())
  const store = await createStore({ ...portal.deps.settings, dataDir: server.dataDir })
  for (const { data } of sealed) {
    const bytes = await buffer(await store.read(fileKey(String(data.sha256))))
    expect(await checkSealedPdf(bytes)).toMatchObject({ state: 'intact', sha256: data.sha256 })
  }
}, 3_600_000)
