import type { Dirent } from 'node:fs';
import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  DEFINITION_KINDS,
  type DefinitionKind,
  definitionKinds,
} from '#contract/rules/definitions/definition.ts';
import { firstOfList, firstWrongLine, foldedText, listText, utf8Text } from '#contract/rules/text.ts';

/** Something below schemas/ that nothing reads. */
interface Stray {
  /** Path below schemas/; a folder ends with a slash. */
  file: string;
  /** `null` outside the folders of the kinds. */
  kind: DefinitionKind | null;
  /** Why nothing reads it, and where it belongs. */
  problem: string;
}

/** Folders that belong there without holding definitions: the meta-schemas, and the first ticket types and reasons. */
const OTHER_FOLDERS: Readonly<Record<string, RegExp>> = {
  meta: /\.json$/,
  tickets: /^(types|reasons)\.json$/,
};

const FOLDERS = DEFINITION_KINDS.map((kind) => `${kind} (${definitionKinds[kind].plural.toLowerCase()})`);
const THE_FOLDERS = `As pastas que existem são ${listText(FOLDERS)}.`;
const UNREADABLE = 'O console não consegue ler esta pasta. Confira as permissões dela.';
/** Files of a folder that are named before the rest is only counted. */
const NAMED = 5;

/** What file systems, editors and people leave beside definitions without meaning it to be one. */
const isBeside = (name: string) => name.startsWith('.') || /(~|\.bak|\.md)$/i.test(name);

interface Entry {
  name: string;
  folder: boolean;
}

/** `null` if the folder cannot be read; one that does not exist is empty. */
async function readEntries(folder: string): Promise<Entry[] | null> {
  const found = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? [] : null,
  );
  const entries = found
    ?.filter(({ name }) => !isBeside(name))
    .map(async (entry) => ({ name: entry.name, folder: await isFolder(folder, entry) }));
  return entries ? (await Promise.all(entries)).sort((a, b) => (a.name < b.name ? -1 : 1)) : null;
}

const entriesOf = async (folder: string): Promise<Entry[]> => (await readEntries(folder)) ?? [];

/** A link counts as what it leads to. */
async function isFolder(parent: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  const facts = await stat(path.join(parent, entry.name)).catch(() => null);
  return facts?.isDirectory() ?? false;
}

/** The names of all that lies in `folder` and in its folders, in order; those of folders end with a slash. */
export async function namesBelow(folder: string): Promise<string[]> {
  const entries = await entriesOf(folder);
  const names = entries.map(async ({ name, folder: hasMore }) =>
    hasMore
      ? [
          `${name}/`,
          ...(await entriesOf(path.join(folder, name))).map(
            (each) => `${name}/${each.name}${each.folder ? '/' : ''}`,
          ),
        ]
      : [name],
  );
  return (await Promise.all(names)).flat();
}

/** The names of the files that may be definitions of this kind, in order. */
export async function definitionNames(folder: string, kind: DefinitionKind): Promise<string[]> {
  return (await entriesOf(path.join(folder, kind)))
    .map(({ name }) => name)
    .filter((name) => name.endsWith('.json'));
}

/** Everything below `folder` that no kind reads: nothing that was put there is passed over in silence. */
export async function strays(folder: string): Promise<Stray[]> {
  const found = await Promise.all(
    (await entriesOf(folder)).map(async ({ name, folder: hasMore }): Promise<Stray[]> => {
      if (!hasMore)
        return [{ file: name, kind: null, problem: `Um arquivo fora das pastas não é lido. ${THE_FOLDERS}` }];
      const kind = DEFINITION_KINDS.find((each) => each === name) ?? null;
      const inside = await readEntries(path.join(folder, name));
      if (!inside) return [{ file: `${name}/`, kind, problem: UNREADABLE }];
      if (kind) return straysOfKind(kind, path.join(folder, kind), inside);
      const expected = OTHER_FOLDERS[name];
      return unread(name, expected ? inside.filter((entry) => !expected.test(entry.name)) : inside);
    }),
  );
  return found.flat();
}

/** One entry for a whole folder, however many files are in it. */
function unread(folder: string, inside: readonly Entry[]): Stray[] {
  if (inside.length === 0) return [];
  const names = inside.map(({ name, folder: isFolder }) => (isFolder ? `${name}/` : name));
  const what = firstOfList(names, NAMED);
  const meant = DEFINITION_KINDS.find((kind) => meansKind(folder, kind));
  const problem = `O console não lê esta pasta, e o que está nela não vale: ${what}. ${
    meant ? `A pasta desse tipo se chama ${meant}. ` : ''
  }${THE_FOLDERS}`;
  return [{ file: `${folder}/`, kind: null, problem }];
}

/** The kind's name in Portuguese, in another case, or without its plural. */
function meansKind(folder: string, kind: DefinitionKind): boolean {
  const plain = (text: string) => foldedText(text).replace(/[^a-z]/g, '');
  const { singular, plural, meta } = definitionKinds[kind];
  return [kind, singular, plural, meta].some((name) => plain(name) === plain(folder));
}

async function straysOfKind(
  kind: DefinitionKind,
  folder: string,
  inside: readonly Entry[],
): Promise<Stray[]> {
  const others = inside.filter(({ name }) => !name.endsWith('.json'));
  const queries = kind === 'reports' && others.some(isQuery) ? await namedQueries(folder, inside) : NO_NAMES;
  return others.flatMap((entry) => {
    const { name, folder: isFolder } = entry;
    const problem = queries.has(name) ? null : whyUnread(kind, entry);
    return problem ? [{ file: `${kind}/${name}${isFolder ? '/' : ''}`, kind, problem }] : [];
  });
}

const NO_NAMES: ReadonlySet<string> = new Set();
const isQuery = ({ name, folder }: Entry) => !folder && name.endsWith('.sql');

/** The queries that some report names, whatever else may be wrong with it. */
async function namedQueries(folder: string, inside: readonly Entry[]): Promise<ReadonlySet<string>> {
  const reports = inside.filter(({ name }) => name.endsWith('.json'));
  const read = await Promise.all(
    reports.map(({ name }) => definitionFile(path.join(folder, name)).catch(() => null)),
  );
  const texts = read.flatMap((found) => (found && 'text' in found ? [found.text] : []));
  const queries = inside.filter(isQuery).map(({ name }) => name);
  return new Set(queries.filter((name) => texts.some((text) => text.includes(`"${name}"`))));
}

function whyUnread(kind: DefinitionKind, { name, folder }: Entry): string {
  if (folder) return `O console não lê pastas dentro de ${kind}. Ponha os arquivos direto em ${kind}.`;
  if (kind === 'reports' && name.endsWith('.sql'))
    return 'Nenhum relatório desta pasta cita esta consulta. Cite-a em "consulta": { "arquivo" }, ou retire o arquivo.';
  return 'O nome de uma definição termina em .json, em letras minúsculas. Mude o nome do arquivo.';
}

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
export async function definitionFile(file: string): Promise<FileText> {
  try {
    const facts = await stat(file);
    if (facts.isDirectory()) return unreadable('Isto é uma pasta, e não um arquivo. Dê outro nome a ela.');
    // Opening a pipe or a device could block forever.
    if (!facts.isFile()) return unreadable('Isto não é um arquivo comum. Ponha um no lugar dele.');
    if (facts.size > MAX_BYTES)
      return unreadable('O arquivo é grande demais para uma definição: passa de 1,6 MB.');
    const bytes = await readFile(file);
    const text = utf8Text(bytes);
    if (text !== null) return { text };
    return unreadable(
      'O arquivo não está em UTF-8, e os acentos se perderiam. Salve-o em UTF-8.',
      firstWrongLine(bytes),
    );
  } catch (error) {
    if (isMissing(error)) return brokenLink(file);
    const problem = PERMANENT_ERRORS[(error as NodeJS.ErrnoException).code ?? ''];
    if (problem === undefined) throw error;
    return unreadable(problem);
  }
}

const brokenLink = async (file: string): Promise<FileText> =>
  (await lstat(file).catch(() => null))?.isSymbolicLink()
    ? unreadable('Este atalho leva a um arquivo que não existe. Ponha o arquivo no lugar dele.')
    : null;

/** Reads a file referenced by a definition in this folder, and no file elsewhere. */
export const fileBeside =
  (folder: string) =>
  (name: string): Promise<FileText> =>
    /^[\w-]+\.sql$/.test(name) ? definitionFile(path.join(folder, name)) : Promise.resolve(null);
