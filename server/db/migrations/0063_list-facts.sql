CREATE TABLE "agreement_facts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"partner_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"is_latest" boolean NOT NULL,
	"is_next" boolean NOT NULL,
	"is_behind" boolean NOT NULL,
	"is_disabled" boolean NOT NULL,
	"is_joined_later" boolean NOT NULL,
	"awaits_countersignature" boolean NOT NULL,
	"status" varchar(20) NOT NULL,
	"document_type" varchar(40) NOT NULL,
	"declined_at" timestamp (3) with time zone,
	"voided_at" timestamp (3) with time zone,
	"manager_id" uuid,
	"partner_group" varchar(100),
	"opened_at" timestamp (3) with time zone,
	"signed_at" timestamp (3) with time zone,
	"ends_on" date,
	"text_version" varchar(40),
	"shared_document_id" uuid
);
--> statement-breakpoint
CREATE TABLE "task_facts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"partner_id" uuid NOT NULL,
	"definition_id" uuid NOT NULL,
	"due_date" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"is_for_one" boolean NOT NULL,
	"status" varchar(20) NOT NULL,
	"task_type" varchar(40) NOT NULL,
	"owner_id" uuid,
	"manager_id" uuid,
	"partner_group" varchar(100)
);
--> statement-breakpoint
DROP INDEX "partner_documents_created";--> statement-breakpoint
DROP INDEX "partner_tasks_created";--> statement-breakpoint
DROP INDEX "partner_tasks_due";--> statement-breakpoint
DROP INDEX "task_definitions_created";--> statement-breakpoint
CREATE INDEX "agreement_facts_partner" ON "agreement_facts" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "agreement_facts_created" ON "agreement_facts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "agreement_facts_declined" ON "agreement_facts" USING btree ("created_at","id") WHERE "agreement_facts"."declined_at" is not null;--> statement-breakpoint
CREATE INDEX "agreement_facts_voided" ON "agreement_facts" USING btree ("created_at","id") WHERE "agreement_facts"."voided_at" is not null;--> statement-breakpoint
CREATE INDEX "agreement_facts_awaiting" ON "agreement_facts" USING btree ("created_at","id") WHERE "agreement_facts"."awaits_countersignature";--> statement-breakpoint
CREATE INDEX "agreement_facts_ends" ON "agreement_facts" USING btree ("ends_on") WHERE "agreement_facts"."ends_on" is not null;--> statement-breakpoint
CREATE INDEX "task_facts_partner" ON "task_facts" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "task_facts_created" ON "task_facts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "task_facts_due" ON "task_facts" USING btree ("due_date","id");--> statement-breakpoint
CREATE INDEX "task_facts_type" ON "task_facts" USING btree ("task_type","due_date","id");--> statement-breakpoint
CREATE INDEX "task_facts_type_down" ON "task_facts" USING btree ("task_type" DESC NULLS FIRST,"due_date","id");--> statement-breakpoint
CREATE INDEX "task_facts_status" ON "task_facts" USING btree (array_position(array['pending', 'in_progress', 'completed']::text[], "status"::text),"due_date","id");--> statement-breakpoint
CREATE INDEX "task_facts_status_down" ON "task_facts" USING btree (array_position(array['pending', 'in_progress', 'completed']::text[], "status"::text) desc,"due_date","id");--> statement-breakpoint
CREATE INDEX "task_facts_owner" ON "task_facts" USING btree ("owner_id","due_date","id");--> statement-breakpoint
CREATE INDEX "partner_tasks_name" ON "partner_tasks" USING btree (lower("task_name"),"due_date","id");--> statement-breakpoint
CREATE INDEX "task_definitions_created" ON "task_definitions" USING btree ("created_at","id") WHERE "task_definitions"."deleted_at" is null and not "task_definitions"."is_for_one";--> statement-breakpoint
CREATE FUNCTION "is_lasting"("ends_on" date) RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT ends_on IS NULL OR ends_on >= (now() AT TIME ZONE 'utc')::date
$$;--> statement-breakpoint
CREATE VIEW "current_agreement_facts" AS
	SELECT document.id, document.partner_id, owner.partner_group, profile.manager_id, document.document_type, document.status, document.text_version,
		document.shared_document_id, document.is_joined_later, document.created_at, document.opened_at, document.signed_at, document.declined_at,
		document.voided_at, document.ends_on, document.awaits_countersignature, owner.disabled_at IS NOT NULL AS is_disabled,
		document.status = 'signed' AND document.voided_at IS NULL AND NOT EXISTS (
			SELECT FROM partner_documents own
			WHERE own.partner_id = document.partner_id AND own.document_type = document.document_type
				AND own.status = 'signed' AND own.voided_at IS NULL AND (own.signed_at, own.id) > (document.signed_at, document.id)) AS is_latest,
		document.status = 'pending' AND profile.onboarding_status = 'documents' AND owner.erased_at IS NULL
			AND (document.document_type = 'nda' OR (document.document_type = 'venue_partnership_agreement' AND EXISTS (
				SELECT FROM partner_documents own
				WHERE own.partner_id = document.partner_id AND own.document_type = 'nda' AND own.status = 'signed' AND own.voided_at IS NULL)))
			AND NOT EXISTS (
				SELECT FROM partner_documents own
				WHERE own.partner_id = document.partner_id AND own.document_type = document.document_type
					AND ((own.status = 'signed' AND own.voided_at IS NULL)
						OR (own.status = 'pending' AND (own.created_at, own.id) < (document.created_at, document.id)))) AS is_next,
		-- The agreement is the latest in force, has an earlier text, or was signed on paper before that text was published, and none waits.
		document.status = 'signed' AND document.voided_at IS NULL AND is_lasting(document.ends_on)
			AND owner.role = 'user' AND owner.erased_at IS NULL
			AND coalesce(document.text_version <> in_force.version, document.signed_at < in_force.published_at, false)
			AND NOT EXISTS (
				SELECT FROM partner_documents own
				WHERE own.partner_id = document.partner_id AND own.document_type = document.document_type
					AND (own.status = 'pending' OR (own.status = 'signed' AND own.voided_at IS NULL AND is_lasting(own.ends_on)
						AND (own.signed_at, own.id) > (document.signed_at, document.id)))) AS is_behind
	FROM partner_documents document
	JOIN partner_profiles profile ON profile.id = document.partner_id
	JOIN users owner ON owner.id = profile.user_id
	LEFT JOIN LATERAL (
		SELECT version, published_at FROM agreement_versions
		WHERE document_type = document.document_type AND published_at IS NOT NULL ORDER BY published_at DESC LIMIT 1) in_force ON true;--> statement-breakpoint
CREATE VIEW "current_task_facts" AS
	SELECT task.id, task.partner_id, owner.partner_group, profile.manager_id, task.definition_id, task.owner_id, task.task_type, task.status,
		-- The part of a task for one partner has the id of the task.
		task.id = task.definition_id AS is_for_one, task.due_date, task.created_at
	FROM partner_tasks task
	JOIN partner_profiles profile ON profile.id = task.partner_id
	JOIN users owner ON owner.id = profile.user_id
	WHERE task.deleted_at IS NULL;--> statement-breakpoint
-- Whether an agreement is behind also depends on the role of its owner.
CREATE OR REPLACE FUNCTION "facts_due_of_users"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO partner_facts_due
	SELECT profile.id FROM changed JOIN former ON former.id = changed.id JOIN partner_profiles profile ON profile.user_id = changed.id
	WHERE (former.role, former.partner_group, former.disabled_at, former.erased_at, former.invited_at, former.last_sign_in_at)
		IS DISTINCT FROM
		(changed.role, changed.partner_group, changed.disabled_at, changed.erased_at, changed.invited_at, changed.last_sign_in_at);
	RETURN NULL;
END
$$;--> statement-breakpoint
-- Brings the facts of at most so many partners up to date, with those of their agreements and tasks, and returns the number of partners.
CREATE OR REPLACE FUNCTION "refresh_partner_facts"(most integer) RETURNS integer LANGUAGE plpgsql AS $$
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
	INSERT INTO partner_facts AS fact (partner_id, full_name, business_name, state, onboarding_status, partner_group, manager_id, is_disabled, is_erased, invited_at,
		has_signed_in, last_seen_at, last_contact_at, agreements, signed_agreements, agreements_to_sign, has_nda, has_partnership, is_behind,
		open_tasks, earliest_due, created_at)
	SELECT partner_id, full_name, business_name, state, onboarding_status, partner_group, manager_id, is_disabled, is_erased, invited_at,
		has_signed_in, last_seen_at, last_contact_at, agreements, signed_agreements, agreements_to_sign, has_nda, has_partnership, is_behind,
		open_tasks, earliest_due, created_at
	FROM current_partner_facts WHERE partner_id = ANY (ids)
	ON CONFLICT (partner_id) DO UPDATE SET (full_name, business_name, state, onboarding_status, partner_group, manager_id, is_disabled, is_erased, invited_at, has_signed_in,
		last_seen_at, last_contact_at, agreements, signed_agreements, agreements_to_sign, has_nda, has_partnership, is_behind, open_tasks,
		earliest_due, created_at)
		= (excluded.full_name, excluded.business_name, excluded.state, excluded.onboarding_status, excluded.partner_group, excluded.manager_id,
		excluded.is_disabled, excluded.is_erased, excluded.invited_at, excluded.has_signed_in, excluded.last_seen_at, excluded.last_contact_at,
		excluded.agreements, excluded.signed_agreements, excluded.agreements_to_sign, excluded.has_nda, excluded.has_partnership,
		excluded.is_behind, excluded.open_tasks, excluded.earliest_due, excluded.created_at)
		WHERE fact.* IS DISTINCT FROM excluded.*;
	DELETE FROM agreement_facts fact
	WHERE partner_id = ANY (ids) AND NOT EXISTS (SELECT FROM partner_documents document WHERE document.id = fact.id);
	INSERT INTO agreement_facts AS fact (id, partner_id, partner_group, manager_id, document_type, status, text_version, shared_document_id, is_joined_later, created_at,
		opened_at, signed_at, declined_at, voided_at, ends_on, awaits_countersignature, is_disabled, is_latest, is_next, is_behind)
	SELECT id, partner_id, partner_group, manager_id, document_type, status, text_version, shared_document_id, is_joined_later, created_at,
		opened_at, signed_at, declined_at, voided_at, ends_on, awaits_countersignature, is_disabled, is_latest, is_next, is_behind
	FROM current_agreement_facts WHERE partner_id = ANY (ids)
	ON CONFLICT (id) DO UPDATE SET (partner_id, partner_group, manager_id, document_type, status, text_version, shared_document_id, is_joined_later, created_at, opened_at,
		signed_at, declined_at, voided_at, ends_on, awaits_countersignature, is_disabled, is_latest, is_next, is_behind)
		= (excluded.partner_id, excluded.partner_group, excluded.manager_id, excluded.document_type, excluded.status, excluded.text_version,
		excluded.shared_document_id, excluded.is_joined_later, excluded.created_at, excluded.opened_at, excluded.signed_at,
		excluded.declined_at, excluded.voided_at, excluded.ends_on, excluded.awaits_countersignature, excluded.is_disabled, excluded.is_latest,
		excluded.is_next, excluded.is_behind)
		WHERE fact.* IS DISTINCT FROM excluded.*;
	DELETE FROM task_facts fact
	WHERE partner_id = ANY (ids)
		AND NOT EXISTS (SELECT FROM partner_tasks task WHERE task.id = fact.id AND task.deleted_at IS NULL);
	INSERT INTO task_facts AS fact (id, partner_id, partner_group, manager_id, definition_id, owner_id, task_type, status, is_for_one, due_date, created_at)
	SELECT id, partner_id, partner_group, manager_id, definition_id, owner_id, task_type, status, is_for_one, due_date, created_at
	FROM current_task_facts WHERE partner_id = ANY (ids)
	ON CONFLICT (id) DO UPDATE SET (partner_id, partner_group, manager_id, definition_id, owner_id, task_type, status, is_for_one, due_date, created_at)
		= (excluded.partner_id, excluded.partner_group, excluded.manager_id, excluded.definition_id, excluded.owner_id, excluded.task_type,
		excluded.status, excluded.is_for_one, excluded.due_date, excluded.created_at)
		WHERE fact.* IS DISTINCT FROM excluded.*;
	RETURN cardinality(ids);
END
$$;--> statement-breakpoint
INSERT INTO "partner_facts_due" SELECT "id" FROM "partner_profiles";--> statement-breakpoint
SELECT "refresh_partner_facts"(1000000000);
