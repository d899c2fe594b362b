CREATE INDEX "partner_facts_state" ON "partner_facts" USING btree ("state","partner_id");--> statement-breakpoint
CREATE INDEX "partner_facts_group_down" ON "partner_facts" USING btree ("partner_group" DESC NULLS LAST,"partner_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "partner_profiles_compared_business" ON "partner_profiles" USING btree (compared_text("business_name"));--> statement-breakpoint
CREATE INDEX "partner_profiles_lowered_email" ON "partner_profiles" USING btree (lower("email"));