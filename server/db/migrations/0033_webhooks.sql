CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event" varchar(40) NOT NULL,
	"data" jsonb NOT NULL,
	"user_id" uuid,
	"state" varchar(10) DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"last_status" smallint,
	"last_error" varchar(200),
	"last_answer" text,
	"last_attempt_at" timestamp (3) with time zone,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now(),
	"sending_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "webhook_deliveries_state" CHECK ("webhook_deliveries"."state" in ('waiting', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_waiting_has_time" CHECK (("webhook_deliveries"."state" = 'waiting') = ("webhook_deliveries"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"url" varchar(2048) NOT NULL,
	"description" varchar(200),
	"events" text[] NOT NULL,
	"secret" varchar(100) NOT NULL,
	"previous_secret" varchar(100),
	"previous_secret_until" timestamp (3) with time zone,
	"state" varchar(10) DEFAULT 'on' NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoints_state" CHECK ("webhook_endpoints"."state" in ('on', 'off', 'gone', 'failing')),
	CONSTRAINT "webhook_endpoints_events" CHECK ("webhook_endpoints"."events" <@ array['partner.created', 'partner.onboarding_completed', 'document.signed', 'task.completed', 'user.changed'])
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_kind_known";--> statement-breakpoint
ALTER TABLE "user_email_preferences" ADD COLUMN "webhook_emails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_log" ON "webhook_deliveries" USING btree ("endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","next_attempt_at") WHERE "webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_user" ON "webhook_deliveries" USING btree ("user_id") WHERE "webhook_deliveries"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_created_by" ON "webhook_endpoints" USING btree ("created_by");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_known" CHECK ("notifications"."kind" in ('role_changed', 'task_assigned', 'task_changed', 'task_reminder', 'task_overdue', 'task_work', 'resource_added', 'agreement_waiting', 'agreement_changed', 'agreement_attention', 'agreement_countersigned', 'announcement', 'webhook_disabled'));--> statement-breakpoint
-- Messages are written where it happens: whichever statement changes a row, and only if its transaction commits.
CREATE FUNCTION "wants_webhook"("name" text) RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT EXISTS (SELECT FROM "webhook_endpoints" WHERE "state" = 'on' AND "name" = ANY("events"))
$$;
--> statement-breakpoint
-- Locked, so that one that is being deleted is left out once it is, instead of failing what happened by its missing key.
CREATE FUNCTION "enqueue_webhook"("name" text, "about" uuid, "content" jsonb) RETURNS void LANGUAGE sql AS $$
	INSERT INTO "webhook_deliveries" ("endpoint_id", "event", "data", "user_id")
	SELECT "id", "name", "content", "about" FROM "webhook_endpoints" WHERE "state" = 'on' AND "name" = ANY("events") FOR KEY SHARE
$$;
--> statement-breakpoint
CREATE FUNCTION "webhook_time"("at" timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT to_char("at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
--> statement-breakpoint
-- Of an erased one there is only the id.
CREATE FUNCTION "webhook_user"("account" "users") RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object(
		'id', "account"."id",
		'state', CASE WHEN "account"."erased_at" IS NOT NULL THEN 'erased' WHEN "account"."disabled_at" IS NOT NULL THEN 'disabled' ELSE 'active' END,
		'email', CASE WHEN "account"."erased_at" IS NULL THEN "account"."email" END,
		'firstName', CASE WHEN "account"."erased_at" IS NULL THEN "account"."first_name" END,
		'lastName', CASE WHEN "account"."erased_at" IS NULL THEN "account"."last_name" END,
		'role', CASE WHEN "account"."erased_at" IS NULL THEN "account"."role" END,
		'partnerGroup', CASE WHEN "account"."erased_at" IS NULL THEN "account"."partner_group" END)
$$;
--> statement-breakpoint
CREATE FUNCTION "webhook_partner"("profile" "partner_profiles") RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object(
		'id', "profile"."id",
		'userId', "profile"."user_id",
		'businessName', "profile"."business_name",
		'fullName', "profile"."full_name",
		'email', "profile"."email",
		'phoneNumber', "profile"."phone_number",
		'businessWebsite', "profile"."business_website",
		'state', "profile"."state",
		'onboardingStatus', "profile"."onboarding_status")
$$;
--> statement-breakpoint
CREATE FUNCTION "enqueue_user_webhook"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	account "users" := coalesce(NEW, OLD);
	partner jsonb;
	changed text[];
BEGIN
	IF NOT "wants_webhook"('user.changed') THEN RETURN NULL; END IF;
	IF TG_OP = 'DELETE' THEN account.erased_at := now(); END IF;
	IF account.erased_at IS NOT NULL THEN
		changed := array['user.state'];
	ELSE
		changed := array_remove(array[
			CASE WHEN OLD.email IS DISTINCT FROM NEW.email THEN 'user.email' END,
			CASE WHEN OLD.first_name IS DISTINCT FROM NEW.first_name THEN 'user.firstName' END,
			CASE WHEN OLD.last_name IS DISTINCT FROM NEW.last_name THEN 'user.lastName' END,
			CASE WHEN OLD.role IS DISTINCT FROM NEW.role THEN 'user.role' END,
			CASE WHEN OLD.partner_group IS DISTINCT FROM NEW.partner_group THEN 'user.partnerGroup' END,
			CASE WHEN (OLD.disabled_at IS NULL) <> (NEW.disabled_at IS NULL) THEN 'user.state' END], NULL);
		IF cardinality(changed) = 0 THEN RETURN NULL; END IF;
		SELECT "webhook_partner"(profile) INTO partner FROM "partner_profiles" profile WHERE profile.user_id = account.id;
	END IF;
	PERFORM "enqueue_webhook"('user.changed', account.id, jsonb_build_object(
		'user', "webhook_user"(account), 'partner', partner, 'changed', to_jsonb(changed)));
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "users_webhook" AFTER DELETE
	OR UPDATE OF "email", "first_name", "last_name", "role", "partner_group", "disabled_at", "erased_at" ON "users"
	FOR EACH ROW EXECUTE FUNCTION "enqueue_user_webhook"();
--> statement-breakpoint
CREATE FUNCTION "enqueue_partner_webhook"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	account "users";
	changed text[] := '{}';
	isCompleted boolean := NEW.onboarding_status = 'completed';
BEGIN
	IF TG_OP = 'UPDATE' THEN
		isCompleted := isCompleted AND OLD.onboarding_status <> 'completed';
		changed := array_remove(array[
			CASE WHEN OLD.full_name IS DISTINCT FROM NEW.full_name THEN 'partner.fullName' END,
			CASE WHEN OLD.business_name IS DISTINCT FROM NEW.business_name THEN 'partner.businessName' END,
			CASE WHEN OLD.email IS DISTINCT FROM NEW.email THEN 'partner.email' END,
			CASE WHEN OLD.phone_number IS DISTINCT FROM NEW.phone_number THEN 'partner.phoneNumber' END,
			CASE WHEN OLD.business_website IS DISTINCT FROM NEW.business_website THEN 'partner.businessWebsite' END,
			CASE WHEN OLD.state IS DISTINCT FROM NEW.state THEN 'partner.state' END], NULL);
		IF NOT isCompleted AND cardinality(changed) = 0 THEN RETURN NULL; END IF;
	END IF;
	IF NOT ("wants_webhook"('partner.created') OR "wants_webhook"('partner.onboarding_completed') OR "wants_webhook"('user.changed')) THEN
		RETURN NULL;
	END IF;
	SELECT * INTO account FROM "users" WHERE id = NEW.user_id;
	-- Erasing empties the profile after the user, whose own event has said it.
	IF account.erased_at IS NOT NULL THEN RETURN NULL; END IF;
	IF TG_OP = 'INSERT' THEN
		PERFORM "enqueue_webhook"('partner.created', account.id,
			jsonb_build_object('partner', "webhook_partner"(NEW), 'user', "webhook_user"(account)));
	END IF;
	IF cardinality(changed) > 0 THEN
		PERFORM "enqueue_webhook"('user.changed', account.id, jsonb_build_object(
			'user', "webhook_user"(account), 'partner', "webhook_partner"(NEW), 'changed', to_jsonb(changed)));
	END IF;
	IF isCompleted THEN
		PERFORM "enqueue_webhook"('partner.onboarding_completed', account.id,
			jsonb_build_object('partner', "webhook_partner"(NEW), 'user', "webhook_user"(account)));
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "partner_profiles_webhook" AFTER INSERT
	OR UPDATE OF "full_name", "business_name", "email", "phone_number", "business_website", "state", "onboarding_status" ON "partner_profiles"
	FOR EACH ROW EXECUTE FUNCTION "enqueue_partner_webhook"();
--> statement-breakpoint
CREATE FUNCTION "enqueue_work_webhook"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	profile "partner_profiles";
	content jsonb;
BEGIN
	IF NOT "wants_webhook"(TG_ARGV[0]) THEN RETURN NULL; END IF;
	IF TG_OP = 'UPDATE' THEN
		IF OLD.status = NEW.status THEN RETURN NULL; END IF;
	END IF;
	SELECT * INTO profile FROM "partner_profiles" WHERE id = NEW.partner_id;
	IF TG_TABLE_NAME = 'partner_documents' THEN
		content := jsonb_build_object('document', jsonb_build_object('id', NEW.id, 'type', NEW.document_type,
			'name', (SELECT name FROM "agreement_types" WHERE id = NEW.document_type), 'signedAt', "webhook_time"(NEW.signed_at)));
	ELSE
		content := jsonb_build_object('task', jsonb_build_object('id', NEW.id, 'name', NEW.task_name,
			'type', NEW.task_type, 'dueDate', "webhook_time"(NEW.due_date)));
	END IF;
	PERFORM "enqueue_webhook"(TG_ARGV[0], profile.user_id, content || jsonb_build_object('partner', jsonb_build_object(
		'id', profile.id, 'userId', profile.user_id, 'businessName', profile.business_name)));
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "partner_documents_webhook" AFTER INSERT OR UPDATE OF "status" ON "partner_documents"
	FOR EACH ROW WHEN (NEW."status" = 'signed') EXECUTE FUNCTION "enqueue_work_webhook"('document.signed');
--> statement-breakpoint
CREATE TRIGGER "partner_tasks_webhook" AFTER INSERT OR UPDATE OF "status" ON "partner_tasks"
	FOR EACH ROW WHEN (NEW."status" = 'completed') EXECUTE FUNCTION "enqueue_work_webhook"('task.completed');
--> statement-breakpoint
CREATE TRIGGER "webhook_endpoints_stale" AFTER INSERT OR UPDATE OR DELETE ON "webhook_endpoints"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('webhooks');
--> statement-breakpoint
CREATE TRIGGER "webhook_deliveries_stale" AFTER UPDATE OR DELETE ON "webhook_deliveries"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('webhooks');
--> statement-breakpoint
-- Wakes who sends them, too.
CREATE FUNCTION "announce_webhooks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('webhooks', ''), pg_notify('stale', 'webhooks');
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "webhook_deliveries_new" AFTER INSERT ON "webhook_deliveries"
	FOR EACH STATEMENT EXECUTE FUNCTION "announce_webhooks"();
