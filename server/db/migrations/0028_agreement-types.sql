CREATE TABLE "agreement_types" (
	"id" varchar(40) PRIMARY KEY NOT NULL,
	"name" varchar(200) NOT NULL,
	"is_countersigned" boolean DEFAULT false NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agreement_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"document_type" varchar(40) NOT NULL,
	"version" varchar(40),
	"title" varchar(200) NOT NULL,
	"missing_message" text NOT NULL,
	"field_groups" jsonb NOT NULL,
	"blocks" jsonb NOT NULL,
	"published_at" timestamp (3) with time zone,
	"published_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreement_versions_published_whole" CHECK (("agreement_versions"."published_at" is null) = ("agreement_versions"."version" is null))
);
--> statement-breakpoint
ALTER TABLE "partner_documents" DROP CONSTRAINT "partner_documents_type_known";--> statement-breakpoint
ALTER TABLE "shared_documents" DROP CONSTRAINT "shared_documents_type_known";--> statement-breakpoint
INSERT INTO "agreement_types" ("id", "name") VALUES ('nda', 'NDA'), ('venue_partnership_agreement', 'Venue Partnership Agreement');--> statement-breakpoint
ALTER TABLE "agreement_versions" ADD CONSTRAINT "agreement_versions_document_type_agreement_types_id_fk" FOREIGN KEY ("document_type") REFERENCES "public"."agreement_types"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agreement_types_name_unique" ON "agreement_types" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "agreement_versions_version_unique" ON "agreement_versions" USING btree ("document_type","version");--> statement-breakpoint
CREATE UNIQUE INDEX "agreement_versions_draft_unique" ON "agreement_versions" USING btree ("document_type") WHERE "agreement_versions"."published_at" is null;--> statement-breakpoint
CREATE INDEX "agreement_versions_in_force" ON "agreement_versions" USING btree ("document_type","published_at");--> statement-breakpoint
ALTER TABLE "partner_documents" ADD CONSTRAINT "partner_documents_document_type_agreement_types_id_fk" FOREIGN KEY ("document_type") REFERENCES "public"."agreement_types"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_documents" ADD CONSTRAINT "shared_documents_document_type_agreement_types_id_fk" FOREIGN KEY ("document_type") REFERENCES "public"."agreement_types"("id") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
-- A published version never changes: signatures name it.
CREATE TRIGGER "agreement_versions_published" BEFORE UPDATE OR DELETE ON "agreement_versions"
	FOR EACH ROW WHEN (OLD."published_at" IS NOT NULL) EXECUTE FUNCTION "evidence_refuse_change"();
--> statement-breakpoint
ALTER TABLE "agreement_versions" ENABLE ALWAYS TRIGGER "agreement_versions_published";
--> statement-breakpoint
CREATE TRIGGER "agreement_versions_no_truncate" BEFORE TRUNCATE ON "agreement_versions"
	FOR EACH STATEMENT EXECUTE FUNCTION "evidence_refuse_change"();
--> statement-breakpoint
ALTER TABLE "agreement_versions" ENABLE ALWAYS TRIGGER "agreement_versions_no_truncate";
--> statement-breakpoint
CREATE TRIGGER "agreement_types_stale" AFTER INSERT OR UPDATE OR DELETE ON "agreement_types"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('agreement-types');
--> statement-breakpoint
CREATE TRIGGER "agreement_versions_published_stale" AFTER INSERT OR UPDATE ON "agreement_versions"
	FOR EACH ROW WHEN (NEW."published_at" IS NOT NULL) EXECUTE FUNCTION "tell_stale"('agreement-types');
--> statement-breakpoint
CREATE TRIGGER "agreement_versions_stale" AFTER INSERT OR UPDATE OR DELETE ON "agreement_versions"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('agreement-drafts');
