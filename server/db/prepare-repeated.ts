import { hash } from 'node:crypto'
import pg from 'pg'

/** A long statement is mostly a list of values: it is rarely repeated, and its plan would need much memory. */
const maxTextLength = 10_000
// PostgreSQL caches the plans of each connection in memory until the connection closes.
const maxStatementsPerConnection = 200
const maxRememberedTexts = 1_000

/**
 * In the text of a statement that is not to be prepared. PostgreSQL plans it for its parameters each time: better where they decide
 * whether an index helps, as with searched words, which may be in no row or in every one.
 */
export const plannedEachTime = '/* planned each time */'

const isPreparable = (text: string) =>
  text.length <= maxTextLength &&
  /^\s*(select|insert|update|delete|with)\b/i.test(text) &&
  !text.includes(plannedEachTime)

/** Names of statements by their text: null for a text that was sent only once. The least recently sent is forgotten first. */
const createStatementNames = () => {
  const names = new Map<string, string | null>()
  return (text: string) => {
    const known = names.get(text)
    // The texts that are remembered were read when they came first.
    if (known === undefined && !isPreparable(text)) return null
    const name = known === undefined ? null : (known ?? hash('sha256', text, 'base64url'))
    names.delete(text)
    names.set(text, name)
    const [oldest] = names.keys()
    if (names.size > maxRememberedTexts && oldest !== undefined) names.delete(oldest)
    return name
  }
}

/**
 * Prepares every statement with parameters that comes a second time, on each connection of the pool: PostgreSQL then parses
 * it once for a connection, and plans it anew only where the parameters matter. The name is a hash of the text, so that no
 * query has to name itself. A query with a name of its own is sent under it.
 */
export const prepareRepeatedStatements = (pool: pg.Pool) => {
  const nameOf = createStatementNames()
  pool.on('connect', (client) => {
    const prepared = new Set<string>()
    const { query } = client

    const withName = (config: string | pg.QueryConfig, given: unknown) => {
      const statement = typeof config === 'string' ? { text: config } : config
      const values = statement.values ?? given
      if (statement.name || statement instanceof pg.Query || !Array.isArray(values) || values.length === 0) {
        return config
      }
      const name = nameOf(statement.text)
      if (!name || (!prepared.has(name) && prepared.size >= maxStatementsPerConnection)) return config
      prepared.add(name)
      return { ...statement, name }
    }

    client.query = ((config: string | pg.QueryConfig, values: unknown, callback: unknown) =>
      Reflect.apply(query, client, [withName(config, values), values, callback])) as typeof query
  })
}

/** Whether a prepared statement no longer fits its tables because a migration has changed them. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error &&
  (/^cached plan must not change result type/.test(error.message) || isStalePlan(error.cause))
