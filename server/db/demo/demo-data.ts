import type { Executor } from '#server/db/client.ts'
import type { Settings } from '#server/settings.ts'

export const addDemoData = async (_db: Executor, _settings: Settings) => {}
