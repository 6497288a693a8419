import { readdirSync } from 'node:fs';

/** Paths of the source files below a folder of the project, for tests of rules that apply to the whole tree. */
export const sourceFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .sort();
