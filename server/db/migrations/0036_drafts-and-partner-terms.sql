CREATE TABLE "form_drafts" (
	"user_id" uuid NOT NULL,
	"document_id" uuid,
	"values" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "form_drafts_form" UNIQUE NULLS NOT DISTINCT("user_id","document_id")
);
--> statement-breakpoint
ALTER TABLE "partner_documents" ADD COLUMN "has_own_terms" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shared_documents" ADD COLUMN "partner_terms" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "form_drafts" ADD CONSTRAINT "form_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_drafts" ADD CONSTRAINT "form_drafts_document_id_partner_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."partner_documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "form_drafts_document" ON "form_drafts" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "form_drafts_updated" ON "form_drafts" USING btree ("updated_at");
--> statement-breakpoint
CREATE TRIGGER "form_drafts_stale_new" AFTER INSERT ON "form_drafts" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('drafts', 'user_id');
--> statement-breakpoint
CREATE TRIGGER "form_drafts_stale_changed" AFTER UPDATE ON "form_drafts" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('drafts', 'user_id');
--> statement-breakpoint
CREATE TRIGGER "form_drafts_stale_gone" AFTER DELETE ON "form_drafts" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('drafts', 'user_id');
