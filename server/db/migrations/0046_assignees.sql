-- The person of a partner whose task it is, who completed a task, and whose names the people of a partner read.
CREATE TABLE "partner_people" (
	"partner_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "partner_people_partner_id_user_id_pk" PRIMARY KEY("partner_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD COLUMN "completed_by" uuid;--> statement-breakpoint
ALTER TABLE "partner_people" ADD CONSTRAINT "partner_people_partner_id_partner_profiles_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_people" ADD CONSTRAINT "partner_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_people_user" ON "partner_people" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD CONSTRAINT "partner_tasks_completed_by_users_id_fk" FOREIGN KEY ("completed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- The end of a membership empties the assignments of the person. Drizzle cannot name the column to empty.
ALTER TABLE "partner_tasks" ADD CONSTRAINT "partner_tasks_assignee" FOREIGN KEY ("partner_id", "assignee_id")
	REFERENCES "partner_members" ("partner_id", "user_id") ON DELETE SET NULL ("assignee_id");--> statement-breakpoint
INSERT INTO "partner_people" ("partner_id", "user_id")
SELECT "partner_id", "user_id" FROM "partner_members" WHERE "user_id" IS NOT NULL;--> statement-breakpoint
CREATE FUNCTION "add_person"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO partner_people (partner_id, user_id) VALUES (NEW.partner_id, NEW.user_id) ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "partner_members_person" AFTER INSERT OR UPDATE OF "user_id" ON "partner_members"
	FOR EACH ROW WHEN (NEW."user_id" IS NOT NULL) EXECUTE FUNCTION "add_person"();--> statement-breakpoint
-- The last column is new.
CREATE OR REPLACE VIEW "memberships" AS
	SELECT member.user_id, member.partner_id, profile.user_id = member.user_id AS is_owner,
		profile.user_id = member.user_id OR member.can_sign AS can_sign, member.accepted_at,
		profile.onboarding_status, profile.full_name, profile.business_name, owner.partner_group, member.id AS member_id,
		conversation.id AS conversation_id,
		EXISTS (
			SELECT FROM partner_members colleague
			WHERE colleague.partner_id = member.partner_id AND colleague.user_id <> member.user_id) AS has_other_members
	FROM partner_members member
	JOIN partner_profiles profile ON profile.id = member.partner_id
	JOIN users owner ON owner.id = profile.user_id
	-- An outer join costs nothing where nobody reads the column.
	LEFT JOIN chat_conversations conversation ON conversation.partner_id = member.partner_id
	WHERE member.user_id IS NOT NULL;
