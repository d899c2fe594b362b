import { AsyncResource } from 'node:async_hooks'
import { type Span, SpanKind } from '@opentelemetry/api'
import type pg from 'pg'
import { markFailed, type Spans } from './spans.ts'

const maxTextLength = 2_000

/** Returns a statement without values. Most are parameters; quoted ones in the text are replaced. */
const withoutLiterals = (text: string) =>
  text
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Returns a text without anything in parentheses, such as nested selects. */
const outermost = (text: string): string => {
  const less = text.replaceAll(/\([^()]*\)/g, '')
  return less === text ? text : outermost(less)
}

/** Summarizes a statement, such as "SELECT users". */
const summaryOf = (text: string) => {
  const [, operation = 'statement'] = /^\s*(\w+)/.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_][a-z0-9_.]*)/i.exec(outermost(text)) ?? []
  return table ? `${operation.toUpperCase()} ${table}` : operation.toUpperCase()
}

type Callback = (error: unknown, ...rest: unknown[]) => void

/** Traces the statements of a pool that belong to a request or a job. */
export const observeStatements = (pool: pg.Pool, spans: Spans) => {
  const startSpan = (given: string) => {
    const text = withoutLiterals(given)
    return spans.startChild(summaryOf(text), SpanKind.CLIENT, {
      'db.system.name': 'postgresql',
      'db.query.text': text.slice(0, maxTextLength),
    })
  }
  const { connect } = pool
  // The request that returns a connection calls the callback of the one that waits. Binding keeps the callback in its own request's span.
  pool.connect = ((callback?: Callback) =>
    Reflect.apply(connect, pool, callback ? [AsyncResource.bind(callback)] : [])) as typeof connect

  pool.on('connect', (client) => {
    const { query } = client
    const traced = (...args: unknown[]) => {
      const [config] = args as [string | Partial<pg.QueryConfig & pg.Submittable>]
      const text = typeof config === 'string' ? config : config?.text
      const isStream = typeof config === 'object' && 'submit' in config
      const span = text === undefined || isStream ? undefined : startSpan(text)
      return span ? traceStatement(query, client, args, span) : Reflect.apply(query, client, args)
    }
    client.query = traced as typeof query
  })
}

const traceStatement = (
  query: pg.ClientBase['query'],
  client: pg.ClientBase,
  args: unknown[],
  span: Span,
) => {
  const end = (error?: unknown) => {
    if (error) markFailed(span, error)
    span.end()
  }
  const callback = args.findLast((arg) => typeof arg === 'function') as Callback | undefined
  if (callback) {
    const response: Callback = (error, ...rest) => {
      end(error)
      callback(error, ...rest)
    }
    return Reflect.apply(query, client, [...args.slice(0, args.lastIndexOf(callback)), response])
  }
  const answered = Reflect.apply(query, client, args) as unknown as Promise<unknown>
  return answered.then(
    (result) => {
      end()
      return result
    },
    (error) => {
      end(error)
      throw error
    },
  )
}
