import { join } from 'node:path'
import type { Settings } from '#server/settings.ts'

/** The folder for emails when there is no mail server. */
export const mailFolder = (settings: Pick<Settings, 'dataDir'>) => join(settings.dataDir, 'mail')
