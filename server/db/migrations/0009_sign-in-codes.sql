CREATE TABLE "sign_in_addresses" (
	"email" varchar(254) PRIMARY KEY NOT NULL,
	"wrong_codes" smallint DEFAULT 0 NOT NULL,
	"wrong_codes_since" timestamp (3) with time zone,
	"warned_at" timestamp (3) with time zone,
	"no_account_log_id" uuid,
	"no_account_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_browsers" (
	"browser_hash" varchar(64) PRIMARY KEY NOT NULL,
	"attempt_id" uuid NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"return_to" text DEFAULT '/' NOT NULL
);
--> statement-breakpoint
DROP INDEX "sign_in_attempts_browser";--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD COLUMN "any_browser" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The first admin's link stays; whoever waits for a code requests a new one.
UPDATE "sign_in_attempts" SET "any_browser" = true WHERE "browser_hash" IS NULL;--> statement-breakpoint
DELETE FROM "sign_in_attempts" WHERE NOT "any_browser";--> statement-breakpoint
ALTER TABLE "sign_in_browsers" ADD CONSTRAINT "sign_in_browsers_attempt_id_sign_in_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."sign_in_attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_in_addresses_updated" ON "sign_in_addresses" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "sign_in_browsers_attempt" ON "sign_in_browsers" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "email_notification_logs_recipient" ON "email_notification_logs" USING btree (lower("recipient"),"type","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_attempts_open" ON "sign_in_attempts" USING btree (lower("email")) WHERE "sign_in_attempts"."used_at" is null and not "sign_in_attempts"."any_browser";--> statement-breakpoint
ALTER TABLE "sign_in_attempts" DROP COLUMN "browser_hash";--> statement-breakpoint
ALTER TABLE "sign_in_attempts" DROP COLUMN "tries";--> statement-breakpoint
ALTER TABLE "sign_in_attempts" DROP COLUMN "return_to";