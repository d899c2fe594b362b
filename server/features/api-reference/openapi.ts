import { setImmediate } from 'node:timers/promises'
import type { RouteOptions } from 'fastify'
import { apiTokenPrefix } from '#contract/api-tokens.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { partnerHeader, partnerParameter } from '#contract/headers.ts'
import { operationOf, pathOf, tagOf } from './operation.ts'
import { errorResponses, errorSchema } from './schemas.ts'
import { describedWebhooks } from './webhooks.ts'

const description = `The calls that the portal's own pages make. Programs can make them too, with an API token that an admin creates in the Admin Panel, API:

    curl -H "Authorization: Bearer ${apiTokenPrefix}..." <address>/api/admin/partners

A token acts for the portal: its changes appear in the audit log under the token's name. It stops working when it expires, when it is revoked, and when whoever created it is no longer an admin. It cannot sign in, sign agreements, or call anything that asks a user to confirm their identity.

Times are ISO 8601 in UTC. A list without \`limit\` has up to 1,000 rows. A change that sends the \`updatedAt\` it is based on is refused (409) when there is a newer state.`

/** Returns each endpoint of the contract that the routes have, once. */
export const endpointsOf = (routes: readonly RouteOptions[]) => [
  ...new Set(routes.flatMap(({ config }) => config?.endpoint ?? [])),
]

const versionOf = (version: string, company: string) => ({
  openapi: '3.1.1',
  info: { title: `${company} Partner Portal`, version, description },
})

/** Returns the OpenAPI 3.1 document of the API. Building it takes most of a second, in steps that let other requests run in between. */
export const openApiOf = async (
  endpoints: readonly Endpoint[],
  { version, companyName, url }: { version: string; companyName: string; url: string },
) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    await setImmediate()
    const path = pathOf(endpoint)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    ...versionOf(version, companyName),
    servers: [{ url }],
    tags: [...new Set(endpoints.map(tagOf))].sort().map((name) => ({ name })),
    paths,
    webhooks: describedWebhooks(),
    components: {
      schemas: { Error: errorSchema },
      responses: errorResponses,
      parameters: {
        Partner: {
          name: partnerHeader,
          in: 'header',
          schema: { type: 'string', format: 'uuid' },
          description: `The partner that a user of several partners acts for; where no header can be sent, the query parameter \`${partnerParameter}\`. 404 for another partner. Without it, a read is for the partner that was last chosen, and a write is refused (409).`,
        },
      },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: url.startsWith('https:') ? '__Host-session' : 'session',
          description: 'The session of a signed-in user.',
        },
        apiToken: { type: 'http', scheme: 'bearer', description: `An API token: ${apiTokenPrefix}...` },
      },
    },
  }
}
