import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { rounds, startRandom, startSeed } from '../../test/rounds.ts'
import { checkSealedPdf } from './check.ts'
import { createIdentity } from './identity.ts'
import { sealPdf } from './seal.ts'
import { drawDocument, flipBit, run, signatureOf } from './test-documents.ts'
import { startTimestampServer } from './test-timestamp-server.ts'

// Thousands of checks and programs take long on a busy machine, and no test measures time.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 120_000 })

const levels = ['B-B', 'B-T'] as const
let files: Record<(typeof levels)[number], Uint8Array>
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bit-flips-'))
  const server = await startTimestampServer()
  const identity = await createIdentity({ commonName: 'Portal', organization: 'Example' })
  const seal = async (timestampUrl?: string) => {
    const options = { reason: 'Signed', signedAt: new Date(), timestampUrl, fetchTimeoutMs: 60_000 }
    return (await sealPdf(await drawDocument(), identity, options)).pdf
  }
  files = { 'B-B': await seal(), 'B-T': await seal(server.url) }
  await server.stop()
  for (const level of levels) expect(await checkSealedPdf(files[level])).toMatchObject({ state: 'intact' })
  expect(await checkSealedPdf(files['B-T'])).toMatchObject({ timestamp: { authority: 'tsa' } })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const isFound = async (pdf: Uint8Array) => {
  const { state } = await checkSealedPdf(pdf)
  expect(state).not.toBe('intact')
}

describe.for(levels)('a file sealed at level %s', (level) => {
  test('is never intact with one of its bits changed', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: files[level].length * 8 - 1 }), (bit) =>
        isFound(flipBit(files[level], bit)),
      ),
      { numRuns: rounds({ short: 600, long: 20_000 }), seed: startSeed(), endOnFailure: true },
    ))

  test('is never intact with a bit changed in its signature, where no digest covers the bytes', () => {
    const { from, encoded } = signatureOf(files[level])
    const first = from * 8
    const last = (from + 1 + encoded.length * 2) * 8 - 1
    return fc.assert(
      fc.asyncProperty(fc.integer({ min: first, max: last }), (bit) => isFound(flipBit(files[level], bit))),
      { numRuns: rounds({ short: 200, long: 5_000 }), seed: startSeed(), endOnFailure: true },
    )
  })

  test('is never intact with some bytes replaced, removed or inserted', () =>
    fc.assert(
      fc.asyncProperty(
        fc.nat(files[level].length),
        fc.nat(20),
        fc.uint8Array({ maxLength: 20 }),
        async (at, removed, inserted) => {
          const original = Buffer.from(files[level])
          const changed = Buffer.concat([original.subarray(0, at), inserted, original.subarray(at + removed)])
          if (!changed.equals(original)) await isFound(changed)
        },
      ),
      { numRuns: rounds({ short: 200, long: 5_000 }), seed: startSeed(), endOnFailure: true },
    ))
})

// This bit differs between a capital and a small letter.
const caseBit = 5

/** Returns what pdfsig reports for the file with each of these bits changed. */
const askPdfsig = async (file: Uint8Array, bits: number[]) => {
  const responses = new Map<number, string>()
  const waiting = [...bits]
  const work = async (worker: number) => {
    const path = join(folder, `${worker}.pdf`)
    for (let bit = waiting.pop(); bit !== undefined; bit = waiting.pop()) {
      await writeFile(path, flipBit(file, bit))
      responses.set(bit, (await run('pdfsig', ['-nocert', path])).output)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, (_, worker) => work(worker)))
  return responses
}

describe('pdfsig, which knows nothing of this code,', () => {
  const isAccepted = (output: string) =>
    output.includes('Signature is Valid') && output.includes('Total document signed')

  test('accepts the unchanged files', async () => {
    for (const level of levels) {
      await writeFile(join(folder, 'whole.pdf'), files[level])
      expect(isAccepted((await run('pdfsig', ['-nocert', join(folder, 'whole.pdf')])).output)).toBe(true)
    }
  })

  test('finds changes of a bit in the signed bytes too', async () => {
    const file = files['B-T']
    const { from, to } = signatureOf(file)
    const signedBytes = file.length - (to - from)
    const random = startRandom()
    const bits = Array.from({ length: rounds({ short: 40, long: 1_500 }) }, () => {
      const byte = random(signedBytes)
      return (byte < from ? byte : byte + to - from) * 8 + random(8)
    })
    const responses = await askPdfsig(file, bits)
    const accepted = [...responses].filter(([, output]) => isAccepted(output)).map(([bit]) => bit)
    expect(accepted).toEqual([])
    const mismatches = [...responses.values()].filter((output) => output.includes('Digest Mismatch'))
    expect(mismatches.length).toBeGreaterThan(bits.length / 2)
  })

  test('accepts changes in the unsigned bytes of a signature that the package’s own check finds', async () => {
    const file = files['B-T']
    const { from, to } = signatureOf(file)
    const random = startRandom()
    const length = rounds({ short: 20, long: 500 })
    const anywhere = Array.from({ length }, () => from * 8 + random((to - from) * 8))
    const letters = [...file.keys()]
      .slice(from, to)
      .filter((byte) => /[a-f]/.test(String.fromCharCode(file[byte] ?? 0)))
    const otherCase = Array.from({ length }, () => (letters[random(letters.length)] ?? 0) * 8 + caseBit)
    const responses = await askPdfsig(file, [...anywhere, ...otherCase])
    const accepted = [...responses].filter(([, output]) => isAccepted(output)).map(([bit]) => bit)
    // This is why the package has its own check. pdfsig also accepts changes in padding and unsigned attributes, but few flips hit them.
    expect(accepted).toEqual(expect.arrayContaining(otherCase))
    for (const bit of accepted) await isFound(flipBit(file, bit))
  })
})
