-- The words of a message as a search compares them: without tags, accents and signs, and without the endings of plural and gender.
-- In PL/pgSQL, so that the planner knows what it costs and reads the index.
CREATE FUNCTION public.message_words(html text) returns tsvector
language plpgsql immutable strict parallel safe cost 2000 as $$
begin
  return to_tsvector('pg_catalog.simple', regexp_replace(
    regexp_replace(
      public.fold_text(regexp_replace(left(html, 300000), '<[^>]*>|&[a-zA-Z#0-9]+;', ' ', 'g')),
      '[[:punct:]]+', ' ', 'g'),
    '\m([[:alpha:]]{4,}?)(oes|aes|aos|ao|[aeo]s?|s)\M', '\1', 'g'));
end $$;--> statement-breakpoint
CREATE FUNCTION public.message_week(at timestamptz) RETURNS integer
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN floor(extract(epoch FROM (at AT TIME ZONE 'UTC')) / 604800)::integer;--> statement-breakpoint
-- A million messages take two minutes, during which nobody could write one: for a large table, the console builds it afterwards
-- without blocking (server/sac/tickets/list/wordsIndex.ts).
DO $$ BEGIN
  IF (SELECT reltuples FROM pg_class WHERE oid = 'ticket_messages'::regclass) <= 50000 THEN
    CREATE INDEX "ticket_messages_words_idx" ON "ticket_messages" USING gin (public.message_week("created_at"),public.message_words("html"));
  END IF;
END $$;
