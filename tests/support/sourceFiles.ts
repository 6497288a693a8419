import { readdirSync } from 'node:fs';

/** Paths of the sources below a folder of the project, for tests that hold a rule of the whole tree. */
export const sourceFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .sort();
