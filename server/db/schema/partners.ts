import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { documentStatuses } from '#contract/documents/document-status.ts'
import { fileTypes } from '#contract/files/file-types.ts'
import { limits } from '#contract/limits.ts'
import { activityTypes } from '#contract/partners/activity.ts'
import { communicationMethods } from '#contract/partners/communication-methods.ts'
import { onboardingStatuses } from '#contract/partners/labels.ts'
import type { ImportField } from '#contract/partners/partner-columns.ts'
import { taskStatuses, taskTypes } from '#contract/task-status.ts'
import { agreementTypes } from './agreement-types.ts'
import { belongsTo, createdAt, enumCheck, primaryId, timestamptz, updatedAt } from './columns.ts'
import { documentLife, documentLifeChecks } from './document-life.ts'
import { documentListIndexes, documentListing } from './document-listing.ts'
import { sharedDocuments, taskDefinitions } from './shared.ts'
import { byUser, ofUser } from './users.ts'

const term = () => varchar({ length: limits.term })
const address = () => varchar({ length: limits.url })
const phone = () => varchar({ length: limits.phone })
const method = () => varchar({ length: 20, enum: communicationMethods }).notNull().default('email')

export const partnerProfiles = pgTable(
  'partner_profiles',
  {
    id: primaryId(),
    userId: ofUser(),
    fullName: varchar({ length: limits.name }).notNull(),
    email: varchar({ length: limits.email }).notNull(),
    state: varchar({ length: 2 }).notNull(),
    businessName: varchar({ length: limits.name }).notNull(),
    /** When the business name last changed; null if it never has. A trigger sets it. */
    businessNameChangedAt: timestamptz(),
    mainMarketingContact: varchar({ length: limits.name }).notNull(),
    businessWebsite: address().notNull(),
    facebookUrl: address(),
    twitterUrl: address(),
    tiktokUrl: address(),
    instagramUrl: address(),
    preferredCommunicationMethod: method(),
    phoneNumber: phone(),
    whatsappNumber: phone(),
    marketingPreferredCommunicationMethod: method(),
    marketingContactEmail: varchar({ length: limits.email }),
    marketingContactPhone: phone(),
    marketingContactWhatsapp: phone(),
    onboardingStatus: varchar({ length: 20, enum: onboardingStatuses }).notNull().default('profile'),
    /** The partner manager: the member of staff who looks after the partner; null for none. */
    managerId: byUser(),
    /** The text that searches for partners compare, stored like that of users. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`compared_text(full_name || ' ' || business_name || ' ' || email)`),
    partnershipDate: term(),
    eventName: term(),
    eventDates: term(),
    eventSetupTime: term(),
    eventEndTime: term(),
    setupDetails: term(),
    collateralDays: term(),
    territory: term(),
    paymentAmount: term(),
    depositPercentage: term(),
    paymentDays: term(),
    additionalCostDays: term(),
    expectedGuests: term(),
    capacityChangeDays: term(),
    cancellationDays: term(),
    shortCancellationDays: term(),
    jurisdiction: term(),
    partnershipSignerName: term(),
    partnershipSignerTitle: term(),
    partnershipSignatureDate: term(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('partner_profiles_user_unique').on(table.userId),
    index('partner_profiles_status').on(table.onboardingStatus, table.fullName, table.id),
    index('partner_profiles_name').on(table.fullName, table.id),
    index('partner_profiles_business').on(table.businessName, table.id),
    // Lists of emails and business names that staff paste are found by these.
    index('partner_profiles_compared_business').on(sql`compared_text(${table.businessName})`),
    index('partner_profiles_lowered_email').on(sql`lower(${table.email})`),
    index('partner_profiles_created').on(table.createdAt, table.id),
    index('partner_profiles_manager').on(table.managerId).where(sql`${table.managerId} is not null`),
    index('partner_profiles_waiting')
      .on(table.createdAt, table.id)
      .where(sql`${table.onboardingStatus} <> 'completed'`),
    index('partner_profiles_search').using('gin', sql`${table.searchText} gin_trgm_ops`),
    enumCheck('partner_profiles_status_known', table.onboardingStatus, onboardingStatuses),
    enumCheck('partner_profiles_method_known', table.preferredCommunicationMethod, communicationMethods),
    enumCheck(
      'partner_profiles_marketing_method_known',
      table.marketingPreferredCommunicationMethod,
      communicationMethods,
    ),
  ],
)

/** A reference to the partner that the row belongs to; deleting the partner deletes the row. */
export const ofPartner = () => belongsTo(() => partnerProfiles.id)

export const partnerDocuments = pgTable(
  'partner_documents',
  {
    id: primaryId(),
    partnerId: ofPartner(),
    documentType: varchar({ length: limits.documentType })
      .notNull()
      .references(() => agreementTypes.id, { onDelete: 'restrict' }),
    /** The address below `/objects/` of the signed text or the scan that proves the signature. All five columns are null without a file. */
    documentPath: varchar({ length: limits.filePath }),
    fileName: varchar({ length: limits.fileName }),
    fileType: varchar({ length: limits.fileType, enum: fileTypes }),
    fileSize: bigint({ mode: 'number' }),
    fileSha256: varchar({ length: 64 }),
    signedAt: timestamptz(),
    /** The signed values as JSON text, or the member of staff who marked the agreement as signed on paper. */
    signatureData: text(),
    status: varchar({ length: 20, enum: documentStatuses }).notNull().default('pending'),
    appendixA: jsonb().$type<Record<string, string>>(),
    /** Whether the terms are this partner's own, so that changing the shared agreement does not change them. */
    hasOwnTerms: boolean().notNull().default(false),
    /** Whether the agreement was signed in the portal while its type was countersigned, and the company has yet to sign. */
    awaitsCountersignature: boolean().notNull().default(false),
    /** The shared agreement that this one is part of; null if the agreement was given to this partner alone. */
    sharedDocumentId: uuid().references(() => sharedDocuments.id, { onDelete: 'set null' }),
    /** Whether the partner joined after all others had signed, so that this agreement is counted separately. */
    isJoinedLater: boolean().notNull().default(false),
    ...documentLife,
    ...documentListing,
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('partner_documents_partner').on(table.partnerId, table.createdAt),
    // The progress of partners is read from this index alone, because the rows are wide.
    index('partner_documents_progress').on(
      table.partnerId,
      table.documentType,
      table.status,
      table.signedAt,
      table.voidedAt,
    ),
    index('partner_documents_declined')
      .on(table.declinedAt, table.id)
      .where(sql`${table.declinedAt} is not null`),
    index('partner_documents_pending').on(table.createdAt, table.id).where(sql`${table.status} = 'pending'`),
    index('partner_documents_awaiting')
      .on(table.signedAt, table.id)
      .where(sql`${table.awaitsCountersignature}`),
    uniqueIndex('partner_documents_path_unique').on(table.documentPath),
    uniqueIndex('partner_documents_shared_unique').on(table.sharedDocumentId, table.partnerId),
    enumCheck('partner_documents_file_type_known', table.fileType, fileTypes),
    check(
      'partner_documents_file_whole',
      sql`num_nulls(${table.documentPath}, ${table.fileType}, ${table.fileSize}, ${table.fileSha256}) in (0, 4)`,
    ),
    enumCheck('partner_documents_status_known', table.status, documentStatuses),
    check(
      'partner_documents_signed_has_time',
      sql`(${table.status} = 'signed') = (${table.signedAt} is not null)`,
    ),
    ...documentLifeChecks(table),
    ...documentListIndexes(table),
  ],
)

export const partnerActivities = pgTable(
  'partner_activities',
  {
    id: primaryId(),
    partnerId: ofPartner(),
    activityType: varchar({ length: 60, enum: activityTypes }).notNull(),
    description: varchar({ length: limits.description }).notNull(),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    // The default is not the start of the transaction, so that the activities of one transaction are in the order of their events.
    createdAt: timestamptz().notNull().default(sql`clock_timestamp()`),
    /** The order of activities within one millisecond. */
    sequence: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    index('partner_activities_partner').on(table.partnerId, table.createdAt),
    index('partner_activities_confirmed')
      .on(table.partnerId, table.createdAt)
      .where(sql`${table.activityType} = 'profile_confirmed'`),
    index('partner_activities_task')
      .on(sql`(${table.metadata} ->> 'taskId')`, table.createdAt)
      .where(sql`(${table.metadata} ->> 'taskId') is not null`),
  ],
)

export const partnerTasks = pgTable(
  'partner_tasks',
  {
    id: primaryId(),
    partnerId: ofPartner(),
    taskName: varchar({ length: limits.name }).notNull(),
    dueDate: timestamptz().notNull(),
    taskType: varchar({ length: 40, enum: taskTypes }).notNull(),
    /** The address of the file below `/objects/`, which is also its name in the store. All five columns are null without a file. */
    filePath: varchar({ length: limits.filePath }),
    fileName: varchar({ length: limits.fileName }),
    fileType: varchar({ length: limits.fileType, enum: fileTypes }),
    fileSize: bigint({ mode: 'number' }),
    fileSha256: varchar({ length: 64 }),
    status: varchar({ length: 20, enum: taskStatuses }).notNull().default('pending'),
    definitionId: uuid()
      .notNull()
      .references(() => taskDefinitions.id, { onDelete: 'cascade' }),
    /** Whether the partner joined after all others had completed the task, so that this assignment is counted separately. */
    isJoinedLater: boolean().notNull().default(false),
    /** The instructions for the partner; may have several lines. */
    instructions: varchar({ length: limits.description }),
    /** The member of staff who looks after the task. */
    ownerId: byUser(),
    /** The person of the partner whose task it is; null if it is everybody's. The database empties it when the membership ends. */
    assigneeId: uuid(),
    /** The user who last completed the task, until staff send it back. */
    completedBy: byUser(),
    /** When staff accepted the partner's work. The partner cannot change the task afterwards. */
    acceptedAt: timestamptz(),
    acceptedBy: byUser(),
    /** When staff last sent the task back; `sentBackReason` says why. Null once they accept it. */
    sentBackAt: timestamptz(),
    sentBackReason: varchar({ length: limits.message }),
    /**
     * When the task was deleted. A deleted task can be restored until the sweep removes it. It is infinity while the event of the task is canceled, after
     * which the task comes back.
     */
    deletedAt: timestamptz(),
    /** The event whose plan the task belongs to. The database empties it when the event is deleted. */
    activationId: uuid(),
    /** What the plan says of the due date: its days from the event, whether it is a weekday, and the time zone if the event has none. */
    planDays: smallint(),
    planWeekdays: boolean(),
    planTimeZone: varchar({ length: limits.timeZone }),
    createdBy: byUser(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('partner_tasks_partner').on(table.partnerId, table.dueDate),
    index('partner_tasks_name').on(sql`lower(${table.taskName})`, table.dueDate, table.id),
    index('partner_tasks_open_due').on(table.dueDate, table.id).where(sql`${table.status} <> 'completed'`),
    index('partner_tasks_open_partner')
      .on(table.partnerId)
      .where(sql`${table.status} <> 'completed' and ${table.deletedAt} is null`),
    index('partner_tasks_to_review')
      .on(table.dueDate, table.id)
      .where(
        sql`${table.status} = 'completed' and ${table.acceptedAt} is null and ${table.deletedAt} is null`,
      ),
    index('partner_tasks_owner').on(table.ownerId, table.dueDate),
    index('partner_tasks_deleted').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
    index('partner_tasks_search').using('gin', sql`compared_text(${table.taskName}) gin_trgm_ops`),
    index('partner_tasks_activation').on(table.activationId).where(sql`${table.activationId} is not null`),
    index('partner_tasks_accepted_by').on(table.acceptedBy),
    index('partner_tasks_file').on(table.filePath),
    uniqueIndex('partner_tasks_definition_unique').on(table.definitionId, table.partnerId),
    // The progress of a task is read from this index alone.
    index('partner_tasks_progress')
      .on(table.definitionId, table.status, table.dueDate)
      .where(sql`${table.deletedAt} is null`),
    enumCheck('partner_tasks_file_type_known', table.fileType, fileTypes),
    check(
      'partner_tasks_file_whole',
      sql`num_nulls(${table.filePath}, ${table.fileType}, ${table.fileSize}, ${table.fileSha256}) in (0, 4)`,
    ),
    enumCheck('partner_tasks_type_known', table.taskType, taskTypes),
    enumCheck('partner_tasks_status_known', table.status, taskStatuses),
  ],
)

/** The fields to which users have matched headings in imported files, for the next import. */
export const importHeadings = pgTable('import_headings', {
  /** The heading in the form in which headings are compared. */
  heading: varchar({ length: 60 }).primaryKey(),
  /** The name of the field; null if the column was left out. */
  field: varchar({ length: 60 }).$type<ImportField>(),
})
