CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "object_uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"object_key" varchar(64) NOT NULL,
	"file_name" varchar(255),
	"file_type" varchar(20),
	"file_size" bigint,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone,
	"checking_since" timestamp (3) with time zone,
	"registered_at" timestamp (3) with time zone,
	"stored_size" bigint,
	"sha256" varchar(64),
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "object_uploads_type_known" CHECK ("object_uploads"."file_type" in ('pdf', 'ppt', 'pptx', 'doc', 'docx', 'xls', 'xlsx', 'csv', 'txt', 'zip', 'mp4', 'mov', 'mp3', 'jpg', 'jpeg', 'png', 'gif', 'webp', 'svg'))
);
--> statement-breakpoint
CREATE TABLE "resource_downloads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"resource_id" uuid NOT NULL,
	"user_id" uuid,
	"downloaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "resource_file_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"resource_id" uuid NOT NULL,
	"object_key" varchar(64) NOT NULL,
	"file_name" varchar(255),
	"file_type" varchar(20) NOT NULL,
	"file_size" bigint NOT NULL,
	"sha256" varchar(64) NOT NULL,
	"uploaded_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "resource_file_versions_type_known" CHECK ("resource_file_versions"."file_type" in ('pdf', 'ppt', 'pptx', 'doc', 'docx', 'xls', 'xlsx', 'csv', 'txt', 'zip', 'mp4', 'mov', 'mp3', 'jpg', 'jpeg', 'png', 'gif', 'webp', 'svg'))
);
--> statement-breakpoint
CREATE TABLE "resource_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "resource_files" ADD COLUMN "object_key" varchar(64) NOT NULL;--> statement-breakpoint
ALTER TABLE "resource_files" ADD COLUMN "file_name" varchar(255);--> statement-breakpoint
ALTER TABLE "resource_files" ADD COLUMN "sha256" varchar(64) NOT NULL;--> statement-breakpoint
ALTER TABLE "resource_files" ADD COLUMN "thumbnail_size" integer;--> statement-breakpoint
DROP INDEX "resource_files_assigned_partners";--> statement-breakpoint
ALTER TABLE "resource_files" ADD COLUMN "audience" text[] GENERATED ALWAYS AS (case when cardinality(assigned_partner_ids) = 0 and assigned_group is null then array['everyone'] else array_remove(assigned_partner_ids || ('group:' || assigned_group), null) end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "resource_files" ADD COLUMN "search" "tsvector" DEFAULT ''::tsvector NOT NULL;--> statement-breakpoint
ALTER TABLE "object_uploads" ADD CONSTRAINT "object_uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_downloads" ADD CONSTRAINT "resource_downloads_resource_id_resource_files_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resource_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_downloads" ADD CONSTRAINT "resource_downloads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_file_versions" ADD CONSTRAINT "resource_file_versions_resource_id_resource_files_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resource_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_file_versions" ADD CONSTRAINT "resource_file_versions_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "object_uploads_object_unique" ON "object_uploads" USING btree ("object_key");--> statement-breakpoint
CREATE INDEX "object_uploads_user" ON "object_uploads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "object_uploads_created" ON "object_uploads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "resource_downloads_resource" ON "resource_downloads" USING btree ("resource_id","downloaded_at");--> statement-breakpoint
CREATE INDEX "resource_downloads_user" ON "resource_downloads" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "resource_file_versions_object_unique" ON "resource_file_versions" USING btree ("object_key");--> statement-breakpoint
CREATE INDEX "resource_file_versions_resource" ON "resource_file_versions" USING btree ("resource_id","created_at");--> statement-breakpoint
CREATE INDEX "resource_words_likeness" ON "resource_words" USING gist ("word" gist_trgm_ops);--> statement-breakpoint
CREATE INDEX "resource_words_beginning" ON "resource_words" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "resource_files_path_unique" ON "resource_files" USING btree ("file_path");--> statement-breakpoint
CREATE UNIQUE INDEX "resource_files_object_unique" ON "resource_files" USING btree ("object_key");--> statement-breakpoint
CREATE INDEX "resource_files_title" ON "resource_files" USING btree ("title","id") WHERE "resource_files"."is_active";--> statement-breakpoint
CREATE INDEX "resource_files_newest" ON "resource_files" USING btree ("updated_at" DESC NULLS FIRST,"id") WHERE "resource_files"."is_active";--> statement-breakpoint
CREATE INDEX "resource_files_downloads" ON "resource_files" USING btree ("download_count" DESC NULLS FIRST,"id") WHERE "resource_files"."is_active";--> statement-breakpoint
CREATE INDEX "resource_files_search" ON "resource_files" USING gin ("search","audience") WHERE "resource_files"."is_active";--> statement-breakpoint
ALTER TABLE "resource_files" ADD CONSTRAINT "resource_files_type_known" CHECK ("resource_files"."file_type" in ('pdf', 'ppt', 'pptx', 'doc', 'docx', 'xls', 'xlsx', 'csv', 'txt', 'zip', 'mp4', 'mov', 'mp3', 'jpg', 'jpeg', 'png', 'gif', 'webp', 'svg'));
--> statement-breakpoint
-- Names of files join their words by signs that the text parser would take for addresses and paths.
CREATE FUNCTION "resource_search_text"(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT translate($1, '-_.,;:/\()[]{}<>&+#@!?''"*=|~^%$`', repeat(' ', 32))
$$;
--> statement-breakpoint
CREATE FUNCTION "resource_files_index_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.search :=
		setweight(to_tsvector('simple', resource_search_text(NEW.title)), 'A') ||
		setweight(to_tsvector('simple', resource_search_text(concat_ws(' ',
			(SELECT name FROM resource_folders WHERE id = NEW.folder_id), NEW.file_name))), 'B') ||
		setweight(to_tsvector('simple', coalesce(resource_search_text(NEW.description), '')), 'C');
	INSERT INTO resource_words SELECT word FROM unnest(tsvector_to_array(NEW.search)) word
		WHERE word !~ '[0-9]' ON CONFLICT DO NOTHING;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "resource_files_words" BEFORE INSERT OR UPDATE OF "title", "description", "folder_id", "file_name"
	ON "resource_files" FOR EACH ROW EXECUTE FUNCTION "resource_files_index_words"();
--> statement-breakpoint
CREATE FUNCTION "resource_folders_index_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE resource_files SET folder_id = folder_id WHERE folder_id = NEW.id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "resource_folders_words" AFTER UPDATE OF "name" ON "resource_folders"
	FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION "resource_folders_index_words"();
