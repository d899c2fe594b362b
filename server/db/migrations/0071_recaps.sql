CREATE TABLE "activation_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"activation_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"file_path" varchar(1024) NOT NULL,
	"file_size" bigint NOT NULL,
	"file_sha256" varchar(64) NOT NULL,
	"thumbnail_size" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"uploaded_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "activation_recaps" (
	"activation_id" uuid PRIMARY KEY NOT NULL,
	"guests" integer,
	"sign_ups" integer,
	"went_well" varchar(4000),
	"improve" varchar(4000),
	"screenings" integer,
	"leads" integer,
	"cost_cents" bigint,
	"currency" varchar(3) DEFAULT 'USD' NOT NULL,
	"staff_note" varchar(4000),
	"submitted_at" timestamp (3) with time zone,
	"submitted_by" uuid,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "activation_recaps_counts" CHECK (least("activation_recaps"."guests", "activation_recaps"."sign_ups", "activation_recaps"."screenings", "activation_recaps"."leads", "activation_recaps"."cost_cents") >= 0),
	CONSTRAINT "activation_recaps_whole" CHECK ("activation_recaps"."submitted_at" is null or num_nulls("activation_recaps"."guests", "activation_recaps"."sign_ups") = 0)
);
--> statement-breakpoint
ALTER TABLE "attention_marks" DROP CONSTRAINT "attention_marks_kind_known";--> statement-breakpoint
ALTER TABLE "webhook_endpoints" DROP CONSTRAINT "webhook_endpoints_events";--> statement-breakpoint
ALTER TABLE "partner_activations" ADD COLUMN "expected_guests" integer;--> statement-breakpoint
ALTER TABLE "partner_activations" ADD COLUMN "expected_sign_ups" integer;--> statement-breakpoint
ALTER TABLE "activation_photos" ADD CONSTRAINT "activation_photos_activation_id_partner_activations_id_fk" FOREIGN KEY ("activation_id") REFERENCES "public"."partner_activations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_photos" ADD CONSTRAINT "activation_photos_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_recaps" ADD CONSTRAINT "activation_recaps_activation_id_partner_activations_id_fk" FOREIGN KEY ("activation_id") REFERENCES "public"."partner_activations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_recaps" ADD CONSTRAINT "activation_recaps_submitted_by_users_id_fk" FOREIGN KEY ("submitted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "activation_photos_client_unique" ON "activation_photos" USING btree ("activation_id","client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "activation_photos_file_unique" ON "activation_photos" USING btree ("file_path");--> statement-breakpoint
CREATE INDEX "activation_photos_uploaded_by" ON "activation_photos" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "activation_recaps_submitted_by" ON "activation_recaps" USING btree ("submitted_by");--> statement-breakpoint
ALTER TABLE "partner_activations" ADD CONSTRAINT "partner_activations_expected" CHECK (least("partner_activations"."expected_guests", "partner_activations"."expected_sign_ups") >= 0);--> statement-breakpoint
ALTER TABLE "attention_marks" ADD CONSTRAINT "attention_marks_kind_known" CHECK ("attention_marks"."kind" in ('tasksToReview', 'overdueTasks', 'declinedDocuments', 'unsignedDocuments', 'unsealedDocuments', 'documentsToCountersign', 'unreadTerms', 'lateObligations', 'missingRecaps', 'stalledPartners', 'failedEmails'));--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_events" CHECK ("webhook_endpoints"."events" <@ array['partner.created', 'partner.onboarding_completed', 'partner.member_added', 'document.signed', 'task.completed', 'activation.confirmed', 'activation.recap_submitted', 'obligation.due', 'payment.recorded', 'user.changed']);--> statement-breakpoint
-- Written by hand:
-- A page that shows an activation shows its recap and photos, too.
CREATE TRIGGER "activation_recaps_stale" AFTER INSERT OR UPDATE OR DELETE ON "activation_recaps"
	FOR EACH ROW EXECUTE FUNCTION "tell_stale_of_activation"();
--> statement-breakpoint
CREATE TRIGGER "activation_photos_stale" AFTER INSERT OR UPDATE OR DELETE ON "activation_photos"
	FOR EACH ROW EXECUTE FUNCTION "tell_stale_of_activation"();
--> statement-breakpoint
CREATE FUNCTION "enqueue_recap_webhook"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT "wants_webhook"('activation.recap_submitted') THEN RETURN NULL; END IF;
	PERFORM "enqueue_webhook"('activation.recap_submitted', profile.user_id, jsonb_build_object(
		'activation', jsonb_build_object('id', event.id, 'name', event.name,
			'startsAt', "webhook_time"(event.activation_date), 'endsAt', "webhook_time"(event.ends_at)),
		'partner', jsonb_build_object('id', profile.id, 'userId', profile.user_id, 'businessName', profile.business_name)))
	FROM "partner_activations" event JOIN "partner_profiles" profile ON profile.id = event.partner_id
	WHERE event.id = NEW.activation_id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "activation_recaps_added_webhook" AFTER INSERT ON "activation_recaps"
	FOR EACH ROW WHEN (NEW."submitted_at" IS NOT NULL) EXECUTE FUNCTION "enqueue_recap_webhook"();
--> statement-breakpoint
CREATE TRIGGER "activation_recaps_webhook" AFTER UPDATE OF "submitted_at" ON "activation_recaps"
	FOR EACH ROW WHEN (NEW."submitted_at" IS NOT NULL AND OLD."submitted_at" IS NULL) EXECUTE FUNCTION "enqueue_recap_webhook"();
