import { chmod, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createFileReceiver, requireWritableFile } from './file-receiver.ts'

const folder = await mkdtemp(join(tmpdir(), 'portal-audit-file-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

let path: string
beforeEach(async () => {
  path = join(await mkdtemp(join(folder, 'test-')), 'audit.jsonl')
})

const nobody = 65534
/** Runs a function as an account that is not root, since root can write everywhere. */
const asOrdinaryAccount = async <T>(run: () => Promise<T>) => {
  if (process.getuid?.() !== 0) return run()
  process.seteuid?.(nobody)
  try {
    return await run()
  } finally {
    process.seteuid?.(0)
  }
}

const event = (number: number) => ({ at: new Date(), json: JSON.stringify({ number }) })
const textOf = (...numbers: number[]) => numbers.map((number) => `{"number":${number}}\n`).join('')

describe('the file of the audit log', () => {
  test('is created with mode 0640, and gets one line per event', async () => {
    const receiver = createFileReceiver(path)
    await receiver.send([event(1), event(2)])
    await receiver.send([event(3)])
    await receiver.close()
    expect(await readFile(path, 'utf8')).toBe(textOf(1, 2, 3))
    expect((await stat(path)).mode & 0o777 & ~0o640).toBe(0)
  })

  test('is created again after it was renamed or deleted, and continued after it was emptied', async () => {
    const receiver = createFileReceiver(path)
    await receiver.send([event(1)])
    await rename(path, `${path}.1`)
    await receiver.send([event(2)])
    expect(await readFile(`${path}.1`, 'utf8')).toBe(textOf(1))
    expect(await readFile(path, 'utf8')).toBe(textOf(2))
    await rm(path)
    await receiver.send([event(3)])
    await writeFile(path, '')
    await receiver.send([event(4)])
    await receiver.close()
    expect(await readFile(path, 'utf8')).toBe(textOf(4))
  })

  test('begins a new line after a line that a killed process left incomplete', async () => {
    await writeFile(path, '{"number":1}\n{"num')
    const receiver = createFileReceiver(path)
    await receiver.send([event(2)])
    await receiver.close()
    expect(await readFile(path, 'utf8')).toBe(`{"number":1}\n{"num\n${textOf(2)}`)
  })

  test.each([
    ['whose folder does not exist', () => join(path, 'missing', 'audit.jsonl'), 'does not exist'],
    ['that is a folder', () => folder, 'it is a folder'],
    ['that is no file', () => '/dev/null', 'it is not a file'],
  ])('%s stops the start', async (_what, pathOf, reason) => {
    await expect(requireWritableFile(pathOf())).rejects.toThrow(`AUDIT_LOG_TO: ${pathOf()} cannot be written`)
    await expect(requireWritableFile(pathOf())).rejects.toThrow(reason)
  })

  test('prevents the start if this account cannot write it', async () => {
    await writeFile(path, '')
    await chmod(path, 0o444)
    for (const entered of [folder, dirname(path)]) await chmod(entered, 0o755)
    await expect(asOrdinaryAccount(() => requireWritableFile(path))).rejects.toThrow(
      'this account may not write there',
    )
  })

  test('can be a link to a file', async () => {
    await writeFile(`${path}.target`, '')
    await symlink(`${path}.target`, path)
    const receiver = createFileReceiver(path)
    await receiver.send([event(1)])
    await receiver.send([event(2)])
    await receiver.close()
    expect(await readFile(`${path}.target`, 'utf8')).toBe(textOf(1, 2))
  })
})
