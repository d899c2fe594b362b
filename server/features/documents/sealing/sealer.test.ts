import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { checkSealedPdf } from '#packages/sealed-pdf/check.ts'
import { createIdentity } from '#packages/sealed-pdf/identity.ts'
import { sampleNda } from '#test/signed-agreements.ts'
import { createSealer } from './sealer.ts'

const sealer = createSealer(await createIdentity({ commonName: 'Portal', organization: 'Portal' }), undefined)
afterAll(() => sealer.close())

const seal = () => sealer.seal({ agreement: sampleNda(), reason: 'Signed' })

const listSealingProcesses = async () => {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,args='])
  return stdout.split('\n').flatMap((row) => {
    const [id, parent] = row.trim().split(/\s+/).map(Number)
    return id && parent === process.pid && row.includes('sealing-process') ? [id] : []
  })
}

// Other tests may have left an idle process.
const others = await listSealingProcesses()
const sealingProcess = async () => {
  const [own] = (await listSealingProcesses()).filter((id) => !others.includes(id))
  if (!own) throw new Error('Nothing seals')
  return own
}

test('sealing fails when its process ends, and another process seals the next agreement', async () => {
  await seal()
  const first = await sealingProcess()
  const refused = expect(seal()).rejects.toThrow('The process that seals agreements has ended: SIGKILL')
  process.kill(first, 'SIGKILL')
  await refused
  const { pdf, sha256 } = await seal()
  expect(await checkSealedPdf(pdf)).toMatchObject({ state: 'intact', sha256 })
  expect(await sealingProcess()).not.toBe(first)
})

test('signals to all processes of the portal do not end what is being sealed', async () => {
  await seal()
  const sealed = seal()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(await sealingProcess(), signal)
  expect(await checkSealedPdf((await sealed).pdf)).toMatchObject({ state: 'intact' })
  await seal()
})
