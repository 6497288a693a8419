import { defineConfig } from 'drizzle-kit';

/** `npm run db:generate` writes the migration for whatever changed in the tables. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/db/tables/index.ts',
  out: './server/db/migrations',
});
