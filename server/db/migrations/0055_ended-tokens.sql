-- The API tokens of a user end with the user's access. Those of users who lost it before must not return with it either.
DELETE FROM "api_tokens" USING "users"
WHERE "users"."id" = "api_tokens"."created_by" AND ("users"."role" <> 'admin' OR "users"."disabled_at" IS NOT NULL);
