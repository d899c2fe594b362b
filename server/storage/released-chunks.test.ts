import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { releasedChunks } from './released-chunks.ts'

test('the chunks of a file come whole, and the memory of each is given back as the next one comes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-chunks-'))
  const bytes = randomBytes(300_000)
  await writeFile(join(folder, 'file'), bytes)
  const seen: Buffer[] = []
  const copies: Buffer[] = []
  for await (const chunk of releasedChunks(createReadStream(join(folder, 'file')))) {
    seen.push(chunk)
    copies.push(Buffer.from(chunk))
  }
  await rm(folder, { recursive: true })
  expect(Buffer.concat(copies)).toEqual(bytes)
  expect(seen.length).toBeGreaterThan(1)
  expect(seen.map(({ length }) => length).slice(0, -1)).toEqual(seen.slice(1).map(() => 0))
})

test('memory that is shared is left to those who share it', async () => {
  const shared = Buffer.from('abcdef')
  const parts = async function* () {
    yield shared.subarray(0, 3)
    yield shared.subarray(3)
  }
  for await (const _part of releasedChunks(parts()));
  expect(shared.toString()).toBe('abcdef')
})
