/** An audit event on its way to another system. */
export interface SentEvent {
  at: Date
  /** The event as JSON, without a line break. */
  json: string
}

/** A system that the audit log is sent to. */
export interface Receiver {
  /** Resolves once the receiver has stored the events, as far as the portal can know. After a rejection, the events are sent again. */
  send(events: SentEvent[]): Promise<void>
  close(): Promise<void>
}

/** The parsed value of the setting `AUDIT_LOG_TO`. */
export type ReceiverAddress =
  | { kind: 'file'; path: string }
  | { kind: 'syslog'; host: string; port: number; isEncrypted: boolean }

const defaultPorts = { syslog: 514, 'syslog+tls': 6514 }

/** Parses `file:/path`, `syslog://host:port` or `syslog+tls://host:port`; returns undefined for anything else. */
export const readReceiverAddress = (text: string): ReceiverAddress | undefined => {
  const file = /^file:(?:\/\/)?(\/.*[^/])$/.exec(text)?.[1]
  if (file) return { kind: 'file', path: file }
  const [, scheme] = /^(syslog|syslog\+tls):\/\//.exec(text) ?? []
  // The address is parsed as http, because the parser checks hosts of unknown schemes less strictly.
  const url = scheme ? URL.parse(text.replace(scheme, 'http')) : null
  if (!scheme || !url?.hostname || url.username || url.pathname !== '/' || url.search || url.hash) return
  const isEncrypted = scheme === 'syslog+tls'
  return {
    kind: 'syslog',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    // The parser omits port 80, since it is the default port of http.
    port: /:80\/?$/.test(text) ? 80 : Number(url.port) || defaultPorts[isEncrypted ? 'syslog+tls' : 'syslog'],
    isEncrypted,
  }
}
