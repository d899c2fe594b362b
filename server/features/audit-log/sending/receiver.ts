/** An audit event on its way to another system. */
export interface SentEvent {
  at: Date
  /** The event as JSON, without a line break. */
  json: string
}

/** Where the audit log is sent. */
export interface Receiver {
  /** Resolves once the events are stored there, as far as that can be known. After a rejection they are sent again. */
  send(events: SentEvent[]): Promise<void>
  close(): Promise<void>
}

/** The setting, read. */
export type ReceiverAddress =
  | { kind: 'file'; path: string }
  | { kind: 'syslog'; host: string; port: number; isEncrypted: boolean }

const defaultPorts = { syslog: 514, 'syslog+tls': 6514 }

/** Reads `file:/path`, `syslog://host:port` or `syslog+tls://host:port`; undefined for anything else. */
export const readReceiverAddress = (text: string): ReceiverAddress | undefined => {
  const file = /^file:(?:\/\/)?(\/.*[^/])$/.exec(text)?.[1]
  if (file) return { kind: 'file', path: file }
  const [, scheme] = /^(syslog|syslog\+tls):\/\//.exec(text) ?? []
  // Parsed as http, since the parser reads hosts of schemes it does not know less strictly.
  const url = scheme ? URL.parse(text.replace(scheme, 'http')) : null
  if (!scheme || !url?.hostname || url.username || url.pathname !== '/' || url.search || url.hash) return
  const isEncrypted = scheme === 'syslog+tls'
  return {
    kind: 'syslog',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    // The parser leaves out the port of http.
    port: /:80\/?$/.test(text) ? 80 : Number(url.port) || defaultPorts[isEncrypted ? 'syslog+tls' : 'syslog'],
    isEncrypted,
  }
}
