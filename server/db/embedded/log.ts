/** The part of pino's logger that the embedded database writes to. */
export type Log = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>
