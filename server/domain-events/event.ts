import type { AuditAction } from '#contract/audit-actions.ts'
import type { EvidenceEventType } from '#contract/documents/evidence.ts'
import type { NotificationKind } from '#contract/notifications/kinds.ts'
import type { ActivityType } from '#contract/partners/activity.ts'
import type { Executor } from '#server/db/client.ts'
import type { Actor } from './actor.ts'

export type Fields = Record<string, unknown>

/** The fields that have changed, as the audit log shows them. */
export interface Changes {
  before?: Fields | null | undefined
  after?: Fields | null | undefined
  /** The id and time that a job has chosen: the audit log has it once, however often the job runs. */
  once?: { id: string; at: Date }
}

/** A line of the activity of a partner: its text, or the text with more. */
export type ActivityLine =
  | string
  | {
      text: string
      /** The line keeps these fields beside who did it and what it is about. */
      metadata?: Fields
      /** The partner in whose activity it stands, where that is not the partner of the subject. */
      partnerId?: string
    }

/** The kind of thing that a family of events is about. */
export interface Subject<Data> {
  /** The audit log names this as the item; the id is null for a whole list. A family that the audit log never records has none. */
  subject?: (data: Data) => { id: string | null; name: string }
  /** In whose activity it is recorded; null where there is no partner. */
  partnerId?: (data: Data) => string | null
  /** Ids that each line of the activity keeps, so that it leads to the subject. */
  metadata?: (data: Data) => Fields
  /** The agreement to whose evidence it belongs. */
  documentId?: (data: Data) => string
}

/** Notifies users of what happened, by the bell and by email as each has chosen: one statement, however many rows there are. */
export type Notify<Data> = (tx: Executor, occurred: Data[], by: Actor | null) => Promise<unknown>

/** The consequences of one type of event. */
export interface Consequences<Data> {
  /** The lines of the partner's activity, by their types; false where there is none this time. */
  activity?: Partial<Record<ActivityType, (data: Data) => ActivityLine | false>>
  /** For so many minutes the very same line is not recorded again: record it under a lock that orders two at once. */
  onceInMinutes?: number
  /** The audit log records it of anyone, or of staff alone: what partners do to their own things stands in their activity. */
  audit?: 'of anyone' | 'of staff'
  /**
   * Functions that return what becomes evidence of the agreement, by the types of evidence in their order; null where nothing does. Evidence
   * stays when users are erased, so that it has ids and hashes rather than names.
   */
  evidence?: Partial<Record<EvidenceEventType, (data: Data, by: Actor | null) => Fields | null>>
  notify?: Partial<Record<NotificationKind, Notify<Data>>>
}

/** One type of event, with all that follows from it. */
export interface DomainEvent<Data> extends Subject<Data>, Consequences<Data> {
  /** Its name: what it is about, and what happened to it. */
  type: string
  /** The audit log calls it so. */
  action?: AuditAction
}

/** An event that the audit log knows under another name says under which. */
type Named<Type> = Type extends AuditAction
  ? { action?: AuditAction }
  : { audit?: undefined } | { action: AuditAction }

interface Define<Data> {
  /** One that only stands in the audit log, whoever did it. */
  <Type extends AuditAction>(type: Type): DomainEvent<Data> & { type: Type }
  /** One with these consequences. Annotate the data in their functions where it is more than that of the family. */
  <Type extends string, Given extends Data = Data>(
    type: Type,
    follows: Consequences<Given> & Named<Type>,
  ): DomainEvent<Given> & { type: Type }
}

/**
 * Begins a family of events about one kind of subject.
 * @returns a function that defines one of them by its type
 */
export const eventsAbout =
  <Data>(subject: Subject<Data>): Define<Data> =>
  (type: string, follows: Consequences<Data> = { audit: 'of anyone' }) => ({
    action: type as AuditAction,
    ...subject,
    ...follows,
    type: type as AuditAction,
  })
