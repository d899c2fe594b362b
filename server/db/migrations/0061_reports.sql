CREATE TABLE "report_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "report_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"metric" varchar(20) NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"subject_id" uuid NOT NULL,
	"partner_id" uuid,
	"partner_group" varchar(100),
	"kind" varchar(40),
	"value" double precision,
	"corrects_at" timestamp (3) with time zone,
	CONSTRAINT "report_entries_metric_known" CHECK ("report_entries"."metric" in ('partner_new', 'partner_active', 'partner_stalled', 'partner_lost', 'agreement_sent', 'agreement_signed', 'task_given', 'task_done', 'task_late', 'activation', 'download', 'answer'))
);
--> statement-breakpoint
CREATE TABLE "report_settings" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"time_zone" varchar(64) DEFAULT 'America/New_York' NOT NULL,
	"stalled_days" smallint DEFAULT 14 NOT NULL,
	"updated_at" timestamp (3) with time zone,
	"counted_until" timestamp (3) with time zone,
	"emailed_month" date,
	CONSTRAINT "report_settings_one" CHECK ("report_settings"."id" = 1),
	CONSTRAINT "report_settings_days" CHECK ("report_settings"."stalled_days" between 1 and 365)
);
--> statement-breakpoint
CREATE INDEX "report_entries_period" ON "report_entries" USING btree ("metric","at","kind","partner_group","value","corrects_at");--> statement-breakpoint
CREATE INDEX "report_entries_subject" ON "report_entries" USING btree ("subject_id","metric","id");--> statement-breakpoint
CREATE INDEX "report_entries_partner" ON "report_entries" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "report_entries_corrections" ON "report_entries" USING btree ("at","id") WHERE "report_entries"."corrects_at" is not null;--> statement-breakpoint
-- The office hours already say where the company is.
INSERT INTO "report_settings" ("time_zone")
	SELECT coalesce((SELECT name FROM "office_hours" JOIN pg_timezone_names ON name = "hours" ->> 'timeZone'), 'America/New_York');--> statement-breakpoint
CREATE TRIGGER "report_settings_stale" AFTER UPDATE ON "report_settings"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('report-settings');--> statement-breakpoint
-- What counts at this moment, and since when: each number of a report is defined here. The time of what comes due, such as a late task, is
-- when it came due, or when a later change made it so, because nothing may be added to a period that is over.
CREATE VIEW "report_facts" AS
	SELECT 'partner_new' AS metric, profile.id AS subject_id, profile.created_at AS at, profile.id AS partner_id, NULL::varchar AS kind,
		NULL::double precision AS value
	FROM partner_profiles profile JOIN users owner ON owner.id = profile.user_id WHERE owner.erased_at IS NULL
	UNION ALL
	SELECT 'partner_lost', profile.id, owner.disabled_at, profile.id, NULL, NULL
	FROM partner_profiles profile JOIN users owner ON owner.id = profile.user_id
	WHERE owner.disabled_at IS NOT NULL AND owner.erased_at IS NULL
	UNION ALL
	SELECT 'partner_stalled', profile.id, greatest(profile.created_at + make_interval(days => stalled_days), settings.updated_at), profile.id, NULL, NULL
	FROM partner_profiles profile JOIN users owner ON owner.id = profile.user_id CROSS JOIN report_settings settings
	WHERE profile.onboarding_status <> 'completed' AND owner.disabled_at IS NULL
		AND profile.created_at + make_interval(days => stalled_days) <= now()
	UNION ALL
	SELECT 'agreement_sent', id, created_at, partner_id, document_type, NULL FROM partner_documents
	UNION ALL
	SELECT 'agreement_signed', id, signed_at, partner_id, document_type, greatest(0, extract(epoch FROM signed_at - created_at) / 86400)
	FROM partner_documents WHERE status = 'signed' AND voided_at IS NULL
	UNION ALL
	SELECT 'task_given', id, created_at, partner_id, task_type, NULL FROM partner_tasks WHERE deleted_at IS NULL
	UNION ALL
	SELECT 'task_done', id, updated_at, partner_id, task_type, NULL FROM partner_tasks WHERE deleted_at IS NULL AND status = 'completed'
	UNION ALL
	SELECT 'task_late', id, greatest(due_date, CASE WHEN status <> 'completed' THEN updated_at END), partner_id, task_type, NULL
	FROM partner_tasks task
	WHERE deleted_at IS NULL AND due_date < now() AND (status <> 'completed' OR due_date < coalesce((
		SELECT CASE WHEN done.corrects_at IS NULL THEN done.at END FROM report_entries done
		WHERE done.subject_id = task.id AND done.metric = 'task_done' ORDER BY done.id DESC LIMIT 1), updated_at))
	UNION ALL
	SELECT 'activation', id, greatest(activation_date, updated_at), partner_id, NULL, NULL
	FROM partner_activations WHERE activation_date <= now();--> statement-breakpoint
-- Brings the entries of these partners, agreements, tasks and activations in line with the facts: a fact without an entry is added, and an
-- entry whose fact is gone is taken back now. Who was stalled or late stays so, unless the partner or task itself is gone. A partner who
-- should have counted as stalled when that was last counted has come back to onboarding or was enabled meanwhile, so that counts now.
-- Planning this takes longer than running it for one row, so all calls share a plan. It goes from the ids to the rows by their indexes, however
-- small the tables were when it was made, and a few at a time, because it compares all of these with each other.
CREATE FUNCTION "count_for_reports"("ids" uuid[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode TO force_generic_plan SET enable_seqscan TO off AS $$
DECLARE
	part uuid[];
BEGIN
	FOR place IN 1 .. coalesce(cardinality(ids), 0) BY 100 LOOP
		part := ids[place : place + 99];
		WITH fact AS MATERIALIZED (
			SELECT * FROM report_facts WHERE subject_id = ANY (part)
		), latest AS MATERIALIZED (
			SELECT DISTINCT ON (subject_id, metric) * FROM report_entries
			WHERE subject_id = ANY (part) AND metric NOT IN ('partner_active', 'download', 'answer')
			ORDER BY subject_id, metric, id DESC
		)
		INSERT INTO report_entries (metric, at, subject_id, partner_id, partner_group, kind, value, corrects_at)
		SELECT fact.metric, CASE WHEN latest.id IS NOT NULL OR fact.metric = 'partner_stalled'
				AND fact.at < (SELECT counted_until - interval '1 hour' FROM report_settings) THEN now() ELSE fact.at END, fact.subject_id, fact.partner_id, owner.partner_group,
			fact.kind, fact.value, NULL
		FROM fact LEFT JOIN latest ON latest.subject_id = fact.subject_id AND latest.metric = fact.metric
		JOIN partner_profiles profile ON profile.id = fact.partner_id JOIN users owner ON owner.id = profile.user_id
		WHERE latest.id IS NULL OR latest.corrects_at IS NOT NULL
		UNION ALL
		SELECT metric, now(), subject_id, partner_id, partner_group, kind, value, at
		FROM latest
		WHERE corrects_at IS NULL AND NOT EXISTS (
			SELECT FROM fact WHERE fact.subject_id = latest.subject_id AND fact.metric = CASE latest.metric
				WHEN 'partner_stalled' THEN 'partner_new' WHEN 'task_late' THEN 'task_given' ELSE latest.metric END);
	END LOOP;
END
$$;--> statement-breakpoint
CREATE FUNCTION "count_changed_for_reports"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM count_for_reports(array_agg(id)) FROM changed;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "partner_documents_reports_added" AFTER INSERT ON "partner_documents" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_changed_for_reports"();--> statement-breakpoint
CREATE TRIGGER "partner_documents_reports_changed" AFTER UPDATE ON "partner_documents" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_changed_for_reports"();--> statement-breakpoint
CREATE TRIGGER "partner_documents_reports_deleted" AFTER DELETE ON "partner_documents" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_changed_for_reports"();--> statement-breakpoint
CREATE TRIGGER "partner_tasks_reports_added" AFTER INSERT ON "partner_tasks" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_changed_for_reports"();--> statement-breakpoint
CREATE TRIGGER "partner_tasks_reports_changed" AFTER UPDATE ON "partner_tasks" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_changed_for_reports"();--> statement-breakpoint
CREATE TRIGGER "partner_tasks_reports_deleted" AFTER DELETE ON "partner_tasks" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_changed_for_reports"();--> statement-breakpoint
CREATE TRIGGER "partner_activations_reports_added" AFTER INSERT ON "partner_activations" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_changed_for_reports"();--> statement-breakpoint
CREATE TRIGGER "partner_activations_reports_changed" AFTER UPDATE ON "partner_activations" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_changed_for_reports"();--> statement-breakpoint
CREATE TRIGGER "partner_activations_reports_deleted" AFTER DELETE ON "partner_activations" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_changed_for_reports"();--> statement-breakpoint
CREATE TRIGGER "partner_profiles_reports_added" AFTER INSERT ON "partner_profiles" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_changed_for_reports"();--> statement-breakpoint
CREATE TRIGGER "partner_profiles_reports_changed" AFTER UPDATE ON "partner_profiles" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_changed_for_reports"();--> statement-breakpoint
-- The entries of erased partners remain, but no longer say whose they are.
CREATE FUNCTION "forget_partners_in_reports"("ids" uuid[]) RETURNS void LANGUAGE sql AS $$
	WITH key AS MATERIALIZED (SELECT partner_id, gen_random_uuid() AS id FROM unnest(ids) AS partner_id)
	UPDATE report_entries entry SET partner_id = key.id,
		subject_id = CASE entry.subject_id WHEN entry.partner_id THEN key.id ELSE entry.subject_id END
	FROM key WHERE entry.partner_id = key.partner_id
$$;--> statement-breakpoint
CREATE FUNCTION "count_erased_for_reports"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM count_for_reports(array_agg(id)) FROM changed;
	PERFORM forget_partners_in_reports(array_agg(id)) FROM changed;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "partner_profiles_reports_deleted" AFTER DELETE ON "partner_profiles" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_erased_for_reports"();--> statement-breakpoint
CREATE FUNCTION "count_owners_for_reports"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	ids uuid[];
	erased uuid[];
BEGIN
	SELECT array_agg(profile.id), array_agg(profile.id) FILTER (WHERE changed.erased_at IS NOT NULL) INTO ids, erased
	FROM changed JOIN former ON former.id = changed.id JOIN partner_profiles profile ON profile.user_id = changed.id
	WHERE (former.disabled_at, former.erased_at) IS DISTINCT FROM (changed.disabled_at, changed.erased_at);
	IF ids IS NOT NULL THEN PERFORM count_for_reports(ids); END IF;
	IF erased IS NOT NULL THEN PERFORM forget_partners_in_reports(erased); END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "users_reports_changed" AFTER UPDATE ON "users" REFERENCING OLD TABLE AS former NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_owners_for_reports"();--> statement-breakpoint
-- Adds an entry for each partner's first visit of a day of the company. Only these visits lock, so that two people of a partner who come at
-- the same moment are one.
CREATE FUNCTION "count_visits_for_reports"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	zone text := (SELECT time_zone FROM report_settings);
	ids uuid[];
BEGIN
	SELECT array_agg(DISTINCT seen.partner_id ORDER BY seen.partner_id) INTO ids
	FROM changed seen LEFT JOIN LATERAL (
		SELECT at FROM report_entries
		WHERE subject_id = seen.partner_id AND metric = 'partner_active' ORDER BY id DESC LIMIT 1) latest ON true
	-- A member who is added may have been seen long ago, in a period that is over.
	WHERE seen.last_seen_at > now() - interval '1 hour'
		AND (latest.at IS NULL OR local_time(seen.last_seen_at, zone)::date > local_time(latest.at, zone)::date);
	IF ids IS NULL THEN RETURN NULL; END IF;
	PERFORM pg_advisory_xact_lock(1204913, hashtext(id::text)) FROM unnest(ids) AS id;
	INSERT INTO report_entries (metric, at, subject_id, partner_id, partner_group, value)
	SELECT 'partner_active', seen.at, profile.id, profile.id, owner.partner_group, extract(epoch FROM seen.at - latest.at) / 86400
	FROM (SELECT partner_id, max(last_seen_at) AS at FROM changed WHERE partner_id = ANY (ids) GROUP BY partner_id) seen
	JOIN partner_profiles profile ON profile.id = seen.partner_id JOIN users owner ON owner.id = profile.user_id
	LEFT JOIN LATERAL (
		SELECT at FROM report_entries
		WHERE subject_id = seen.partner_id AND metric = 'partner_active' ORDER BY id DESC LIMIT 1) latest ON true
	WHERE latest.at IS NULL OR local_time(seen.at, zone)::date > local_time(latest.at, zone)::date;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "partner_members_reports_added" AFTER INSERT ON "partner_members" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_visits_for_reports"();--> statement-breakpoint
CREATE TRIGGER "partner_members_reports_changed" AFTER UPDATE ON "partner_members" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_visits_for_reports"();--> statement-breakpoint
-- A user of several partners downloads for the one that they last used.
CREATE FUNCTION "count_downloads_for_reports"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO report_entries (metric, at, subject_id, partner_id, partner_group)
	SELECT 'download', changed.downloaded_at, changed.resource_id, profile.id, owner.partner_group
	FROM changed
	CROSS JOIN LATERAL (
		SELECT partner_id FROM partner_members member WHERE member.user_id = changed.user_id
		ORDER BY last_seen_at DESC NULLS LAST, accepted_at LIMIT 1) belonging
	JOIN partner_profiles profile ON profile.id = belonging.partner_id JOIN users owner ON owner.id = profile.user_id;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "resource_downloads_reports_added" AFTER INSERT ON "resource_downloads" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_downloads_for_reports"();--> statement-breakpoint
-- The conversation still says since when it waits: it is updated after the message is added.
CREATE FUNCTION "count_answers_for_reports"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO report_entries (metric, at, subject_id, partner_id, partner_group, value)
	SELECT 'answer', changed.created_at, changed.id, chat.partner_id, owner.partner_group,
		greatest(0, extract(epoch FROM changed.created_at - chat.waiting_since))
	FROM changed JOIN chat_conversations chat ON chat.id = changed.conversation_id AND chat.waiting_since IS NOT NULL
	LEFT JOIN partner_profiles profile ON profile.id = chat.partner_id LEFT JOIN users owner ON owner.id = profile.user_id
	WHERE changed.is_support AND changed.kind = 'said';
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "chat_messages_reports_added" AFTER INSERT ON "chat_messages" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "count_answers_for_reports"();--> statement-breakpoint
-- Counts what has come due without a change of a row: late tasks, activations that took place, and partners who stalled. `is_final` is for
-- the job, whose next run looks only at what came due since, and a little earlier for what was being changed meanwhile. A row that is being
-- changed at this moment is skipped, because its change counts it, or else the next run.
CREATE FUNCTION "count_due_for_reports"("is_final" boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	since timestamptz;
	ids uuid[];
BEGIN
	SELECT coalesce(counted_until, '-infinity') - interval '1 hour' INTO since FROM report_settings;
	WITH task AS (
		SELECT id FROM partner_tasks WHERE status <> 'completed' AND deleted_at IS NULL AND due_date >= since AND due_date < now()
			AND NOT EXISTS (SELECT FROM report_entries WHERE subject_id = partner_tasks.id AND metric = 'task_late')
		FOR SHARE SKIP LOCKED
	), activation AS (
		SELECT id FROM partner_activations WHERE tstzrange(activation_date, coalesce(ends_at, activation_date), '[]') && tstzrange(since, now(), '[]')
			AND activation_date BETWEEN since AND now()
			AND NOT EXISTS (SELECT FROM report_entries WHERE subject_id = partner_activations.id AND metric = 'activation' AND at >= activation_date)
		FOR SHARE SKIP LOCKED
	), partner AS (
		SELECT partner_profiles.id FROM partner_profiles CROSS JOIN report_settings
		WHERE onboarding_status <> 'completed' AND created_at >= since - make_interval(days => stalled_days)
			AND created_at <= now() - make_interval(days => stalled_days)
			AND NOT EXISTS (SELECT FROM report_entries WHERE subject_id = partner_profiles.id AND metric = 'partner_stalled')
		FOR SHARE OF partner_profiles SKIP LOCKED
	)
	SELECT array_agg(id) INTO ids FROM (SELECT id FROM task UNION ALL SELECT id FROM activation UNION ALL SELECT id FROM partner) due;
	IF ids IS NOT NULL THEN
		PERFORM pg_advisory_xact_lock(1204914);
		PERFORM count_for_reports(ids);
	END IF;
	IF is_final THEN UPDATE report_settings SET counted_until = now(); END IF;
END
$$;--> statement-breakpoint
-- Counts everything from the beginning, from what the tables still say about it. Entries of an erased partner cannot be restored.
CREATE FUNCTION "recount_reports"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM report_entries;
	INSERT INTO report_entries (metric, at, subject_id, partner_id, partner_group, kind, value)
	SELECT fact.metric, fact.at, fact.subject_id, fact.partner_id, owner.partner_group, fact.kind, fact.value
	FROM report_facts fact JOIN partner_profiles profile ON profile.id = fact.partner_id JOIN users owner ON owner.id = profile.user_id
	WHERE fact.metric <> 'task_late';
	-- Accepting a task also changes its row, so the activity knows better when the task was done.
	UPDATE report_entries entry SET at = activity.at FROM (
		SELECT (metadata ->> 'taskId')::uuid AS task_id, max(created_at) AS at FROM partner_activities
		WHERE activity_type = 'task_status_changed' AND metadata ->> 'taskId' IS NOT NULL GROUP BY 1) activity
	WHERE entry.subject_id = activity.task_id AND entry.metric = 'task_done';
	INSERT INTO report_entries (metric, at, subject_id, partner_id, partner_group, kind)
	SELECT fact.metric, fact.at, fact.subject_id, fact.partner_id, given.partner_group, fact.kind
	FROM report_facts fact JOIN report_entries given ON given.subject_id = fact.subject_id AND given.metric = 'task_given'
	WHERE fact.metric = 'task_late';
	INSERT INTO report_entries (metric, at, subject_id, partner_id, partner_group, value)
	SELECT 'partner_active', visit.at, visit.partner_id, visit.partner_id, owner.partner_group,
		extract(epoch FROM visit.at - lag(visit.at) OVER (PARTITION BY visit.partner_id ORDER BY visit.at)) / 86400
	FROM (
		SELECT partner_id, min(at) AS at FROM (
			SELECT member.partner_id, log.at FROM audit_log log JOIN partner_members member ON member.user_id = log.actor_id
			WHERE log.action = 'session.signed_in' AND log.actor_role = 'user'
			UNION ALL SELECT partner_id, last_seen_at FROM partner_members WHERE last_seen_at IS NOT NULL) seen
		GROUP BY partner_id, (at AT TIME ZONE (SELECT time_zone FROM report_settings))::date) visit
	JOIN partner_profiles profile ON profile.id = visit.partner_id JOIN users owner ON owner.id = profile.user_id AND owner.erased_at IS NULL;
	INSERT INTO report_entries (metric, at, subject_id, partner_id, partner_group)
	SELECT 'download', download.downloaded_at, download.resource_id, profile.id, owner.partner_group
	FROM resource_downloads download
	CROSS JOIN LATERAL (
		SELECT partner_id FROM partner_members member WHERE member.user_id = download.user_id
		ORDER BY last_seen_at DESC NULLS LAST, accepted_at LIMIT 1) belonging
	JOIN partner_profiles profile ON profile.id = belonging.partner_id JOIN users owner ON owner.id = profile.user_id;
	INSERT INTO report_entries (metric, at, subject_id, partner_id, partner_group, value)
	SELECT 'answer', said.created_at, said.id, chat.partner_id, owner.partner_group, extract(epoch FROM said.created_at - said.since)
	FROM (
		-- The messages before an answer are those since the answer before.
		SELECT id, conversation_id, created_at, is_support,
			min(created_at) FILTER (WHERE NOT is_support) OVER (PARTITION BY conversation_id, answers) AS since
		FROM (
			SELECT *, count(*) FILTER (WHERE is_support) OVER (PARTITION BY conversation_id ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS answers
			FROM chat_messages WHERE kind = 'said') numbered) said
	JOIN chat_conversations chat ON chat.id = said.conversation_id
	LEFT JOIN partner_profiles profile ON profile.id = chat.partner_id LEFT JOIN users owner ON owner.id = profile.user_id
	WHERE said.is_support AND said.since IS NOT NULL;
	PERFORM forget_partners_in_reports(array_agg(profile.id))
	FROM partner_profiles profile JOIN users owner ON owner.id = profile.user_id WHERE owner.erased_at IS NOT NULL;
END
$$;--> statement-breakpoint
SELECT "recount_reports"();--> statement-breakpoint
-- The monthly report is the first email that nobody gets until they switch it on.
UPDATE "user_email_preferences" SET "email_off" = "email_off" || '{monthlyReports}';
