ALTER TABLE "agreement_events" DROP CONSTRAINT "agreement_events_type_known";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_known";--> statement-breakpoint
DROP INDEX "partner_documents_progress";--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "effective_on" date;--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "ends_on" date;--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "replaces_earlier" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "declined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "decline_reason" varchar(1000);--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "voided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "void_reason" varchar(1000);--> statement-breakpoint
ALTER TABLE "shared_documents" ADD COLUMN "effective_on" date;--> statement-breakpoint
ALTER TABLE "shared_documents" ADD COLUMN "ends_on" date;--> statement-breakpoint
ALTER TABLE "shared_documents" ADD COLUMN "replaces_earlier" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_email_preferences" ADD COLUMN "agreement_updates" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "partner_documents_declined" ON "partner_documents" USING btree ("declined_at","id") WHERE "partner_documents"."declined_at" is not null;--> statement-breakpoint
CREATE INDEX "partner_documents_ending" ON "partner_documents" USING btree ("ends_on") WHERE "partner_documents"."ends_on" is not null;--> statement-breakpoint
CREATE INDEX "partner_documents_progress" ON "partner_documents" USING btree ("partner_id","document_type","status","signed_at","voided_at");--> statement-breakpoint
ALTER TABLE "agreement_events" ADD CONSTRAINT "agreement_events_type_known" CHECK ("agreement_events"."type" in ('created', 'terms_changed', 'opened', 'read_to_end', 'consented', 'signed', 'sealed', 'timestamped', 'copy_sent', 'downloaded', 'marked_signed', 'scan_added', 'taken_back', 'voided', 'withdrawn', 'declined', 'dates_changed', 'replaced'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_known" CHECK ("notifications"."kind" in ('role_changed', 'task_assigned', 'task_changed', 'task_reminder', 'task_overdue', 'task_work', 'resource_added', 'agreement_waiting', 'agreement_changed', 'agreement_attention', 'announcement'));--> statement-breakpoint
ALTER TABLE "partner_documents" ADD CONSTRAINT "partner_documents_declined_while_pending" CHECK ("partner_documents"."declined_at" is null or "partner_documents"."status" = 'pending');--> statement-breakpoint
ALTER TABLE "partner_documents" ADD CONSTRAINT "partner_documents_declined_whole" CHECK (("partner_documents"."declined_at" is null) = ("partner_documents"."decline_reason" is null));--> statement-breakpoint
ALTER TABLE "partner_documents" ADD CONSTRAINT "partner_documents_voided_when_signed" CHECK ("partner_documents"."voided_at" is null or "partner_documents"."status" = 'signed');--> statement-breakpoint
ALTER TABLE "partner_documents" ADD CONSTRAINT "partner_documents_voided_has_time" CHECK ("partner_documents"."void_reason" is null or "partner_documents"."voided_at" is not null);--> statement-breakpoint
ALTER TABLE "partner_documents" ADD CONSTRAINT "partner_documents_ends_after_it_begins" CHECK ("partner_documents"."ends_on" >= "partner_documents"."effective_on");--> statement-breakpoint
ALTER TABLE "shared_documents" ADD CONSTRAINT "shared_documents_ends_after_it_begins" CHECK ("shared_documents"."ends_on" >= "shared_documents"."effective_on");