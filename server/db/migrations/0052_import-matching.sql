CREATE TABLE "import_headings" (
	"heading" varchar(60) PRIMARY KEY NOT NULL,
	"field" varchar(60)
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "import_id" uuid;--> statement-breakpoint
CREATE INDEX "audit_log_listed" ON "audit_log" USING btree ("at","id") WHERE "audit_log"."import_id" is null;--> statement-breakpoint
CREATE INDEX "audit_log_import" ON "audit_log" USING btree ("import_id") WHERE "audit_log"."import_id" is not null;