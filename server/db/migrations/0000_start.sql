CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sender_id" uuid NOT NULL,
	"receiver_id" uuid,
	"message" varchar(4000) NOT NULL,
	"is_support" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "email_notification_logs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"recipient" varchar(254) NOT NULL,
	"subject" varchar(200) NOT NULL,
	"type" varchar(60) NOT NULL,
	"status" varchar(20) DEFAULT 'queued' NOT NULL,
	"error" varchar(5000),
	"sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_notification_logs_status_known" CHECK ("email_notification_logs"."status" in ('queued', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "document_signatures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"document_id" uuid NOT NULL,
	"signer_id" uuid NOT NULL,
	"signer_name" varchar(200) NOT NULL,
	"signer_email" varchar(254) NOT NULL,
	"agreement_version" varchar(40) NOT NULL,
	"agreement_text" text NOT NULL,
	"agreement_sha256" varchar(64) NOT NULL,
	"values" jsonb NOT NULL,
	"consent_version" varchar(40) NOT NULL,
	"consent_text" text NOT NULL,
	"consent_sha256" varchar(64) NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	"ip_address" varchar(45) NOT NULL,
	"user_agent" varchar(512) NOT NULL,
	"sign_in_method" varchar(20) NOT NULL,
	"signed_in_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "document_signatures_method_known" CHECK ("document_signatures"."sign_in_method" in ('code', 'link', 'provider', 'demo'))
);
--> statement-breakpoint
CREATE TABLE "partner_activations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"name" varchar(200) NOT NULL,
	"activation_date" timestamp (3) with time zone NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_activities" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"activity_type" varchar(60) NOT NULL,
	"description" varchar(5000) NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"document_type" varchar(40) NOT NULL,
	"document_path" varchar(1024),
	"signed_at" timestamp (3) with time zone,
	"signature_data" text,
	"status" varchar(20) DEFAULT 'pending' NOT NULL,
	"appendix_a" jsonb,
	"assigned_partner_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"assigned_group" varchar(100),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_documents_type_known" CHECK ("partner_documents"."document_type" in ('nda', 'venue_partnership_agreement')),
	CONSTRAINT "partner_documents_status_known" CHECK ("partner_documents"."status" in ('pending', 'signed')),
	CONSTRAINT "partner_documents_signed_has_time" CHECK (("partner_documents"."status" = 'signed') = ("partner_documents"."signed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "partner_profiles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"full_name" varchar(200) NOT NULL,
	"email" varchar(254) NOT NULL,
	"state" varchar(2) NOT NULL,
	"business_name" varchar(200) NOT NULL,
	"main_marketing_contact" varchar(200) NOT NULL,
	"business_website" varchar(2048) NOT NULL,
	"facebook_url" varchar(2048),
	"twitter_url" varchar(2048),
	"tiktok_url" varchar(2048),
	"instagram_url" varchar(2048),
	"preferred_communication_method" varchar(20) DEFAULT 'email' NOT NULL,
	"phone_number" varchar(40),
	"whatsapp_number" varchar(40),
	"marketing_preferred_communication_method" varchar(20) DEFAULT 'email' NOT NULL,
	"marketing_contact_email" varchar(254),
	"marketing_contact_phone" varchar(40),
	"marketing_contact_whatsapp" varchar(40),
	"onboarding_status" varchar(20) DEFAULT 'profile' NOT NULL,
	"partnership_date" varchar(2000),
	"event_name" varchar(2000),
	"event_dates" varchar(2000),
	"event_setup_time" varchar(2000),
	"event_end_time" varchar(2000),
	"setup_details" varchar(2000),
	"collateral_days" varchar(2000),
	"territory" varchar(2000),
	"payment_amount" varchar(2000),
	"deposit_percentage" varchar(2000),
	"payment_days" varchar(2000),
	"additional_cost_days" varchar(2000),
	"expected_guests" varchar(2000),
	"capacity_change_days" varchar(2000),
	"cancellation_days" varchar(2000),
	"short_cancellation_days" varchar(2000),
	"jurisdiction" varchar(2000),
	"partnership_signer_name" varchar(2000),
	"partnership_signer_title" varchar(2000),
	"partnership_signature_date" varchar(2000),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_profiles_status_known" CHECK ("partner_profiles"."onboarding_status" in ('profile', 'documents', 'completed')),
	CONSTRAINT "partner_profiles_method_known" CHECK ("partner_profiles"."preferred_communication_method" in ('email', 'text', 'whatsapp', 'phone')),
	CONSTRAINT "partner_profiles_marketing_method_known" CHECK ("partner_profiles"."marketing_preferred_communication_method" in ('email', 'text', 'whatsapp', 'phone'))
);
--> statement-breakpoint
CREATE TABLE "partner_tasks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"task_name" varchar(200) NOT NULL,
	"due_date" timestamp (3) with time zone NOT NULL,
	"task_type" varchar(40) NOT NULL,
	"file_path" varchar(1024),
	"status" varchar(20) DEFAULT 'pending' NOT NULL,
	"assigned_partner_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"assigned_group" varchar(100),
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_tasks_type_known" CHECK ("partner_tasks"."task_type" in ('physical', 'digital_social', 'ooh_screen_placement')),
	CONSTRAINT "partner_tasks_status_known" CHECK ("partner_tasks"."status" in ('pending', 'in_progress', 'completed'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" varchar(64) PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"sess" jsonb NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" varchar(254) NOT NULL,
	"browser_hash" varchar(64),
	"code_hash" varchar(200),
	"token_hash" varchar(64),
	"tries" smallint DEFAULT 0 NOT NULL,
	"return_to" text DEFAULT '/' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_email_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"welcome_emails" boolean DEFAULT true NOT NULL,
	"role_change_notifications" boolean DEFAULT true NOT NULL,
	"task_assignments" boolean DEFAULT true NOT NULL,
	"task_reminders" boolean DEFAULT true NOT NULL,
	"task_overdue" boolean DEFAULT true NOT NULL,
	"resource_notifications" boolean DEFAULT true NOT NULL,
	"weekly_digests" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_identities" (
	"issuer" varchar(2048) NOT NULL,
	"subject" varchar(255) NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" varchar(254) NOT NULL,
	"first_name" varchar(200),
	"last_name" varchar(200),
	"profile_image_url" varchar(2048),
	"role" varchar(20) DEFAULT 'user' NOT NULL,
	"partner_group" varchar(100),
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('user', 'support', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "resource_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" varchar(200) NOT NULL,
	"description" varchar(5000),
	"category" varchar(20) NOT NULL,
	"folder_id" uuid,
	"file_path" varchar(1024) NOT NULL,
	"file_type" varchar(20) NOT NULL,
	"file_size" bigint NOT NULL,
	"uploaded_by" uuid,
	"is_active" boolean DEFAULT true NOT NULL,
	"download_count" integer DEFAULT 0 NOT NULL,
	"assigned_partner_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"assigned_group" varchar(100),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "resource_files_category_known" CHECK ("resource_files"."category" in ('activation', 'creative', 'training')),
	CONSTRAINT "resource_files_size_positive" CHECK ("resource_files"."file_size" >= 0),
	CONSTRAINT "resource_files_downloads_positive" CHECK ("resource_files"."download_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "resource_folders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(200) NOT NULL,
	"description" varchar(5000),
	"category" varchar(20) NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "resource_folders_category_known" CHECK ("resource_folders"."category" in ('activation', 'creative', 'training'))
);
--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_receiver_id_users_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_signatures" ADD CONSTRAINT "document_signatures_document_id_partner_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."partner_documents"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_signatures" ADD CONSTRAINT "document_signatures_signer_id_users_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_activations" ADD CONSTRAINT "partner_activations_partner_id_partner_profiles_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_activations" ADD CONSTRAINT "partner_activations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_activities" ADD CONSTRAINT "partner_activities_partner_id_partner_profiles_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_documents" ADD CONSTRAINT "partner_documents_partner_id_partner_profiles_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_profiles" ADD CONSTRAINT "partner_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD CONSTRAINT "partner_tasks_partner_id_partner_profiles_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_tasks" ADD CONSTRAINT "partner_tasks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_email_preferences" ADD CONSTRAINT "user_email_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_files" ADD CONSTRAINT "resource_files_folder_id_resource_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."resource_folders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_files" ADD CONSTRAINT "resource_files_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_folders" ADD CONSTRAINT "resource_folders_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_messages_sender" ON "chat_messages" USING btree ("sender_id","created_at");--> statement-breakpoint
CREATE INDEX "chat_messages_receiver" ON "chat_messages" USING btree ("receiver_id","created_at");--> statement-breakpoint
CREATE INDEX "email_notification_logs_created" ON "email_notification_logs" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "document_signatures_document_unique" ON "document_signatures" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "document_signatures_signer" ON "document_signatures" USING btree ("signer_id");--> statement-breakpoint
CREATE INDEX "partner_activations_partner" ON "partner_activations" USING btree ("partner_id","activation_date");--> statement-breakpoint
CREATE INDEX "partner_activations_created" ON "partner_activations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "partner_activities_partner" ON "partner_activities" USING btree ("partner_id","created_at");--> statement-breakpoint
CREATE INDEX "partner_documents_partner" ON "partner_documents" USING btree ("partner_id","created_at");--> statement-breakpoint
CREATE INDEX "partner_documents_created" ON "partner_documents" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_profiles_user_unique" ON "partner_profiles" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "partner_profiles_status" ON "partner_profiles" USING btree ("onboarding_status");--> statement-breakpoint
CREATE INDEX "partner_tasks_partner" ON "partner_tasks" USING btree ("partner_id","due_date");--> statement-breakpoint
CREATE INDEX "partner_tasks_created" ON "partner_tasks" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_browser" ON "sign_in_attempts" USING btree ("browser_hash");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_token" ON "sign_in_attempts" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_expires" ON "sign_in_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_identities_user" ON "user_identities" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "resource_files_listing" ON "resource_files" USING btree ("category","title") WHERE "resource_files"."is_active";--> statement-breakpoint
CREATE INDEX "resource_files_folder" ON "resource_files" USING btree ("folder_id");--> statement-breakpoint
CREATE INDEX "resource_files_assigned_partners" ON "resource_files" USING gin ("assigned_partner_ids");--> statement-breakpoint
CREATE INDEX "resource_folders_category" ON "resource_folders" USING btree ("category","name");