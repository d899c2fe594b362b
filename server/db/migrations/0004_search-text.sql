DROP INDEX "partner_profiles_search";--> statement-breakpoint
DROP INDEX "users_search";--> statement-breakpoint
ALTER TABLE "partner_profiles" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(full_name || ' ' || business_name || ' ' || email)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "partner_profiles_search" ON "partner_profiles" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);