// npm run docs:events. Writes docs/events.md from the events of the features.
import { writeFileSync } from 'node:fs'
import { eventsPage, listEvents } from '../server/domain-events/list-events.ts'

writeFileSync(new URL('../docs/events.md', import.meta.url), eventsPage(await listEvents()))
