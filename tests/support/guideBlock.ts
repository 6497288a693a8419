import { readFileSync } from 'node:fs';
import path from 'node:path';

const GUIDE = path.resolve(import.meta.dirname, '../../docs/integration.md');

/** The only code block of docs/integration.md in a language, optionally with a word after the language. */
export const guideBlock = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readFileSync(GUIDE, 'utf8'))?.[1] ?? '';
