CREATE TABLE "office_hours" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"hours" json,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "office_hours_one" CHECK ("office_hours"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "saved_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" varchar(200) NOT NULL,
	"text" varchar(4000) NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_mails" (
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"mailed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_mails_conversation_id_user_id_pk" PRIMARY KEY("conversation_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "chat_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"conversation_id" uuid NOT NULL,
	"author_id" uuid,
	"note" varchar(4000) NOT NULL,
	"after_seq" integer NOT NULL,
	"seq" integer NOT NULL,
	"client_id" uuid,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', note)) STORED NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_presence" (
	"process_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"is_staff" boolean NOT NULL,
	CONSTRAINT "chat_presence_process_id_user_id_pk" PRIMARY KEY("process_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "chat_processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"alive_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "chat_conversations_newest";--> statement-breakpoint
ALTER TABLE "chat_messages" ALTER COLUMN "sender_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "last_note_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "assigned_to" uuid;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD COLUMN "away_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "kind" varchar(20) DEFAULT 'said' NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "file_path" varchar(1024);--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "file_name" varchar(255);--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "file_type" varchar(20);--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "file_size" bigint;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "file_sha256" varchar(64);--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', message)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "object_uploads" ADD COLUMN "purpose" varchar(20) DEFAULT 'library' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_email_preferences" ADD COLUMN "chat_messages" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_sign_in_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "saved_replies" ADD CONSTRAINT "saved_replies_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_mails" ADD CONSTRAINT "chat_mails_conversation_id_chat_conversations_user_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."chat_conversations"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_mails" ADD CONSTRAINT "chat_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_notes" ADD CONSTRAINT "chat_notes_conversation_id_chat_conversations_user_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."chat_conversations"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_notes" ADD CONSTRAINT "chat_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_presence" ADD CONSTRAINT "chat_presence_process_id_chat_processes_id_fk" FOREIGN KEY ("process_id") REFERENCES "public"."chat_processes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_presence" ADD CONSTRAINT "chat_presence_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_replies_title_unique" ON "saved_replies" USING btree (lower("title"));--> statement-breakpoint
CREATE INDEX "chat_mails_user" ON "chat_mails" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_notes_order" ON "chat_notes" USING btree ("conversation_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_notes_client_unique" ON "chat_notes" USING btree ("conversation_id","author_id","client_id");--> statement-breakpoint
CREATE INDEX "chat_notes_author" ON "chat_notes" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "chat_notes_created" ON "chat_notes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "chat_notes_search" ON "chat_notes" USING gin ("search");--> statement-breakpoint
CREATE INDEX "chat_presence_user" ON "chat_presence" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "chat_presence_staff" ON "chat_presence" USING btree ("process_id") WHERE "chat_presence"."is_staff";--> statement-breakpoint
ALTER TABLE "chat_conversations" ADD CONSTRAINT "chat_conversations_assigned_to_users_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_conversations_unread_first" ON "chat_conversations" USING btree (("last_seq" > "staff_read_seq") desc,"last_message_at" DESC NULLS FIRST,"user_id");--> statement-breakpoint
CREATE INDEX "chat_conversations_open" ON "chat_conversations" USING btree ("last_message_at" DESC NULLS FIRST,"user_id") WHERE "chat_conversations"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "chat_conversations_closed" ON "chat_conversations" USING btree ("last_message_at" DESC NULLS FIRST,"user_id") WHERE "chat_conversations"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "chat_conversations_assigned" ON "chat_conversations" USING btree ("assigned_to","last_message_at" DESC NULLS FIRST,"user_id") WHERE "chat_conversations"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "chat_messages_search" ON "chat_messages" USING gin ("search");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_file_unique" ON "chat_messages" USING btree ("file_path");--> statement-breakpoint
CREATE INDEX "chat_conversations_newest" ON "chat_conversations" USING btree ("last_message_at" DESC NULLS FIRST,"user_id");--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_kind_known" CHECK ("chat_messages"."kind" in ('said', 'away'));--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_file_type_known" CHECK ("chat_messages"."file_type" in ('pdf', 'ppt', 'pptx', 'doc', 'docx', 'xls', 'xlsx', 'csv', 'txt', 'zip', 'mp4', 'mov', 'mp3', 'jpg', 'jpeg', 'png', 'gif', 'webp', 'svg'));--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_sender" CHECK (("chat_messages"."sender_id" is null) = ("chat_messages"."kind" <> 'said'));--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_file_whole" CHECK (num_nulls("chat_messages"."file_path", "chat_messages"."file_name", "chat_messages"."file_type", "chat_messages"."file_size", "chat_messages"."file_sha256") in (0, 5));--> statement-breakpoint
ALTER TABLE "object_uploads" ADD CONSTRAINT "object_uploads_purpose_known" CHECK ("object_uploads"."purpose" in ('library', 'chat'));
--> statement-breakpoint
-- Which reads are stale, told to whoever listens: by whomever, and by whatever way, a row changes. The same told twice in a
-- transaction is told once.
CREATE FUNCTION "tell_stale_of_partner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN PERFORM pg_notify('stale', TG_ARGV[0] || ' ' || OLD.partner_id); END IF;
	IF TG_OP <> 'DELETE' THEN PERFORM pg_notify('stale', TG_ARGV[0] || ' ' || NEW.partner_id); END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "partner_tasks_stale" AFTER INSERT OR UPDATE OR DELETE ON "partner_tasks"
	FOR EACH ROW EXECUTE FUNCTION "tell_stale_of_partner"('tasks');
--> statement-breakpoint
CREATE TRIGGER "partner_activations_stale" AFTER INSERT OR UPDATE OR DELETE ON "partner_activations"
	FOR EACH ROW EXECUTE FUNCTION "tell_stale_of_partner"('activations');
--> statement-breakpoint
CREATE TRIGGER "partner_documents_stale" AFTER INSERT OR UPDATE OR DELETE ON "partner_documents"
	FOR EACH ROW EXECUTE FUNCTION "tell_stale_of_partner"('documents');
--> statement-breakpoint
CREATE FUNCTION "tell_stale_profile"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('stale', 'profile ' || coalesce(NEW.id, OLD.id) || ' ' || coalesce(NEW.user_id, OLD.user_id));
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "partner_profiles_stale" AFTER INSERT OR UPDATE OR DELETE ON "partner_profiles"
	FOR EACH ROW EXECUTE FUNCTION "tell_stale_profile"();
--> statement-breakpoint
CREATE FUNCTION "tell_stale_user"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('stale', 'user ' || coalesce(NEW.id, OLD.id) || ' ' || coalesce(NEW.partner_group, ''));
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "users_stale" AFTER INSERT OR DELETE
	OR UPDATE OF "email", "first_name", "last_name", "profile_image_url", "role", "partner_group", "disabled_at" ON "users"
	FOR EACH ROW EXECUTE FUNCTION "tell_stale_user"();
--> statement-breakpoint
-- For whom a file is, and was, as its column `audience` says it; for many at once, to everyone.
CREATE FUNCTION "tell_stale_resource"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	whom text[] := '{}';
BEGIN
	IF TG_OP <> 'INSERT' THEN whom := OLD.audience; END IF;
	IF TG_OP <> 'DELETE' THEN whom := whom || NEW.audience; END IF;
	IF cardinality(whom) > 100 THEN whom := array['everyone']; END IF;
	PERFORM pg_notify('stale', 'resources ' || who) FROM unnest(whom) AS who;
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- Not when a download is counted.
CREATE TRIGGER "resource_files_stale" AFTER INSERT OR DELETE OR UPDATE OF "title", "description", "category", "folder_id",
	"object_key", "thumbnail_size", "is_active", "assigned_partner_ids", "assigned_group" ON "resource_files"
	FOR EACH ROW EXECUTE FUNCTION "tell_stale_resource"();
--> statement-breakpoint
CREATE FUNCTION "tell_stale"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('stale', TG_ARGV[0]);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "resource_folders_stale" AFTER INSERT OR UPDATE OR DELETE ON "resource_folders"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('resources everyone');
--> statement-breakpoint
CREATE TRIGGER "saved_replies_stale" AFTER INSERT OR UPDATE OR DELETE ON "saved_replies"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('replies');
--> statement-breakpoint
CREATE TRIGGER "office_hours_stale" AFTER INSERT OR UPDATE OR DELETE ON "office_hours"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('hours');
