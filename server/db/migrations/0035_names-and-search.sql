-- What `contract/compared-text.ts` does, in the same order. Both functions run under any search path, as while a backup is restored: the first
-- names nothing outside of pg_catalog, and the second is bound to the first when it is created.
CREATE FUNCTION "compared_beyond_ascii"(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	plain text;
BEGIN
	plain := regexp_replace(normalize(translate(given, '´″‶', '''""'), NFKD),
		'[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]',
		'', 'g');
	plain := translate(plain, '‘’‚‛ʹʻʼʽ`′‵‹›“”„‟«»〝〞〟‐‑‒–—―−⁃', repeat('''', 13) || repeat('"', 9) || repeat('-', 8));
	plain := translate(lower(plain COLLATE "und-x-icu"), 'øłđðħŧıς', 'olddhtiσ');
	plain := normalize(replace(replace(replace(replace(plain, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFKC);
	RETURN translate(plain, E'\t\n\x0b\f\r\u0085\u1680\u2028\u2029', repeat(' ', 9));
END
$$;
--> statement-breakpoint
-- Most text is ASCII, which takes a tenth of the time.
CREATE FUNCTION "compared_text"(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
	WHEN octet_length(given) = char_length(given)
		THEN translate(lower(given COLLATE "C") COLLATE "default", E'`\t\n\x0b\f\r', '''     ')
	ELSE compared_beyond_ascii(given)
END;
--> statement-breakpoint
CREATE TABLE "partner_groups" (
	"name" varchar(100) PRIMARY KEY NOT NULL,
	"compared_name" text GENERATED ALWAYS AS (compared_text(name)) STORED NOT NULL,
	"is_to_follow" boolean DEFAULT false NOT NULL,
	CONSTRAINT "partner_groups_compared_name_unique" UNIQUE("compared_name")
);
--> statement-breakpoint
DROP INDEX "email_notification_logs_search";--> statement-breakpoint
DROP INDEX "partner_tasks_search";--> statement-breakpoint
ALTER TABLE "chat_messages" drop column "search";--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', compared_text(message))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_notes" drop column "search";--> statement-breakpoint
ALTER TABLE "chat_notes" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', compared_text(note))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "partner_profiles" drop column "search_text";--> statement-breakpoint
ALTER TABLE "partner_profiles" ADD COLUMN "search_text" text GENERATED ALWAYS AS (compared_text(full_name || ' ' || business_name || ' ' || email)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" drop column "search_text";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (compared_text(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invited_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "email_notification_logs_search" ON "email_notification_logs" USING gin (compared_text("recipient" || ' ' || "subject") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "partner_tasks_search" ON "partner_tasks" USING gin (compared_text("task_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "chat_messages_search" ON "chat_messages" USING gin ("search");--> statement-breakpoint
CREATE INDEX "chat_notes_search" ON "chat_notes" USING gin ("search");--> statement-breakpoint
CREATE INDEX "partner_profiles_search" ON "partner_profiles" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
-- Names of files join their words by signs that the text parser would take for addresses and paths.
CREATE OR REPLACE FUNCTION "resource_search_text"(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN translate(compared_text($1), '-_.,;:/\()[]{}<>&+#@!?''"*=|~^%$`', repeat(' ', 32));
--> statement-breakpoint
-- Has the trigger index all files anew.
UPDATE "resource_files" SET "file_name" = "file_name";
--> statement-breakpoint
-- Everybody was invited but those whom an import created and nobody has invited since. An import creates them together with their profile.
UPDATE "users" SET "invited_at" = coalesce(
	(SELECT min(mail.created_at) FROM "email_notification_logs" mail WHERE mail.user_id = users.id AND mail.type = 'welcome'),
	(SELECT min(activity.created_at) FROM "partner_activities" activity JOIN "partner_profiles" profile ON profile.id = activity.partner_id
		WHERE profile.user_id = users.id AND activity.activity_type = 'invited'),
	CASE WHEN NOT EXISTS (
		SELECT FROM "partner_activities" activity JOIN "partner_profiles" profile ON profile.id = activity.partner_id
		WHERE profile.user_id = users.id AND activity.activity_type = 'profile_created' AND activity.created_at = users.created_at
			AND activity.description = 'Profile imported from a file') THEN users.created_at END);
--> statement-breakpoint
-- Of several spellings of a group the most frequent one stays.
CREATE FUNCTION "group_as_stored"(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN btrim(regexp_replace(normalize(given, NFC), '\s+', ' ', 'g'), ' ');
--> statement-breakpoint
INSERT INTO "partner_groups" ("name", "is_to_follow")
SELECT (array_agg(named.name ORDER BY named.uses DESC, named.name))[1], count(*) > 1
FROM (
	SELECT group_as_stored(used.name) AS name, used.name AS spelling, count(*) AS uses
	FROM (
		SELECT partner_group AS name FROM "users" UNION ALL SELECT partner_group FROM "task_sets"
		UNION ALL SELECT assigned_group FROM "announcements" UNION ALL SELECT assigned_group FROM "resource_files"
		UNION ALL SELECT assigned_group FROM "shared_documents" UNION ALL SELECT assigned_group FROM "shared_tasks"
		UNION ALL SELECT assigned_group FROM "task_series"
	) used
	WHERE used.name IS NOT NULL
	GROUP BY used.name
) named
GROUP BY compared_text(named.name);
--> statement-breakpoint
DO $$
DECLARE
	place text[];
BEGIN
	FOREACH place SLICE 1 IN ARRAY array[['users', 'partner_group'], ['task_sets', 'partner_group'], ['announcements', 'assigned_group'],
		['resource_files', 'assigned_group'], ['shared_documents', 'assigned_group'], ['shared_tasks', 'assigned_group'], ['task_series', 'assigned_group']]
	LOOP
		EXECUTE format('UPDATE %1$I SET %2$I = named.name FROM partner_groups named
			WHERE named.compared_name = compared_text(group_as_stored(%1$I.%2$I)) AND named.name <> %1$I.%2$I', place[1], place[2]);
	END LOOP;
END
$$;
--> statement-breakpoint
DROP FUNCTION "group_as_stored"(text);
--> statement-breakpoint
-- The one spelling of a group: that of whoever named it first. Locked, so that the sweep does not take it for unused before it is stored.
CREATE FUNCTION "name_of_group"(given text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	known text;
BEGIN
	SELECT name INTO known FROM partner_groups WHERE compared_name = compared_text(given) FOR KEY SHARE;
	IF known IS NULL THEN
		INSERT INTO partner_groups (name) VALUES (given) ON CONFLICT DO NOTHING;
		SELECT name INTO known FROM partner_groups WHERE compared_name = compared_text(given) FOR KEY SHARE;
	END IF;
	RETURN known;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "use_name_of_partner_group"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.partner_group := name_of_group(NEW.partner_group);
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "use_name_of_assigned_group"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.assigned_group := name_of_group(NEW.assigned_group);
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "users_group_name" BEFORE INSERT OR UPDATE OF "partner_group" ON "users"
	FOR EACH ROW WHEN (NEW.partner_group IS NOT NULL) EXECUTE FUNCTION "use_name_of_partner_group"();
--> statement-breakpoint
CREATE TRIGGER "task_sets_group_name" BEFORE INSERT OR UPDATE OF "partner_group" ON "task_sets"
	FOR EACH ROW WHEN (NEW.partner_group IS NOT NULL) EXECUTE FUNCTION "use_name_of_partner_group"();
--> statement-breakpoint
CREATE TRIGGER "announcements_group_name" BEFORE INSERT OR UPDATE OF "assigned_group" ON "announcements"
	FOR EACH ROW WHEN (NEW.assigned_group IS NOT NULL) EXECUTE FUNCTION "use_name_of_assigned_group"();
--> statement-breakpoint
CREATE TRIGGER "resource_files_group_name" BEFORE INSERT OR UPDATE OF "assigned_group" ON "resource_files"
	FOR EACH ROW WHEN (NEW.assigned_group IS NOT NULL) EXECUTE FUNCTION "use_name_of_assigned_group"();
--> statement-breakpoint
CREATE TRIGGER "shared_documents_group_name" BEFORE INSERT OR UPDATE OF "assigned_group" ON "shared_documents"
	FOR EACH ROW WHEN (NEW.assigned_group IS NOT NULL) EXECUTE FUNCTION "use_name_of_assigned_group"();
--> statement-breakpoint
CREATE TRIGGER "shared_tasks_group_name" BEFORE INSERT OR UPDATE OF "assigned_group" ON "shared_tasks"
	FOR EACH ROW WHEN (NEW.assigned_group IS NOT NULL) EXECUTE FUNCTION "use_name_of_assigned_group"();
--> statement-breakpoint
CREATE TRIGGER "task_series_group_name" BEFORE INSERT OR UPDATE OF "assigned_group" ON "task_series"
	FOR EACH ROW WHEN (NEW.assigned_group IS NOT NULL) EXECUTE FUNCTION "use_name_of_assigned_group"();
