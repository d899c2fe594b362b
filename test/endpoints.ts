import type { Endpoint } from '#contract/endpoint.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

const modules = import.meta.glob<Record<string, unknown>>(
  ['../contract/**/*.ts', '!../contract/**/*.test.ts'],
  {
    eager: true,
  },
)

/** Every call that the contract declares. */
export const endpoints: Endpoint[] = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint)
