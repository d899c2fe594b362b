CREATE TABLE "user_pictures" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"object_key" varchar(64),
	"source" varchar(20) NOT NULL,
	"provider_url" varchar(2048),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_pictures_source_known" CHECK ("user_pictures"."source" in ('account', 'provider'))
);
--> statement-breakpoint
ALTER TABLE "chat_mails" ADD COLUMN "last_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_mails" ADD COLUMN "back_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" varchar(64);--> statement-breakpoint
ALTER TABLE "user_pictures" ADD CONSTRAINT "user_pictures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "user_pictures_object_unique" ON "user_pictures" USING btree ("object_key");--> statement-breakpoint
CREATE INDEX "resource_files_withdrawn" ON "resource_files" USING btree ("title","id") WHERE not "resource_files"."is_active";