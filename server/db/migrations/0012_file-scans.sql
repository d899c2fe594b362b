CREATE TABLE "file_scans" (
	"object_key" varchar(64) PRIMARY KEY NOT NULL,
	"verdict" varchar(10) DEFAULT 'waiting' NOT NULL,
	"threat" varchar(200),
	"is_backlog" boolean DEFAULT false NOT NULL,
	"attempted_at" timestamp (3) with time zone,
	"scanned_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_scans_verdict_known" CHECK ("file_scans"."verdict" in ('waiting', 'clean', 'infected'))
);
--> statement-breakpoint
CREATE INDEX "file_scans_held" ON "file_scans" USING btree ("is_backlog","created_at") WHERE "file_scans"."verdict" <> 'clean';