CREATE TABLE "document_countersignatures" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"signer_id" uuid NOT NULL,
	"signer_name" varchar(200) NOT NULL,
	"signer_title" varchar(200) NOT NULL,
	"signer_email" varchar(254) NOT NULL,
	"text_sha256" varchar(64) NOT NULL,
	"consent_version" varchar(40) NOT NULL,
	"consent_text" text NOT NULL,
	"consent_sha256" varchar(64) NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	"ip_address" varchar(45) NOT NULL,
	"user_agent" varchar(512) NOT NULL,
	"sign_in_method" varchar(20) NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "document_countersignatures_method_known" CHECK ("document_countersignatures"."sign_in_method" in ('code', 'link', 'provider', 'passkey', 'demo'))
);
--> statement-breakpoint
ALTER TABLE "agreement_events" DROP CONSTRAINT "agreement_events_type_known";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_known";--> statement-breakpoint
ALTER TABLE "document_seals" DROP CONSTRAINT "document_seals_pkey";--> statement-breakpoint
-- The seals that there are, are of the partner's signature.
ALTER TABLE "document_seals" ADD COLUMN "part" varchar(20) DEFAULT 'signature' NOT NULL;--> statement-breakpoint
ALTER TABLE "document_seals" ADD CONSTRAINT "document_seals_document_id_part_pk" PRIMARY KEY("document_id","part");--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "awaits_countersignature" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "document_countersignatures" ADD CONSTRAINT "document_countersignatures_document_id_partner_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."partner_documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_countersignatures" ADD CONSTRAINT "document_countersignatures_signer_id_users_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_countersignatures_signer" ON "document_countersignatures" USING btree ("signer_id");--> statement-breakpoint
CREATE INDEX "partner_documents_awaiting" ON "partner_documents" USING btree ("signed_at","id") WHERE "partner_documents"."awaits_countersignature";--> statement-breakpoint
ALTER TABLE "agreement_events" ADD CONSTRAINT "agreement_events_type_known" CHECK ("agreement_events"."type" in ('created', 'terms_changed', 'opened', 'read_to_end', 'consented', 'signed', 'sealed', 'timestamped', 'copy_sent', 'downloaded', 'marked_signed', 'scan_added', 'taken_back', 'voided', 'withdrawn', 'declined', 'dates_changed', 'replaced', 'countersigned'));--> statement-breakpoint
ALTER TABLE "document_seals" ADD CONSTRAINT "document_seals_part_known" CHECK ("document_seals"."part" in ('signature', 'countersignature'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_known" CHECK ("notifications"."kind" in ('role_changed', 'task_assigned', 'task_changed', 'task_reminder', 'task_overdue', 'task_work', 'resource_added', 'agreement_waiting', 'agreement_changed', 'agreement_attention', 'agreement_countersigned', 'announcement'));
--> statement-breakpoint
CREATE TRIGGER "document_countersignatures_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "document_countersignatures"
	FOR EACH STATEMENT EXECUTE FUNCTION "evidence_refuse_change"();
--> statement-breakpoint
ALTER TABLE "document_countersignatures" ENABLE ALWAYS TRIGGER "document_countersignatures_append_only";
