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

--> statement-breakpoint
CREATE TRIGGER "partner_notes_facts_added" AFTER INSERT ON "partner_notes" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_changed"();
--> statement-breakpoint
CREATE TRIGGER "partner_notes_facts_changed" AFTER UPDATE ON "partner_notes" REFERENCING OLD TABLE AS former NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_both"();
--> statement-breakpoint
CREATE TRIGGER "partner_notes_facts_deleted" AFTER DELETE ON "partner_notes" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "facts_due_of_changed"();
--> statement-breakpoint
-- A call or a meeting is contact, too.
CREATE OR REPLACE VIEW "current_partner_facts" AS
	SELECT profile.id AS partner_id, profile.full_name, profile.business_name, profile.state, profile.onboarding_status,
		owner.partner_group, profile.manager_id, owner.disabled_at IS NOT NULL AS is_disabled, owner.erased_at IS NOT NULL AS is_erased,
		owner.invited_at, owner.last_sign_in_at IS NOT NULL OR seen.at IS NOT NULL AS has_signed_in,
		seen.at AS last_seen_at, greatest(said.at, reminded.at, called.at) AS last_contact_at,
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
		SELECT max(happened_at) AS at FROM partner_notes
		WHERE partner_id = profile.id AND kind <> 'note' AND deleted_at IS NULL) called
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
		FROM partner_tasks WHERE partner_id = profile.id AND status <> 'completed' AND deleted_at IS NULL) task;
