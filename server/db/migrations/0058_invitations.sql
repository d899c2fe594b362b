CREATE TABLE "partner_invitations" (
	"partner_id" uuid PRIMARY KEY NOT NULL,
	"personal_line" varchar(1000),
	"set_ids" uuid[] NOT NULL,
	"invited_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "partner_invitations" ADD CONSTRAINT "partner_invitations_partner_id_partner_profiles_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_invitations" ADD CONSTRAINT "partner_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_invitations_inviter" ON "partner_invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE TRIGGER "partner_invitations_stale_new" AFTER INSERT ON "partner_invitations" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('partner-invitations', 'partner_id');
--> statement-breakpoint
CREATE TRIGGER "partner_invitations_stale_changed" AFTER UPDATE ON "partner_invitations" REFERENCING NEW TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('partner-invitations', 'partner_id');
--> statement-breakpoint
CREATE TRIGGER "partner_invitations_stale_gone" AFTER DELETE ON "partner_invitations" REFERENCING OLD TABLE AS changed
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale_of_each"('partner-invitations', 'partner_id');
