import { hash } from 'node:crypto'
import pg from 'pg'

/** A longer statement is mostly a list of values: it is rarely repeated, and its plan would need much memory. */
const maxTextLength = 10_000
// PostgreSQL caches the plans of each connection in memory until the connection closes.
const maxStatementsPerConnection = 200
const maxRememberedTexts = 1_000

/**
 * Marks the text of a statement that is not to be prepared, so that PostgreSQL plans it for its parameters each time. That is better
 * where the parameters decide whether an index helps, as with searched words, which may be in no row or in every row.
 */
export const plannedEachTime = '/* planned each time */'

const isPreparable = (text: string) =>
  text.length <= maxTextLength &&
  /^\s*(select|insert|update|delete|with)\b/i.test(text) &&
  !text.includes(plannedEachTime)

/** Makes a function that names statements by their text: null for a text that is new. The least recently sent texts are forgotten first. */
const createStatementNames = () => {
  const names = new Map<string, string | null>()
  return (text: string) => {
    const known = names.get(text)
    // A text that is remembered has passed this check before.
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
 * Prepares every statement with parameters that is sent a second time, on each connection of the pool. PostgreSQL then parses it once per
 * connection, and plans it again only where the parameters matter. The name is a hash of the text, so queries need no names. A query that
 * has a name is sent under that name.
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

/** Whether a prepared statement no longer matches its tables because a migration has changed them. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error &&
  (/^cached plan must not change result type/.test(error.message) || isStalePlan(error.cause))
