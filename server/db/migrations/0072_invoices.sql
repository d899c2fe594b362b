CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"obligation_id" uuid,
	"number" varchar(60),
	"amount_cents" bigint NOT NULL,
	"currency" varchar(3) NOT NULL,
	"note" varchar(1000),
	"file_path" varchar(1024),
	"file_name" varchar(255),
	"file_type" varchar(20),
	"file_size" bigint,
	"file_sha256" varchar(64),
	"status" varchar(10) DEFAULT 'received' NOT NULL,
	"pay_on" date,
	"reason" varchar(1000),
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_status_known" CHECK ("invoices"."status" in ('received', 'approved', 'scheduled', 'rejected')),
	CONSTRAINT "invoices_amount" CHECK ("invoices"."amount_cents" > 0),
	CONSTRAINT "invoices_scheduled" CHECK (("invoices"."status" = 'scheduled') = ("invoices"."pay_on" is not null)),
	CONSTRAINT "invoices_file_whole" CHECK (num_nulls("invoices"."file_path", "invoices"."file_type", "invoices"."file_size", "invoices"."file_sha256") in (0, 4))
);
--> statement-breakpoint
ALTER TABLE "attention_marks" DROP CONSTRAINT "attention_marks_kind_known";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_one_subject";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "invoice_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "invoice_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_partner_id_partner_profiles_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_obligation_id_obligations_id_fk" FOREIGN KEY ("obligation_id") REFERENCES "public"."obligations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number_unique" ON "invoices" USING btree ("partner_id",lower("number")) WHERE "invoices"."status" <> 'rejected';--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_file_unique" ON "invoices" USING btree ("file_path");--> statement-breakpoint
CREATE INDEX "invoices_partner" ON "invoices" USING btree ("partner_id","received_at");--> statement-breakpoint
CREATE INDEX "invoices_obligation" ON "invoices" USING btree ("obligation_id");--> statement-breakpoint
CREATE INDEX "invoices_received" ON "invoices" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "invoices_amount" ON "invoices" USING btree ("amount_cents","received_at","id");--> statement-breakpoint
CREATE INDEX "invoices_to_review" ON "invoices" USING btree ("received_at") WHERE "invoices"."status" = 'received';--> statement-breakpoint
CREATE INDEX "invoices_search" ON "invoices" USING gin (compared_text(coalesce("number", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "invoices_sent_by" ON "invoices" USING btree ("sent_by");--> statement-breakpoint
CREATE INDEX "invoices_decided_by" ON "invoices" USING btree ("decided_by");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_invoice" ON "notifications" USING btree ("invoice_id") WHERE "notifications"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_invoice" ON "payments" USING btree ("invoice_id") WHERE "payments"."invoice_id" is not null;--> statement-breakpoint
ALTER TABLE "attention_marks" ADD CONSTRAINT "attention_marks_kind_known" CHECK ("attention_marks"."kind" in ('tasksToReview', 'overdueTasks', 'declinedDocuments', 'unsignedDocuments', 'unsealedDocuments', 'documentsToCountersign', 'unreadTerms', 'lateObligations', 'missingRecaps', 'invoicesToReview', 'stalledPartners', 'failedEmails'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_one_subject" CHECK (num_nonnulls("notifications"."task_id", "notifications"."document_id", "notifications"."resource_id", "notifications"."announcement_id", "notifications"."activation_id", "notifications"."invoice_id") <= 1);--> statement-breakpoint
-- Written by hand:
CREATE TRIGGER "invoices_stale" AFTER INSERT OR UPDATE OR DELETE ON "invoices"
	FOR EACH ROW EXECUTE FUNCTION "tell_stale_of_partner"('invoices');
--> statement-breakpoint
-- The reference to an invoice may be emptied, too, and the text of searches follows from the reference that people typed.
CREATE OR REPLACE FUNCTION "keep_payments"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' OR (to_jsonb(NEW) - '{obligation_id,document_id,invoice_id,recorded_by,search_text}'::text[])
			IS DISTINCT FROM (to_jsonb(OLD) - '{obligation_id,document_id,invoice_id,recorded_by,search_text}'::text[]) THEN
		RAISE EXCEPTION 'Payments are corrected by further entries';
	END IF;
	RETURN NEW;
END
$$;
