import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm run db:generate -- --name what_it_is_about`: creates the migration for all table changes under a readable name. Only
 * the last snapshot is kept: each one describes all tables, and the next migration needs no other.
 */
const META = path.resolve(import.meta.dirname, '../server/db/migrations/meta');
const options = process.argv.slice(2);

if (!options.some((option) => option.startsWith('--name'))) {
  console.error('Give the migration a name: npm run db:generate -- --name drivers_of_pickups');
  process.exit(1);
}
const { status } = spawnSync('npx', ['drizzle-kit', 'generate', ...options], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const { entries } = JSON.parse(readFileSync(path.join(META, '_journal.json'), 'utf8'));
const last = `${String(entries.at(-1).idx).padStart(4, '0')}_snapshot.json`;
for (const file of readdirSync(META))
  if (file.endsWith('_snapshot.json') && file !== last) rmSync(path.join(META, file));
