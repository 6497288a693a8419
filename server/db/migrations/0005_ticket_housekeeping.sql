-- The list reads its indexes alone where it is known which pages every reader may see, and only VACUUM writes that
-- down. By default it would come after a fifth of the tickets had changed; in a large table that is never.
alter table "tickets" set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
