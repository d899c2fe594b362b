CREATE TABLE "announcement_reads" (
	"announcement_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"read_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"dismissed_at" timestamp (3) with time zone,
	CONSTRAINT "announcement_reads_announcement_id_user_id_pk" PRIMARY KEY("announcement_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" varchar(200) NOT NULL,
	"body" varchar(5000) NOT NULL,
	"assigned_partner_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"assigned_group" varchar(100),
	"audience" text[] GENERATED ALWAYS AS (case when cardinality(assigned_partner_ids) = 0 and assigned_group is null then array['everyone'] else array_remove(assigned_partner_ids || ('group:' || assigned_group), null) end) STORED NOT NULL,
	"publish_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"notified_at" timestamp (3) with time zone,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcements_end_after_publishing" CHECK ("announcements"."ends_at" > "announcements"."publish_at")
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token" varchar(64) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_feeds_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" varchar(40) NOT NULL,
	"title" varchar(5000) NOT NULL,
	"detail" varchar(5000),
	"task_id" uuid,
	"document_id" uuid,
	"resource_id" uuid,
	"announcement_id" uuid,
	"partner_id" uuid,
	"occasion" varchar(120) DEFAULT gen_random_uuid()::text NOT NULL,
	"is_in_bell" boolean DEFAULT true NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"email_due_at" timestamp (3) with time zone,
	"email_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_kind_known" CHECK ("notifications"."kind" in ('role_changed', 'task_assigned', 'task_changed', 'task_reminder', 'task_overdue', 'task_work', 'resource_added', 'agreement_waiting', 'announcement')),
	CONSTRAINT "notifications_one_subject" CHECK (num_nonnulls("notifications"."task_id", "notifications"."document_id", "notifications"."resource_id", "notifications"."announcement_id") <= 1)
);
--> statement-breakpoint
CREATE TABLE "weekly_digests" (
	"user_id" uuid NOT NULL,
	"week" date NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "weekly_digests_user_id_week_pk" PRIMARY KEY("user_id","week")
);
--> statement-breakpoint
CREATE TABLE "task_series" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"task_name" varchar(200) NOT NULL,
	"instructions" varchar(5000),
	"task_type" varchar(40) NOT NULL,
	"owner_id" uuid,
	"assigned_partner_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"assigned_group" varchar(100),
	"audience" text[] GENERATED ALWAYS AS (case when cardinality(assigned_partner_ids) = 0 and assigned_group is null then array['everyone'] else array_remove(assigned_partner_ids || ('group:' || assigned_group), null) end) STORED NOT NULL,
	"frequency" varchar(20) NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"time_zone" varchar(64) NOT NULL,
	"ends_on" date,
	"lead_days" smallint NOT NULL,
	"occurrences" smallint DEFAULT 0 NOT NULL,
	"next_due_at" timestamp (3) with time zone,
	"stopped_at" timestamp (3) with time zone,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_series_type_known" CHECK ("task_series"."task_type" in ('physical', 'digital_social', 'ooh_screen_placement')),
	CONSTRAINT "task_series_frequency_known" CHECK ("task_series"."frequency" in ('weekly', 'monthly')),
	CONSTRAINT "task_series_lead_days" CHECK ("task_series"."lead_days" between 0 and 60)
);
--> statement-breakpoint
CREATE TABLE "task_set_partners" (
	"set_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"given_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_set_partners_set_id_partner_id_pk" PRIMARY KEY("set_id","partner_id")
);
--> statement-breakpoint
CREATE TABLE "task_set_templates" (
	"set_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "task_set_templates_set_id_template_id_pk" PRIMARY KEY("set_id","template_id")
);
--> statement-breakpoint
CREATE TABLE "task_sets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(200) NOT NULL,
	"given_when" varchar(20) NOT NULL,
	"partner_group" varchar(100),
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_sets_trigger_known" CHECK ("task_sets"."given_when" in ('never', 'onboarding', 'group')),
	CONSTRAINT "task_sets_group" CHECK ("task_sets"."given_when" <> 'group' or "task_sets"."partner_group" is not null)
);
--> statement-breakpoint
CREATE TABLE "task_templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"task_name" varchar(200) NOT NULL,
	"instructions" varchar(5000),
	"task_type" varchar(40) NOT NULL,
	"owner_id" uuid,
	"due_in_days" smallint NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_templates_type_known" CHECK ("task_templates"."task_type" in ('physical', 'digital_social', 'ooh_screen_placement')),
	CONSTRAINT "task_templates_due" CHECK ("task_templates"."due_in_days" between 0 and 730)
);
--> statement-breakpoint
ALTER TABLE "email_notification_logs" DROP CONSTRAINT "email_notification_logs_status_known";--> statement-breakpoint
ALTER TABLE "email_notification_logs" ADD COLUMN "attempts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "email_notification_logs" ADD COLUMN "content" jsonb;--> statement-breakpoint
ALTER TABLE "email_notification_logs" ADD COLUMN "unsubscribe_token" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "email_notification_logs" ADD COLUMN "resend_of" uuid;--> statement-breakpoint
ALTER TABLE "shared_tasks" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "shared_tasks" ADD COLUMN "occurrence" smallint;--> statement-breakpoint
ALTER TABLE "user_email_preferences" ADD COLUMN "task_updates" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "user_email_preferences" ADD COLUMN "agreement_emails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "user_email_preferences" ADD COLUMN "announcement_emails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "user_email_preferences" ADD COLUMN "bell_off" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "user_email_preferences" ADD COLUMN "digest_off" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "user_email_preferences" ADD COLUMN "quiet_from" varchar(5);--> statement-breakpoint
ALTER TABLE "user_email_preferences" ADD COLUMN "quiet_until" varchar(5);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_refused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_refusal" varchar(5000);--> statement-breakpoint
ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_partner_id_partner_profiles_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weekly_digests" ADD CONSTRAINT "weekly_digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_series" ADD CONSTRAINT "task_series_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_series" ADD CONSTRAINT "task_series_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_set_partners" ADD CONSTRAINT "task_set_partners_set_id_task_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."task_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_set_partners" ADD CONSTRAINT "task_set_partners_partner_id_partner_profiles_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_set_templates" ADD CONSTRAINT "task_set_templates_set_id_task_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."task_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_set_templates" ADD CONSTRAINT "task_set_templates_template_id_task_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."task_templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_sets" ADD CONSTRAINT "task_sets_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_templates" ADD CONSTRAINT "task_templates_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_templates" ADD CONSTRAINT "task_templates_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_reads_user" ON "announcement_reads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "announcements_publish" ON "announcements" USING btree ("publish_at","id");--> statement-breakpoint
CREATE INDEX "announcements_unnotified" ON "announcements" USING btree ("publish_at") WHERE "announcements"."notified_at" is null;--> statement-breakpoint
CREATE INDEX "announcements_audience" ON "announcements" USING gin ("audience");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_occasion_unique" ON "notifications" USING btree ("user_id","kind","occasion");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","created_at","id") WHERE "notifications"."is_in_bell";--> statement-breakpoint
CREATE INDEX "notifications_unseen" ON "notifications" USING btree ("user_id") WHERE "notifications"."seen_at" is null and "notifications"."is_in_bell";--> statement-breakpoint
CREATE INDEX "notifications_due" ON "notifications" USING btree ("email_due_at","user_id") WHERE "notifications"."email_id" is null and "notifications"."email_due_at" is not null;--> statement-breakpoint
CREATE INDEX "notifications_email" ON "notifications" USING btree ("email_id") WHERE "notifications"."email_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notifications_task" ON "notifications" USING btree ("task_id") WHERE "notifications"."task_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_document" ON "notifications" USING btree ("document_id") WHERE "notifications"."document_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_resource" ON "notifications" USING btree ("resource_id") WHERE "notifications"."resource_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_announcement" ON "notifications" USING btree ("announcement_id") WHERE "notifications"."announcement_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_partner" ON "notifications" USING btree ("partner_id") WHERE "notifications"."partner_id" is not null;--> statement-breakpoint
CREATE INDEX "weekly_digests_created" ON "weekly_digests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "task_series_next" ON "task_series" USING btree ("next_due_at") WHERE "task_series"."stopped_at" is null;--> statement-breakpoint
CREATE INDEX "task_series_created" ON "task_series" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "task_series_owner" ON "task_series" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "task_set_partners_partner" ON "task_set_partners" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "task_set_templates_template" ON "task_set_templates" USING btree ("template_id");--> statement-breakpoint
CREATE UNIQUE INDEX "task_sets_name_unique" ON "task_sets" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "task_templates_name_unique" ON "task_templates" USING btree (lower("task_name"));--> statement-breakpoint
CREATE INDEX "task_templates_owner" ON "task_templates" USING btree ("owner_id");--> statement-breakpoint
ALTER TABLE "shared_tasks" ADD CONSTRAINT "shared_tasks_series_id_task_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."task_series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_notification_logs_unsubscribe" ON "email_notification_logs" USING btree ("unsubscribe_token");--> statement-breakpoint
CREATE INDEX "email_notification_logs_type" ON "email_notification_logs" USING btree ("type","created_at");--> statement-breakpoint
CREATE INDEX "email_notification_logs_status" ON "email_notification_logs" USING btree ("status","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "shared_tasks_occurrence_unique" ON "shared_tasks" USING btree ("series_id","occurrence");--> statement-breakpoint
ALTER TABLE "email_notification_logs" ADD CONSTRAINT "email_notification_logs_status_known" CHECK ("email_notification_logs"."status" in ('queued', 'sent', 'failed', 'bounced', 'skipped'));--> statement-breakpoint
-- What could not be sent is also on the overview of staff; all others come and go unseen there.
DROP TRIGGER "email_notification_logs_stale" ON "email_notification_logs";
--> statement-breakpoint
CREATE TRIGGER "email_notification_logs_failed_stale" AFTER UPDATE OF "status" ON "email_notification_logs"
	FOR EACH ROW WHEN (OLD."status" <> NEW."status" AND (OLD."status" IN ('failed', 'bounced') OR NEW."status" IN ('failed', 'bounced')))
	EXECUTE FUNCTION "tell_stale"('failed-emails');
--> statement-breakpoint
-- A partner's record shows that their address is refused.
CREATE TRIGGER "users_refused_stale" AFTER UPDATE OF "email_refused_at" ON "users"
	FOR EACH ROW WHEN (OLD."email_refused_at" IS DISTINCT FROM NEW."email_refused_at")
	EXECUTE FUNCTION "tell_stale_user"();
--> statement-breakpoint
-- Told once for each user or partner; where many change at once, everyone reads again.
CREATE FUNCTION "tell_stale_of_each"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	whom text[];
BEGIN
	EXECUTE format('SELECT array_agg(DISTINCT %I::text) FROM changed', TG_ARGV[1]) INTO whom;
	IF cardinality(whom) > 200 THEN whom := array['everyone']; END IF;
	PERFORM pg_notify('stale', TG_ARGV[0] || ' ' || who) FROM unnest(whom) AS who;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "notifications_stale_new" AFTER INSERT ON "notifications" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('notifications', 'user_id');
--> statement-breakpoint
CREATE TRIGGER "notifications_stale_changed" AFTER UPDATE ON "notifications" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('notifications', 'user_id');
--> statement-breakpoint
CREATE TRIGGER "notifications_stale_gone" AFTER DELETE ON "notifications" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('notifications', 'user_id');
--> statement-breakpoint
CREATE TRIGGER "user_email_preferences_stale_new" AFTER INSERT ON "user_email_preferences" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('email-preferences', 'user_id');
--> statement-breakpoint
CREATE TRIGGER "user_email_preferences_stale_changed" AFTER UPDATE ON "user_email_preferences" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('email-preferences', 'user_id');
--> statement-breakpoint
CREATE TRIGGER "partner_activities_stale" AFTER INSERT ON "partner_activities" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('activities', 'partner_id');
--> statement-breakpoint
CREATE TRIGGER "announcement_reads_stale_new" AFTER INSERT ON "announcement_reads" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('announcement-reads', 'user_id');
--> statement-breakpoint
CREATE TRIGGER "announcement_reads_stale_changed" AFTER UPDATE ON "announcement_reads" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('announcement-reads', 'user_id');
--> statement-breakpoint
-- For whom something is, and was, as its column `audience` says it; for many at once, to everyone.
CREATE FUNCTION "tell_stale_of_audience"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	whom text[] := '{}';
BEGIN
	IF TG_OP <> 'INSERT' THEN whom := OLD.audience; END IF;
	IF TG_OP <> 'DELETE' THEN whom := whom || NEW.audience; END IF;
	IF cardinality(whom) > 100 THEN whom := array['everyone']; END IF;
	PERFORM pg_notify('stale', TG_ARGV[0] || ' ' || who) FROM unnest(whom) AS who;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "announcements_stale" AFTER INSERT OR UPDATE OR DELETE ON "announcements"
	FOR EACH ROW EXECUTE FUNCTION "tell_stale_of_audience"('announcements');
--> statement-breakpoint
-- Not when a download is counted.
CREATE OR REPLACE TRIGGER "resource_files_stale" AFTER INSERT OR DELETE OR UPDATE OF "title", "description", "category", "folder_id",
	"object_key", "thumbnail_size", "is_active", "assigned_partner_ids", "assigned_group" ON "resource_files"
	FOR EACH ROW EXECUTE FUNCTION "tell_stale_of_audience"('resources');
--> statement-breakpoint
DROP FUNCTION "tell_stale_resource"();
--> statement-breakpoint
CREATE TRIGGER "task_series_stale" AFTER INSERT OR UPDATE OR DELETE ON "task_series"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('task-series');
--> statement-breakpoint
CREATE TRIGGER "task_templates_stale" AFTER INSERT OR UPDATE OR DELETE ON "task_templates"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('task-templates');
--> statement-breakpoint
CREATE TRIGGER "task_sets_stale" AFTER INSERT OR UPDATE OR DELETE ON "task_sets"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('task-sets');
--> statement-breakpoint
CREATE TRIGGER "task_set_templates_stale" AFTER INSERT OR UPDATE OR DELETE ON "task_set_templates"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('task-sets');
--> statement-breakpoint
CREATE TRIGGER "task_set_partners_stale" AFTER INSERT OR UPDATE OR DELETE ON "task_set_partners"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('task-sets');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "email_notification_logs_stale" AFTER INSERT OR UPDATE OR DELETE ON "email_notification_logs"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('emails');
--> statement-breakpoint
-- A moment by the clocks of a zone; by UTC where the database does not know the zone, so that one user's does not fail a statement for all.
CREATE FUNCTION "local_time"("at" timestamptz, "zone" text) RETURNS timestamp LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
	RETURN "at" AT TIME ZONE coalesce("zone", 'UTC');
EXCEPTION WHEN invalid_parameter_value THEN
	RETURN "at" AT TIME ZONE 'UTC';
END
$$;
