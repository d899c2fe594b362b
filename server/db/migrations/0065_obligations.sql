CREATE TABLE "obligations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"activation_id" uuid,
	"kind" varchar(20) NOT NULL,
	"owed_by" varchar(10) NOT NULL,
	"amount_cents" bigint,
	"currency" varchar(3) DEFAULT 'USD' NOT NULL,
	"paid_cents" bigint DEFAULT 0 NOT NULL,
	"predecessor_id" uuid,
	"due_on" date NOT NULL,
	"time" varchar(5),
	"time_zone" varchar(64) NOT NULL,
	"clause" varchar(20) NOT NULL,
	"status" varchar(10) DEFAULT 'open' NOT NULL,
	"closed_for" varchar(20),
	"note" varchar(1000),
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"file_path" varchar(1024),
	"file_name" varchar(255),
	"file_type" varchar(20),
	"file_size" bigint,
	"file_sha256" varchar(64),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "obligations_kind_known" CHECK ("obligations"."kind" in ('deposit', 'balance', 'additional_costs', 'collateral', 'guest_count', 'cancellation', 'short_cancellation', 'setup', 'end', 'exclusivity')),
	CONSTRAINT "obligations_side_known" CHECK ("obligations"."owed_by" in ('company', 'partner')),
	CONSTRAINT "obligations_status_known" CHECK ("obligations"."status" in ('open', 'done', 'waived')),
	CONSTRAINT "obligations_closed_for_known" CHECK ("obligations"."closed_for" in ('voided', 'replaced', 'unsigned', 'canceled', 'changed')),
	CONSTRAINT "obligations_amount" CHECK ("obligations"."amount_cents" >= 0),
	CONSTRAINT "obligations_closed_by_portal" CHECK ("obligations"."closed_for" is null or "obligations"."status" = 'waived'),
	CONSTRAINT "obligations_file_whole" CHECK (num_nulls("obligations"."file_path", "obligations"."file_type", "obligations"."file_size", "obligations"."file_sha256") in (0, 4))
);
--> statement-breakpoint
CREATE TABLE "term_answers" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"partner_id" uuid NOT NULL,
	"asked" varchar(40)[] DEFAULT '{}' NOT NULL,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"obligation_id" uuid,
	"document_id" uuid,
	"paid_by" varchar(10) NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" varchar(3) NOT NULL,
	"paid_on" date NOT NULL,
	"method" varchar(20) NOT NULL,
	"reference" varchar(200),
	"reverses_id" uuid,
	"recorded_by" uuid,
	"idempotency_key" varchar(200) NOT NULL,
	"request_sha256" varchar(64) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "payments_side_known" CHECK ("payments"."paid_by" in ('company', 'partner')),
	CONSTRAINT "payments_method_known" CHECK ("payments"."method" in ('bank_transfer', 'check', 'wire', 'card', 'cash', 'other')),
	CONSTRAINT "payments_amount" CHECK (("payments"."amount_cents" < 0) = ("payments"."reverses_id" is not null) and "payments"."amount_cents" <> 0)
);
--> statement-breakpoint
ALTER TABLE "agreement_events" DROP CONSTRAINT "agreement_events_type_known";--> statement-breakpoint
ALTER TABLE "obligations" ADD CONSTRAINT "obligations_partner_id_partner_profiles_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "obligations" ADD CONSTRAINT "obligations_document_id_partner_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."partner_documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "obligations" ADD CONSTRAINT "obligations_activation_id_partner_activations_id_fk" FOREIGN KEY ("activation_id") REFERENCES "public"."partner_activations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "obligations" ADD CONSTRAINT "obligations_predecessor_id_obligations_id_fk" FOREIGN KEY ("predecessor_id") REFERENCES "public"."obligations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "obligations" ADD CONSTRAINT "obligations_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "term_answers" ADD CONSTRAINT "term_answers_document_id_partner_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."partner_documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "term_answers" ADD CONSTRAINT "term_answers_partner_id_partner_profiles_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_partner_id_partner_profiles_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner_profiles"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_obligation_id_obligations_id_fk" FOREIGN KEY ("obligation_id") REFERENCES "public"."obligations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_document_id_partner_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."partner_documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_reverses_id_payments_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "obligations_document_unique" ON "obligations" USING btree ("document_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "obligations_file_unique" ON "obligations" USING btree ("file_path");--> statement-breakpoint
CREATE INDEX "obligations_partner" ON "obligations" USING btree ("partner_id","due_on");--> statement-breakpoint
CREATE INDEX "obligations_activation" ON "obligations" USING btree ("activation_id") WHERE "obligations"."activation_id" is not null;--> statement-breakpoint
CREATE INDEX "obligations_due" ON "obligations" USING btree ("due_on","id");--> statement-breakpoint
CREATE INDEX "obligations_open_due" ON "obligations" USING btree ("due_on","id") WHERE "obligations"."status" = 'open';--> statement-breakpoint
CREATE INDEX "obligations_predecessor" ON "obligations" USING btree ("predecessor_id") WHERE "obligations"."predecessor_id" is not null;--> statement-breakpoint
CREATE INDEX "obligations_decided_by" ON "obligations" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "term_answers_asked" ON "term_answers" USING btree ("created_at") WHERE cardinality("term_answers"."asked") > 0;--> statement-breakpoint
CREATE INDEX "term_answers_partner" ON "term_answers" USING btree ("partner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_key_unique" ON "payments" USING btree ("recorded_by","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reversal_unique" ON "payments" USING btree ("reverses_id");--> statement-breakpoint
CREATE INDEX "payments_partner" ON "payments" USING btree ("partner_id","paid_on");--> statement-breakpoint
CREATE INDEX "payments_obligation" ON "payments" USING btree ("obligation_id");--> statement-breakpoint
CREATE INDEX "payments_document" ON "payments" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" USING btree ("paid_on","created_at","id");--> statement-breakpoint
ALTER TABLE "agreement_events" ADD CONSTRAINT "agreement_events_type_known" CHECK ("agreement_events"."type" in ('created', 'terms_changed', 'opened', 'read_to_end', 'consented', 'signed', 'sealed', 'timestamped', 'copy_sent', 'downloaded', 'marked_signed', 'scan_added', 'taken_back', 'voided', 'withdrawn', 'declined', 'dates_changed', 'replaced', 'countersigned', 'amends', 'amended', 'payment_recorded', 'payment_reversed'));--> statement-breakpoint
CREATE TRIGGER "obligations_stale" AFTER INSERT OR UPDATE OR DELETE ON "obligations"
	FOR EACH ROW EXECUTE FUNCTION "tell_stale_of_partner"('obligations');
--> statement-breakpoint
CREATE TRIGGER "term_answers_stale" AFTER INSERT OR UPDATE OR DELETE ON "term_answers"
	FOR EACH ROW EXECUTE FUNCTION "tell_stale_of_partner"('obligations');
--> statement-breakpoint
CREATE TRIGGER "payments_stale" AFTER INSERT OR UPDATE OR DELETE ON "payments"
	FOR EACH ROW EXECUTE FUNCTION "tell_stale_of_partner"('payments');
--> statement-breakpoint
-- What was recorded is corrected by further entries. Only references to what is deleted or erased may be emptied.
CREATE FUNCTION "keep_payments"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' OR (to_jsonb(NEW) - '{obligation_id,document_id,recorded_by}'::text[])
			IS DISTINCT FROM (to_jsonb(OLD) - '{obligation_id,document_id,recorded_by}'::text[]) THEN
		RAISE EXCEPTION 'Payments are corrected by further entries';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "payments_kept" BEFORE UPDATE OR DELETE ON "payments"
	FOR EACH ROW EXECUTE FUNCTION "keep_payments"();
