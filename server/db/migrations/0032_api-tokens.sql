CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(100) NOT NULL,
	"token_hash" varchar(64) NOT NULL,
	"scope" varchar(10) NOT NULL,
	"role" varchar(20) NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "api_tokens_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "api_tokens_scope" CHECK ("api_tokens"."scope" in ('read', 'write')),
	CONSTRAINT "api_tokens_role" CHECK ("api_tokens"."role" in ('support', 'admin'))
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_tokens_created_by" ON "api_tokens" USING btree ("created_by");--> statement-breakpoint
-- Not when one is used.
CREATE TRIGGER "api_tokens_stale" AFTER INSERT OR DELETE ON "api_tokens"
	FOR EACH STATEMENT EXECUTE FUNCTION "tell_stale"('api-tokens');
