import { join } from 'node:path'
import type { Settings } from '#server/settings.ts'

/** Where mails are written when there is no mail server to give them to. */
export const mailFolder = (settings: Pick<Settings, 'dataDir'>) => join(settings.dataDir, 'mail')
