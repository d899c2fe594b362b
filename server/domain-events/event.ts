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
  /** The id and time that a job has chosen, so that the audit log has the event once, however often the job runs. */
  once?: { id: string; at: Date }
  /** The import that the event is a part of, so that the audit log lists the import alone. */
  importId?: string
}

/** A line in the activity of a partner: its text, or its text with further fields. */
export type ActivityLine =
  | string
  | {
      text: string
      /** Fields of the line, in addition to who acted and what the line is about. */
      metadata?: Fields
      /** The partner whose activity shows the line, if that is not the partner of the subject. */
      partnerId?: string
    }

/** The kind of thing that a family of events is about. */
export interface Subject<Data> {
  /** Returns the item that the audit log names; its id is null for a whole list. Left out for a family that the audit log never records. */
  subject?: (data: Data) => { id: string | null; name: string }
  /** Returns the partner whose activity records the event; null if there is none. */
  partnerId?: (data: Data) => string | null
  /** Returns ids that each line of the activity stores as links to the subject. */
  metadata?: (data: Data) => Fields
  /** Returns the agreement to whose evidence the event belongs. */
  documentId?: (data: Data) => string
}

/** Notifies users of what happened, in the portal and by email as each has chosen, in one statement for any number of rows. */
export type Notify<Data> = (tx: Executor, occurred: Data[], by: Actor | null) => Promise<unknown>

/** The consequences of one type of event. */
export interface Consequences<Data> {
  /** Returns the lines of the partner's activity, by their types; false if there is no line this time. */
  activity?: Partial<Record<ActivityType, (data: Data) => ActivityLine | false>>
  /**
   * For this many minutes an identical line is not recorded again, nor the audit log says again that a user did this to the same subject.
   * Record the event under a lock that orders simultaneous calls.
   */
  onceInMinutes?: number
  /** The users whose actions the audit log records: everyone, or only staff. What partners do to their own things is in their activity. */
  audit?: 'of anyone' | 'of staff'
  /**
   * Functions that return what becomes evidence of the agreement, by type of evidence and in the order of recording; null if nothing does.
   * Evidence remains when users are erased, so it contains ids and hashes rather than names.
   */
  evidence?: Partial<Record<EvidenceEventType, (data: Data, by: Actor | null) => Fields | null>>
  notify?: Partial<Record<NotificationKind, Notify<Data>>>
}

/** One type of event, with all its consequences. */
export interface DomainEvent<Data> extends Subject<Data>, Consequences<Data> {
  /** The name of the type: what it is about, and what happened. */
  type: string
  /** The name in the audit log. */
  action?: AuditAction
}

/** Requires `action` for an event that the audit log records under another name. */
type Named<Type> = Type extends AuditAction
  ? { action?: AuditAction }
  : { audit?: undefined } | { action: AuditAction }

interface Define<Data> {
  /** Defines an event that is only recorded in the audit log, whoever acted. */
  <Type extends AuditAction>(type: Type): DomainEvent<Data> & { type: Type }
  /** Defines an event with these consequences. Annotate the data in their functions if the event has more data than its family. */
  <Type extends string, Given extends Data = Data>(
    type: Type,
    follows: Consequences<Given> & Named<Type>,
  ): DomainEvent<Given> & { type: Type }
}

/**
 * Begins a family of events about one kind of subject.
 * @returns a function that defines one event of the family by its type
 */
export const eventsAbout =
  <Data>(subject: Subject<Data>): Define<Data> =>
  (type: string, follows: Consequences<Data> = { audit: 'of anyone' }) => ({
    action: type as AuditAction,
    ...subject,
    ...follows,
    type: type as AuditAction,
  })
