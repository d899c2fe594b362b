CREATE TABLE "bulk_action_changes" (
	"action_id" uuid NOT NULL,
	"partner_id" uuid NOT NULL,
	"former_value" varchar(200),
	CONSTRAINT "bulk_action_changes_action_id_partner_id_pk" PRIMARY KEY("action_id","partner_id")
);
--> statement-breakpoint
CREATE TABLE "bulk_actions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" varchar(20) NOT NULL,
	"values" jsonb NOT NULL,
	"requested_by" uuid NOT NULL,
	"idempotency_key" varchar(200),
	"request_sha256" varchar(64) NOT NULL,
	"partner_ids" uuid[] NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"left_out" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"taken_back_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bulk_actions_kind_known" CHECK ("bulk_actions"."kind" in ('manager', 'group', 'tag', 'untag', 'invite', 'message', 'remind'))
);
--> statement-breakpoint
CREATE TABLE "partner_facts" (
	"partner_id" uuid PRIMARY KEY NOT NULL,
	"full_name" varchar(200) NOT NULL,
	"business_name" varchar(200) NOT NULL,
	"state" varchar(2) NOT NULL,
	"onboarding_status" varchar(20) NOT NULL,
	"partner_group" varchar(100),
	"manager_id" uuid,
	"is_disabled" boolean NOT NULL,
	"is_erased" boolean NOT NULL,
	"invited_at" timestamp (3) with time zone,
	"has_signed_in" boolean NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"last_contact_at" timestamp (3) with time zone,
	"agreements" integer NOT NULL,
	"signed_agreements" integer NOT NULL,
	"agreements_to_sign" integer NOT NULL,
	"has_nda" boolean NOT NULL,
	"has_partnership" boolean NOT NULL,
	"is_behind" boolean NOT NULL,
	"open_tasks" integer NOT NULL,
	"earliest_due" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_facts_due" (
	"partner_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "partner_groups" ADD COLUMN "manager_id" uuid;--> statement-breakpoint
ALTER TABLE "partner_profiles" ADD COLUMN "manager_id" uuid;--> statement-breakpoint
ALTER TABLE "bulk_action_changes" ADD CONSTRAINT "bulk_action_changes_action_id_bulk_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."bulk_actions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_actions" ADD CONSTRAINT "bulk_actions_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_facts" ADD CONSTRAINT "partner_facts_partner_id_partner_profiles_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_actions_key_unique" ON "bulk_actions" USING btree ("requested_by","idempotency_key");--> statement-breakpoint
CREATE INDEX "bulk_actions_open" ON "bulk_actions" USING btree ("starts_at") WHERE "bulk_actions"."finished_at" is null and "bulk_actions"."taken_back_at" is null and "bulk_actions"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "bulk_actions_created" ON "bulk_actions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "partner_facts_created" ON "partner_facts" USING btree ("created_at","partner_id");--> statement-breakpoint
CREATE INDEX "partner_facts_name" ON "partner_facts" USING btree ("full_name","partner_id");--> statement-breakpoint
CREATE INDEX "partner_facts_business" ON "partner_facts" USING btree ("business_name","partner_id");--> statement-breakpoint
CREATE INDEX "partner_facts_group" ON "partner_facts" USING btree ("partner_group","partner_id");--> statement-breakpoint
CREATE INDEX "partner_facts_manager" ON "partner_facts" USING btree ("manager_id","created_at","partner_id");--> statement-breakpoint
CREATE INDEX "partner_facts_status" ON "partner_facts" USING btree (array_position(array['profile', 'documents', 'completed']::text[], "onboarding_status"::text),"partner_id");--> statement-breakpoint
CREATE INDEX "partner_facts_signed" ON "partner_facts" USING btree ("signed_agreements","partner_id");--> statement-breakpoint
CREATE INDEX "partner_facts_tasks" ON "partner_facts" USING btree ("open_tasks","partner_id");--> statement-breakpoint
CREATE INDEX "partner_facts_earliest" ON "partner_facts" USING btree ("earliest_due","partner_id");--> statement-breakpoint
CREATE INDEX "partner_facts_invited" ON "partner_facts" USING btree ("invited_at" NULLS FIRST,"partner_id");--> statement-breakpoint
CREATE INDEX "partner_facts_seen" ON "partner_facts" USING btree ("last_seen_at" NULLS FIRST,"partner_id");--> statement-breakpoint
CREATE INDEX "partner_facts_contact" ON "partner_facts" USING btree ("last_contact_at" NULLS FIRST,"partner_id");--> statement-breakpoint
ALTER TABLE "partner_groups" ADD CONSTRAINT "partner_groups_manager_id_users_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_profiles" ADD CONSTRAINT "partner_profiles_manager_id_users_id_fk" FOREIGN KEY ("manager_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_profiles_manager" ON "partner_profiles" USING btree ("manager_id") WHERE "partner_profiles"."manager_id" is not null;--> statement-breakpoint
-- Who sends what to the partner facts: each statement lists the partners whose rows it changed.
CREATE FUNCTION "facts_due_of_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO partner_facts_due SELECT DISTINCT partner_id FROM changed WHERE partner_id IS NOT NULL;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "facts_due_of_both"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO partner_facts_due
	SELECT partner_id FROM former WHERE partner_id IS NOT NULL UNION SELECT partner_id FROM changed WHERE partner_id IS NOT NULL;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "partner_tasks_facts_added" AFTER INSERT ON "partner_tasks" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_changed"();--> statement-breakpoint
CREATE TRIGGER "partner_tasks_facts_changed" AFTER UPDATE ON "partner_tasks" REFERENCING OLD TABLE AS former NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_both"();--> statement-breakpoint
CREATE TRIGGER "partner_tasks_facts_deleted" AFTER DELETE ON "partner_tasks" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_changed"();--> statement-breakpoint
CREATE TRIGGER "partner_documents_facts_added" AFTER INSERT ON "partner_documents" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_changed"();--> statement-breakpoint
CREATE TRIGGER "partner_documents_facts_changed" AFTER UPDATE ON "partner_documents" REFERENCING OLD TABLE AS former NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_both"();--> statement-breakpoint
CREATE TRIGGER "partner_documents_facts_deleted" AFTER DELETE ON "partner_documents" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_changed"();--> statement-breakpoint
CREATE TRIGGER "partner_members_facts_added" AFTER INSERT ON "partner_members" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_changed"();--> statement-breakpoint
CREATE TRIGGER "partner_members_facts_changed" AFTER UPDATE ON "partner_members" REFERENCING OLD TABLE AS former NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_both"();--> statement-breakpoint
CREATE TRIGGER "partner_members_facts_deleted" AFTER DELETE ON "partner_members" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_changed"();--> statement-breakpoint
CREATE FUNCTION "facts_due_of_profiles"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO partner_facts_due SELECT id FROM changed;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "partner_profiles_facts_added" AFTER INSERT ON "partner_profiles" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_profiles"();--> statement-breakpoint
CREATE TRIGGER "partner_profiles_facts_changed" AFTER UPDATE ON "partner_profiles" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_profiles"();--> statement-breakpoint
CREATE FUNCTION "facts_due_of_users"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO partner_facts_due
	SELECT profile.id FROM changed JOIN former ON former.id = changed.id JOIN partner_profiles profile ON profile.user_id = changed.id
	WHERE (former.partner_group, former.disabled_at, former.erased_at, former.invited_at, former.last_sign_in_at)
		IS DISTINCT FROM (changed.partner_group, changed.disabled_at, changed.erased_at, changed.invited_at, changed.last_sign_in_at);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "users_facts_changed" AFTER UPDATE ON "users" REFERENCING OLD TABLE AS former NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_users"();--> statement-breakpoint
CREATE FUNCTION "facts_due_of_messages"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO partner_facts_due
	SELECT DISTINCT chat.partner_id FROM changed JOIN chat_conversations chat ON chat.id = changed.conversation_id
	WHERE changed.is_support AND chat.partner_id IS NOT NULL;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "chat_messages_facts_added" AFTER INSERT ON "chat_messages" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_messages"();--> statement-breakpoint
CREATE TRIGGER "chat_messages_facts_deleted" AFTER DELETE ON "chat_messages" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_messages"();--> statement-breakpoint
CREATE FUNCTION "facts_due_of_emails"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO partner_facts_due
	SELECT DISTINCT profile.id FROM changed JOIN partner_profiles profile ON profile.user_id = changed.user_id
	WHERE changed.type = 'reminder';
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "email_notification_logs_facts_added" AFTER INSERT ON "email_notification_logs" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_emails"();--> statement-breakpoint
CREATE TRIGGER "email_notification_logs_facts_changed" AFTER UPDATE ON "email_notification_logs" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_emails"();--> statement-breakpoint
CREATE TRIGGER "email_notification_logs_facts_deleted" AFTER DELETE ON "email_notification_logs" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_emails"();--> statement-breakpoint
-- A new text makes the signed agreements of its type older than the one in force.
CREATE FUNCTION "facts_due_of_texts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO partner_facts_due
	SELECT DISTINCT partner_id FROM partner_documents
	WHERE status = 'signed' AND document_type IN (SELECT document_type FROM changed WHERE published_at IS NOT NULL);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "agreement_versions_facts_added" AFTER INSERT ON "agreement_versions" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_texts"();--> statement-breakpoint
CREATE TRIGGER "agreement_versions_facts_changed" AFTER UPDATE ON "agreement_versions" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_texts"();--> statement-breakpoint
CREATE VIEW "current_partner_facts" AS
	SELECT profile.id AS partner_id, profile.full_name, profile.business_name, profile.state, profile.onboarding_status,
		owner.partner_group, profile.manager_id, owner.disabled_at IS NOT NULL AS is_disabled, owner.erased_at IS NOT NULL AS is_erased,
		owner.invited_at, owner.last_sign_in_at IS NOT NULL OR seen.at IS NOT NULL AS has_signed_in,
		seen.at AS last_seen_at, greatest(said.at, reminded.at) AS last_contact_at,
		document.agreements, document.signed_agreements, document.agreements_to_sign, document.has_nda, document.has_partnership,
		behind.is_behind, task.open_tasks, task.earliest_due, profile.created_at
	FROM partner_profiles profile JOIN users owner ON owner.id = profile.user_id
	CROSS JOIN LATERAL (SELECT max(last_seen_at) AS at FROM partner_members WHERE partner_id = profile.id) seen
	LEFT JOIN LATERAL (
		SELECT message.created_at AS at FROM chat_conversations chat JOIN chat_messages message ON message.conversation_id = chat.id
		WHERE chat.partner_id = profile.id AND message.is_support AND message.kind = 'said' ORDER BY message.seq DESC LIMIT 1) said ON true
	CROSS JOIN LATERAL (
		SELECT max(created_at) AS at FROM email_notification_logs
		WHERE user_id = profile.user_id AND type = 'reminder' AND status IN ('queued', 'sent')) reminded
	CROSS JOIN LATERAL (
		SELECT count(*)::int AS agreements,
			(count(*) FILTER (WHERE status = 'signed'))::int AS signed_agreements,
			(count(*) FILTER (WHERE status = 'pending' AND declined_at IS NULL))::int AS agreements_to_sign,
			coalesce(bool_or(status = 'signed' AND document_type = 'nda'), false) AS has_nda,
			coalesce(bool_or(status = 'signed' AND document_type = 'venue_partnership_agreement'), false) AS has_partnership
		FROM partner_documents WHERE partner_id = profile.id AND voided_at IS NULL) document
	CROSS JOIN LATERAL (
		SELECT EXISTS (
			SELECT FROM (
				SELECT DISTINCT ON (newest.document_type) newest.document_type, newest.signed_at, signature.agreement_version
				FROM partner_documents newest LEFT JOIN document_signatures signature ON signature.document_id = newest.id
				WHERE newest.partner_id = profile.id AND newest.status = 'signed' AND newest.voided_at IS NULL
					AND (newest.ends_on IS NULL OR newest.ends_on >= (now() AT TIME ZONE 'utc')::date)
				ORDER BY newest.document_type, newest.signed_at DESC) latest
			JOIN LATERAL (
				SELECT version, published_at FROM agreement_versions
				WHERE document_type = latest.document_type AND published_at IS NOT NULL ORDER BY published_at DESC LIMIT 1) in_force ON true
			WHERE coalesce(latest.agreement_version <> in_force.version, latest.signed_at < in_force.published_at)
				AND NOT EXISTS (
					SELECT FROM partner_documents waiting
					WHERE waiting.partner_id = profile.id AND waiting.document_type = latest.document_type AND waiting.status = 'pending')
		) AS is_behind) behind
	CROSS JOIN LATERAL (
		SELECT count(*)::int AS open_tasks, min(due_date) AS earliest_due
		FROM partner_tasks WHERE partner_id = profile.id AND status <> 'completed' AND deleted_at IS NULL) task;--> statement-breakpoint
-- Brings the facts of at most so many partners up to date, and returns how many. Whoever changes a partner has committed before its row in
-- partner_facts_due can be seen, so the facts include that change.
CREATE FUNCTION "refresh_partner_facts"(most integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	ids uuid[];
BEGIN
	IF NOT EXISTS (SELECT FROM partner_facts_due) THEN RETURN 0; END IF;
	PERFORM pg_advisory_xact_lock(1204912);
	WITH taken AS (
		DELETE FROM partner_facts_due WHERE partner_id IN (SELECT partner_id FROM partner_facts_due LIMIT most) RETURNING partner_id)
	SELECT array_agg(DISTINCT partner_id) INTO ids FROM taken;
	IF ids IS NULL THEN RETURN 0; END IF;
	-- A partner that is being deleted is waited for, and left out then.
	PERFORM FROM partner_profiles WHERE id = ANY (ids) ORDER BY id FOR KEY SHARE;
	INSERT INTO partner_facts (partner_id, full_name, business_name, state, onboarding_status, partner_group, manager_id, is_disabled, is_erased,
		invited_at, has_signed_in, last_seen_at, last_contact_at, agreements, signed_agreements, agreements_to_sign, has_nda, has_partnership,
		is_behind, open_tasks, earliest_due, created_at)
	SELECT partner_id, full_name, business_name, state, onboarding_status, partner_group, manager_id, is_disabled, is_erased,
		invited_at, has_signed_in, last_seen_at, last_contact_at, agreements, signed_agreements, agreements_to_sign, has_nda, has_partnership,
		is_behind, open_tasks, earliest_due, created_at
	FROM current_partner_facts WHERE partner_id = ANY (ids)
	ON CONFLICT (partner_id) DO UPDATE SET full_name = excluded.full_name, business_name = excluded.business_name, state = excluded.state,
		onboarding_status = excluded.onboarding_status, partner_group = excluded.partner_group, manager_id = excluded.manager_id,
		is_disabled = excluded.is_disabled, is_erased = excluded.is_erased, invited_at = excluded.invited_at,
		has_signed_in = excluded.has_signed_in, last_seen_at = excluded.last_seen_at, last_contact_at = excluded.last_contact_at,
		agreements = excluded.agreements, signed_agreements = excluded.signed_agreements, agreements_to_sign = excluded.agreements_to_sign,
		has_nda = excluded.has_nda, has_partnership = excluded.has_partnership, is_behind = excluded.is_behind,
		open_tasks = excluded.open_tasks, earliest_due = excluded.earliest_due, created_at = excluded.created_at;
	RETURN cardinality(ids);
END
$$;--> statement-breakpoint
INSERT INTO "partner_facts_due" SELECT "id" FROM "partner_profiles";--> statement-breakpoint
SELECT "refresh_partner_facts"(1000000000);
--> statement-breakpoint
CREATE TRIGGER "partner_groups_stale" AFTER UPDATE OF "manager_id" ON "partner_groups"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('group-managers');--> statement-breakpoint
CREATE TRIGGER "bulk_actions_added" AFTER INSERT ON "bulk_actions" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('bulk-actions', 'requested_by');--> statement-breakpoint
CREATE TRIGGER "bulk_actions_changed" AFTER UPDATE ON "bulk_actions" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('bulk-actions', 'requested_by');
