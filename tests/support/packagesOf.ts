import { readFileSync } from 'node:fs';
import { importedFile } from './importedFile.ts';

const IMPORTED = /^(?:import|export) (?!type )(?:[^;'=]* from )?'([^']+)';$/gm;

/** The packages that modules load with themselves: those imported statically, starting from `roots`. */
export function packagesOf(roots: readonly string[]): string[] {
  const files = [...roots];
  const packages = new Set<string>();
  // Grows during the iteration.
  for (const file of files)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORTED)) {
      const target = importedFile(file, name);
      if (target === null) packages.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
      else if (/\.tsx?$/.test(target) && !files.includes(target)) files.push(target);
    }
  return [...packages].filter((name) => !name.startsWith('node:')).sort();
}
