import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '#contract/endpoint.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

const folder = join(import.meta.dirname, '../contract')
const files = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] }).sort()
const modules = await Promise.all(
  files.map((file): Promise<Record<string, unknown>> => import(pathToFileURL(join(folder, file)).href)),
)

/** Every call that the contract declares. */
export const endpoints: Endpoint[] = modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
