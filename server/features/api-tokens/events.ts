import { eventsAbout } from '#server/domain-events/event.ts'

const apiTokenEvent = eventsAbout<{ apiToken: { id: string; name: string } }>({
  subject: ({ apiToken }) => apiToken,
})

export const apiTokenCreated = apiTokenEvent('api_token.created', { audit: 'of anyone' })
export const apiTokenRevoked = apiTokenEvent('api_token.revoked', { audit: 'of anyone' })
