CREATE TABLE "partner_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"author_id" uuid,
	"kind" varchar(20) NOT NULL,
	"body" varchar(4000) NOT NULL,
	"happened_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"client_id" uuid,
	"edited_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_notes_kind_known" CHECK ("partner_notes"."kind" in ('note', 'call', 'meeting'))
);
--> statement-breakpoint
CREATE TABLE "partner_profile_tags" (
	"partner_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "partner_profile_tags_partner_id_tag_id_pk" PRIMARY KEY("partner_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "partner_tags" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(60) NOT NULL,
	"compared_name" text GENERATED ALWAYS AS (compared_text(name)) STORED NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_tags_compared_name_unique" UNIQUE("compared_name")
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "note_id" uuid;--> statement-breakpoint
ALTER TABLE "partner_notes" ADD CONSTRAINT "partner_notes_partner_id_partner_profiles_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_notes" ADD CONSTRAINT "partner_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_profile_tags" ADD CONSTRAINT "partner_profile_tags_partner_id_partner_profiles_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_profile_tags" ADD CONSTRAINT "partner_profile_tags_tag_id_partner_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."partner_tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_notes_partner" ON "partner_notes" USING btree ("partner_id","happened_at","id") WHERE "partner_notes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "partner_notes_contact" ON "partner_notes" USING btree ("partner_id","happened_at") WHERE "partner_notes"."kind" <> 'note' and "partner_notes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "partner_notes_author" ON "partner_notes" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "partner_notes_deleted" ON "partner_notes" USING btree ("deleted_at") WHERE "partner_notes"."deleted_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "partner_notes_client_unique" ON "partner_notes" USING btree ("partner_id","author_id","client_id");--> statement-breakpoint
CREATE INDEX "partner_profile_tags_tag" ON "partner_profile_tags" USING btree ("tag_id","partner_id");--> statement-breakpoint
CREATE TRIGGER "partner_notes_stale_new" AFTER INSERT ON "partner_notes" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('partner-notes', 'partner_id');
--> statement-breakpoint
CREATE TRIGGER "partner_notes_stale_changed" AFTER UPDATE ON "partner_notes" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('partner-notes', 'partner_id');
--> statement-breakpoint
CREATE TRIGGER "partner_notes_stale_gone" AFTER DELETE ON "partner_notes" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('partner-notes', 'partner_id');
--> statement-breakpoint
CREATE TRIGGER "partner_profile_tags_stale" AFTER INSERT OR DELETE ON "partner_profile_tags"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('partner-tags');
--> statement-breakpoint
CREATE TRIGGER "partner_tags_stale" AFTER INSERT OR UPDATE OR DELETE ON "partner_tags"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('partner-tags');
