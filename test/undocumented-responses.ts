import type { RouteOptions } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { statusesOf } from '#server/features/api-reference/operation.ts'
import type { LogLine } from './log.ts'

const isNamed = (statuses: readonly string[], status: string) =>
  statuses.includes(status) || statuses.includes(`${status.charAt(0)}XX`)

/** Lists the responses in a log that the API description does not name, such as `GET /api/tasks 409`, each once. */
export const undocumentedResponses = (routes: readonly RouteOptions[], lines: readonly LogLine[]) => {
  const endpoints = new Map<string, Endpoint>(
    routes.flatMap(({ config }) => {
      const endpoint = config?.endpoint
      return endpoint ? [[`${endpoint.method} ${endpoint.path}`, endpoint] as const] : []
    }),
  )
  const answered = new Set(
    lines.flatMap(({ msg, method, route, status }) =>
      msg === 'request' ? [`${method === 'HEAD' ? 'GET' : method} ${route} ${status}`] : [],
    ),
  )
  return [...answered].filter((response) => {
    const [, call = '', status = ''] = /^(.+) (\d+)$/.exec(response) ?? []
    const endpoint = endpoints.get(call)
    return endpoint && !isNamed(statusesOf(endpoint), status)
  })
}
