DROP INDEX "partner_documents_created";--> statement-breakpoint
DROP INDEX "partner_documents_ending";--> statement-breakpoint
DROP INDEX "partner_documents_signed";--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "opened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "text_version" varchar(40);--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "event_name" varchar(200);--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "partner_documents_opened" ON "partner_documents" USING btree ("opened_at","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "partner_documents_opened_desc" ON "partner_documents" USING btree ("opened_at" DESC NULLS LAST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "partner_documents_event" ON "partner_documents" USING btree ("event_name","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "partner_documents_event_desc" ON "partner_documents" USING btree ("event_name" DESC NULLS LAST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "partner_documents_signed_desc" ON "partner_documents" USING btree ("signed_at" DESC NULLS LAST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "partner_documents_ending_desc" ON "partner_documents" USING btree ("ends_on" DESC NULLS LAST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "partner_documents_search" ON "partner_documents" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_disabled" ON "users" USING btree ("id") WHERE "users"."disabled_at" is not null;--> statement-breakpoint
CREATE INDEX "partner_documents_created" ON "partner_documents" USING btree ("created_at","id","partner_id","document_type","status","signed_at","voided_at","declined_at","ends_on","opened_at","text_version");--> statement-breakpoint
CREATE INDEX "partner_documents_ending" ON "partner_documents" USING btree ("ends_on","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "partner_documents_signed" ON "partner_documents" USING btree ("signed_at","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
-- The terms of the profile are those of the partner's first partnership agreement, unless that one has terms of its own.
CREATE FUNCTION "set_document_listing"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	holder record;
BEGIN
	SELECT full_name, business_name, event_name INTO holder FROM partner_profiles WHERE id = NEW.partner_id;
	NEW.event_name := left(trim(CASE
		WHEN NEW.document_type <> 'venue_partnership_agreement' THEN NULL
		WHEN NEW.appendix_a IS NOT NULL THEN NEW.appendix_a ->> 'eventName'
		WHEN NOT EXISTS (
			SELECT FROM partner_documents earlier
			WHERE earlier.partner_id = NEW.partner_id AND earlier.document_type = NEW.document_type
				AND (earlier.created_at, earlier.id) < (NEW.created_at, NEW.id)
		) THEN holder.event_name
	END), 200);
	NEW.event_name := nullif(NEW.event_name, '');
	NEW.search_text := compared_text(concat_ws(' ', holder.full_name, holder.business_name, NEW.event_name));
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "partner_documents_listing" BEFORE INSERT OR UPDATE OF "partner_id", "document_type", "appendix_a" ON "partner_documents"
	FOR EACH ROW EXECUTE FUNCTION "set_document_listing"();
--> statement-breakpoint
-- Setting the partner again makes the trigger of the agreements run.
CREATE FUNCTION "set_document_listing_of_partner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE partner_documents SET partner_id = partner_id WHERE partner_id = NEW.id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "partner_profiles_listing" AFTER UPDATE OF "full_name", "business_name", "event_name" ON "partner_profiles"
	FOR EACH ROW WHEN ((OLD.full_name, OLD.business_name, OLD.event_name) IS DISTINCT FROM (NEW.full_name, NEW.business_name, NEW.event_name))
	EXECUTE FUNCTION "set_document_listing_of_partner"();
--> statement-breakpoint
UPDATE "partner_documents" document SET "partner_id" = document."partner_id",
	"text_version" = (SELECT signature.agreement_version FROM document_signatures signature WHERE signature.document_id = document.id),
	"opened_at" = (SELECT min(event.at) FROM agreement_events event WHERE event.document_id = document.id AND event.type = 'opened');
