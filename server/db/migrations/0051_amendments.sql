CREATE TABLE "document_amendments" (
	"amendment_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	CONSTRAINT "document_amendments_amendment_id_document_id_pk" PRIMARY KEY("amendment_id","document_id")
);
--> statement-breakpoint
ALTER TABLE "agreement_events" DROP CONSTRAINT "agreement_events_type_known";--> statement-breakpoint
ALTER TABLE "partner_profiles" ADD COLUMN "business_name_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "document_amendments" ADD CONSTRAINT "document_amendments_amendment_id_partner_documents_id_fk" FOREIGN KEY ("amendment_id") REFERENCES "public"."partner_documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_amendments" ADD CONSTRAINT "document_amendments_document_id_partner_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."partner_documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_amendments_document" ON "document_amendments" USING btree ("document_id");--> statement-breakpoint
ALTER TABLE "agreement_types" ADD CONSTRAINT "agreement_types_amendment_countersigned" CHECK ("agreement_types"."is_countersigned" or "agreement_types"."id" <> 'party__amendment');--> statement-breakpoint
ALTER TABLE "agreement_events" ADD CONSTRAINT "agreement_events_type_known" CHECK ("agreement_events"."type" in ('created', 'terms_changed', 'opened', 'read_to_end', 'consented', 'signed', 'sealed', 'timestamped', 'copy_sent', 'downloaded', 'marked_signed', 'scan_added', 'taken_back', 'voided', 'withdrawn', 'declined', 'dates_changed', 'replaced', 'countersigned', 'amends', 'amended'));
--> statement-breakpoint
-- An admin may have added a type with the name.
INSERT INTO "agreement_types" ("id", "name", "is_countersigned")
	SELECT 'party__amendment', CASE WHEN EXISTS (SELECT FROM "agreement_types" WHERE lower("name") = 'amendment')
		THEN 'Amendment of a business name' ELSE 'Amendment' END, true;
--> statement-breakpoint
CREATE FUNCTION "note_business_name_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.business_name_changed_at := clock_timestamp();
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "partner_profiles_business_name" BEFORE UPDATE OF "business_name" ON "partner_profiles"
	FOR EACH ROW WHEN (OLD."business_name" IS DISTINCT FROM NEW."business_name") EXECUTE FUNCTION "note_business_name_change"();
--> statement-breakpoint
-- The activity knows the changes so far.
UPDATE "partner_profiles" "profile" SET "business_name_changed_at" = "changed"."at"
	FROM (
		SELECT "partner_id", max("created_at") AS "at" FROM "partner_activities"
		WHERE "activity_type" IN ('profile_changed', 'profile_updated') AND "metadata" -> 'before' ? 'businessName' GROUP BY "partner_id"
	) "changed"
	WHERE "changed"."partner_id" = "profile"."id";
--> statement-breakpoint
CREATE TRIGGER "document_amendments_append_only" BEFORE UPDATE OR TRUNCATE ON "document_amendments"
	FOR EACH STATEMENT EXECUTE FUNCTION "evidence_refuse_change"();
--> statement-breakpoint
ALTER TABLE "document_amendments" ENABLE ALWAYS TRIGGER "document_amendments_append_only";
--> statement-breakpoint
-- Deleting an amendment before it is signed deletes its rows. They cannot be deleted otherwise.
CREATE FUNCTION "document_amendments_refuse_deletion"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT FROM public.partner_documents WHERE id = OLD.amendment_id) THEN
		RAISE EXCEPTION 'evidence is only ever added to' USING ERRCODE = 'insufficient_privilege';
	END IF;
	RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "document_amendments_go_with_amendment" BEFORE DELETE ON "document_amendments"
	FOR EACH ROW EXECUTE FUNCTION "document_amendments_refuse_deletion"();
--> statement-breakpoint
ALTER TABLE "document_amendments" ENABLE ALWAYS TRIGGER "document_amendments_go_with_amendment";
