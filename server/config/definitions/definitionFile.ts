import { lstat, readFile, stat } from 'node:fs/promises';
import nodePath from 'node:path';
import { firstWrongLine, utf8Text } from '../../../contract/rules/utf8Text.ts';

/** The text of a file, or the reason why it cannot be read; `null` if it does not exist. */
export type FileText = { text: string } | { problem: string; line: number } | null;

/** The studio's limit for one definition, which is counted in characters, at four bytes each. */
const MAX_BYTES = 1_600_000;

/** File system errors that last until somebody corrects the file; any other may be temporary. */
const PERMANENT_ERRORS: Record<string, string> = {
  EACCES: 'O servidor não tem permissão para ler este arquivo. Confira de quem ele é.',
  EPERM: 'O servidor não tem permissão para ler este arquivo. Confira de quem ele é.',
  ELOOP: 'Este atalho leva a ele mesmo. Ponha o arquivo no lugar dele.',
};

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

const unreadable = (problem: string, line = 1): FileText => ({ problem, line });

/** Reads a file below schemas/, which may be anything that somebody put there. Throws on temporary errors. */
export async function definitionFile(path: string): Promise<FileText> {
  try {
    const facts = await stat(path);
    if (facts.isDirectory()) return unreadable('Isto é uma pasta, e não um arquivo. Dê outro nome a ela.');
    // Opening a pipe or a device could block forever.
    if (!facts.isFile()) return unreadable('Isto não é um arquivo comum. Ponha um no lugar dele.');
    if (facts.size > MAX_BYTES)
      return unreadable('O arquivo é grande demais para uma definição: passa de 1,6 MB.');
    const bytes = await readFile(path);
    const text = utf8Text(bytes);
    if (text !== null) return { text };
    return unreadable(
      'O arquivo não está em UTF-8, e os acentos se perderiam. Salve-o em UTF-8.',
      firstWrongLine(bytes),
    );
  } catch (error) {
    if (isMissing(error)) return brokenLink(path);
    const problem = PERMANENT_ERRORS[(error as NodeJS.ErrnoException).code ?? ''];
    if (problem === undefined) throw error;
    return unreadable(problem);
  }
}

const brokenLink = async (path: string): Promise<FileText> =>
  (await lstat(path).catch(() => null))?.isSymbolicLink()
    ? unreadable('Este atalho leva a um arquivo que não existe. Ponha o arquivo no lugar dele.')
    : null;

/** Reads a file referenced by a definition in this folder, and no file elsewhere. */
export const fileBeside =
  (folder: string) =>
  (name: string): Promise<FileText> =>
    /^[\w-]+\.sql$/.test(name) ? definitionFile(nodePath.join(folder, name)) : Promise.resolve(null);
