CREATE TABLE "announcement_resources" (
	"announcement_id" uuid NOT NULL,
	"resource_id" uuid NOT NULL,
	CONSTRAINT "announcement_resources_announcement_id_resource_id_pk" PRIMARY KEY("announcement_id","resource_id")
);
--> statement-breakpoint
ALTER TABLE "announcement_resources" ADD CONSTRAINT "announcement_resources_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_resources" ADD CONSTRAINT "announcement_resources_resource_id_resource_files_id_fk" FOREIGN KEY ("resource_id") REFERENCES "public"."resource_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_resources_resource" ON "announcement_resources" USING btree ("resource_id");