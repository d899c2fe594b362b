CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_name" varchar(401) NOT NULL,
	"actor_email" varchar(254) NOT NULL,
	"actor_role" varchar(20) NOT NULL,
	"action" varchar(60) NOT NULL,
	"subject_id" uuid,
	"subject_name" varchar(401) NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "user_counts" (
	"role" varchar(20) NOT NULL,
	"partner_group" varchar(100),
	"users" integer NOT NULL
);
--> statement-breakpoint
DROP INDEX "partner_profiles_status";--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD COLUMN "file_name" varchar(255);--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD COLUMN "file_type" varchar(20);--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD COLUMN "file_size" bigint;--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD COLUMN "file_sha256" varchar(64);--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_id","at");--> statement-breakpoint
CREATE INDEX "partner_documents_signed" ON "partner_documents" USING btree ("signed_at") WHERE "partner_documents"."signed_at" is not null;--> statement-breakpoint
CREATE INDEX "partner_profiles_name" ON "partner_profiles" USING btree ("full_name","id");--> statement-breakpoint
CREATE INDEX "partner_profiles_business" ON "partner_profiles" USING btree ("business_name","id");--> statement-breakpoint
CREATE INDEX "partner_profiles_created" ON "partner_profiles" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "partner_profiles_waiting" ON "partner_profiles" USING btree ("created_at","id") WHERE "partner_profiles"."onboarding_status" <> 'completed';--> statement-breakpoint
CREATE INDEX "partner_profiles_search" ON "partner_profiles" USING gin (lower("full_name" || ' ' || "business_name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "partner_tasks_open_due" ON "partner_tasks" USING btree ("due_date") WHERE "partner_tasks"."status" <> 'completed';--> statement-breakpoint
CREATE UNIQUE INDEX "partner_tasks_file_unique" ON "partner_tasks" USING btree ("file_path");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role","created_at","id");--> statement-breakpoint
CREATE INDEX "users_group" ON "users" USING btree ("partner_group","created_at","id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (lower(coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "partner_profiles_status" ON "partner_profiles" USING btree ("onboarding_status","full_name","id");--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD CONSTRAINT "partner_tasks_file_type_known" CHECK ("partner_tasks"."file_type" in ('pdf', 'ppt', 'pptx', 'doc', 'docx', 'xls', 'xlsx', 'csv', 'txt', 'zip', 'mp4', 'mov', 'mp3', 'jpg', 'jpeg', 'png', 'gif', 'webp', 'svg'));--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD CONSTRAINT "partner_tasks_file_whole" CHECK (num_nulls("partner_tasks"."file_path", "partner_tasks"."file_type", "partner_tasks"."file_size", "partner_tasks"."file_sha256") in (0, 4));
--> statement-breakpoint
-- The log is only ever added to. ALWAYS: also where session_replication_role would skip ordinary triggers.
CREATE FUNCTION "audit_log_refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the audit log is only ever added to' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log"
	FOR EACH STATEMENT EXECUTE FUNCTION "audit_log_refuse_change"();
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE ALWAYS TRIGGER "audit_log_append_only";
--> statement-breakpoint
INSERT INTO "user_counts" ("role", "partner_group", "users")
	SELECT "role", "partner_group", count(*) FROM "users" GROUP BY "role", "partner_group";
--> statement-breakpoint
CREATE FUNCTION "users_count_added"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO user_counts (role, partner_group, users)
		SELECT role, partner_group, count(*) FROM added GROUP BY role, partner_group;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "users_count_gone"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO user_counts (role, partner_group, users)
		SELECT role, partner_group, -count(*) FROM gone GROUP BY role, partner_group;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "users_count_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO user_counts (role, partner_group, users)
		SELECT role, partner_group, sum(change) FROM (
			SELECT role, partner_group, 1 AS change FROM added
			UNION ALL SELECT role, partner_group, -1 FROM gone) AS changes
		GROUP BY role, partner_group HAVING sum(change) <> 0;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "users_count_added" AFTER INSERT ON "users" REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "users_count_added"();
--> statement-breakpoint
CREATE TRIGGER "users_count_gone" AFTER DELETE ON "users" REFERENCING OLD TABLE AS gone
	FOR EACH STATEMENT EXECUTE FUNCTION "users_count_gone"();
--> statement-breakpoint
CREATE TRIGGER "users_count_changed" AFTER UPDATE ON "users" REFERENCING OLD TABLE AS gone NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION "users_count_changed"();
--> statement-breakpoint
CREATE FUNCTION "users_count_emptied"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM user_counts;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "users_count_emptied" AFTER TRUNCATE ON "users"
	FOR EACH STATEMENT EXECUTE FUNCTION "users_count_emptied"();
