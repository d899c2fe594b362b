import { eventsAbout } from '#server/domain-events/event.ts'

const reportSettingsEvent = eventsAbout<unknown>({ subject: () => ({ id: null, name: 'Report settings' }) })

export const reportSettingsChanged = reportSettingsEvent('report_settings.changed')
