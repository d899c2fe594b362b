import pg from 'pg'
import { transactionLimits } from './time-limits.ts'

/**
 * Adapts the statements of a pool to a pooler in transaction mode. No statement is prepared by name, because only one session of the
 * database would know the name, and each transaction begins by setting its time limits.
 */
export const prepareForPooler = (pool: pg.Pool) => {
  pool.on('connect', (client) => {
    const { query } = client
    const adapt = (config: string | pg.QueryConfig) => {
      if (config instanceof pg.Query) return config
      const { name: _, ...statement } = typeof config === 'string' ? { text: config } : config
      const { text } = statement
      return { ...statement, text: /^begin\b/i.test(text) ? text + transactionLimits(client) : text }
    }
    client.query = ((config: string | pg.QueryConfig, ...rest: unknown[]) =>
      Reflect.apply(query, client, [adapt(config), ...rest])) as typeof query
  })
}
