CREATE TABLE "evidence_head_timestamps" (
	"sha256" varchar(64) PRIMARY KEY NOT NULL,
	"token" "bytea" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"authority" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evidence_heads" (
	"day" date PRIMARY KEY NOT NULL,
	"position" bigint NOT NULL,
	"chains" integer NOT NULL,
	"chains_sha256" varchar(64) NOT NULL,
	"previous_sha256" varchar(64) NOT NULL,
	"sha256" varchar(64) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "evidence_heads_sha256_unique" UNIQUE("sha256")
);
--> statement-breakpoint
ALTER TABLE "evidence_head_timestamps" ADD CONSTRAINT "evidence_head_timestamps_sha256_evidence_heads_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."evidence_heads"("sha256") ON DELETE restrict ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER "evidence_heads_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "evidence_heads"
	FOR EACH STATEMENT EXECUTE FUNCTION "evidence_refuse_change"();
--> statement-breakpoint
ALTER TABLE "evidence_heads" ENABLE ALWAYS TRIGGER "evidence_heads_append_only";
--> statement-breakpoint
CREATE TRIGGER "evidence_head_timestamps_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "evidence_head_timestamps"
	FOR EACH STATEMENT EXECUTE FUNCTION "evidence_refuse_change"();
--> statement-breakpoint
ALTER TABLE "evidence_head_timestamps" ENABLE ALWAYS TRIGGER "evidence_head_timestamps_append_only";
