import { eventsAbout } from '#server/domain-events/event.ts'

const apiTokenEvent = eventsAbout<{ apiToken: { id: string; name: string } }>({
  subject: ({ apiToken }) => apiToken,
})

export const apiTokenCreated = apiTokenEvent('api_token.created')
export const apiTokenRevoked = apiTokenEvent('api_token.revoked')
