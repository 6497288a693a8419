import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The folders that package.json gives a short name: '#ui/' is 'src/ui/'. */
const SUBPATHS = Object.entries(
  (JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> }).imports,
).map(([name, folder]) => [name.slice(0, -1), path.normalize(folder.slice(0, -1))] as const);

/** The file of ours that `from` imports as `name`, relative to the project; null for a package. */
export function importedFile(from: string, name: string): string | null {
  if (name.startsWith('.')) return path.join(path.dirname(from), name);
  const [short, folder] = SUBPATHS.find(([prefix]) => name.startsWith(prefix)) ?? [];
  return short === undefined ? null : path.join(folder ?? '', name.slice(short.length));
}
