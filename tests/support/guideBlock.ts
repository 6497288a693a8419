import { readFileSync } from 'node:fs';
import path from 'node:path';

const GUIDE = path.resolve(import.meta.dirname, '../../docs/integration.md');

/** The only example of docs/integration.md in a language, or in a language and with a word behind it. */
export const guideBlock = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readFileSync(GUIDE, 'utf8'))?.[1] ?? '';
