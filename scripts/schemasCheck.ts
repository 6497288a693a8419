import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { DEFINITION_KINDS, type DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { jsonLines, wrongLine } from '#contract/rules/definitions/jsonLines.ts';
import type { FileProblem } from '#contract/rules/problem.ts';
import {
  type TicketReasonsFile,
  type TicketTypesFile,
  ticketReasonsProblems,
  ticketTypesProblems,
} from '#contract/rules/tickets/ticketTypesFile.ts';
import { definitionFile, fileBeside, strays } from '#server/config/definitions/folder.ts';
import { kindRules } from '#server/config/definitions/kinds.ts';
import { schemaProblems } from '#server/config/definitions/metaSchema.ts';
import type { Content } from '#server/config/definitions/rules.ts';
import { withoutSchemaName } from '#server/config/definitions/validate.ts';

/** A problem to fix in a file of schemas/. */
export interface SchemaFileProblem extends FileProblem {
  /** Path relative to the project. */
  file: string;
  /** Counted from 1. */
  line: number;
}

/**
 * Validates every JSON file below `root`/schemas with its meta-schema and with the rules that a meta-schema cannot express, and
 * names what no kind reads.
 */
export async function checkSchemas(root: string): Promise<SchemaFileProblem[]> {
  const files = await readFiles(join(resolve(root), 'schemas'));
  // A single instance, so that each meta-schema is compiled once for all its files.
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
  // What only the panes of the studio read: labels of choices and the unit of a number.
  ajv.addKeyword({ keyword: 'x-rotulos', schemaType: 'object' });
  ajv.addKeyword({ keyword: 'x-unidade', schemaType: 'string' });
  const found = await Promise.all(
    files.map(async (file) =>
      (await problemsOf(file, files, ajv)).map((problem) => placed(problem, file, root)),
    ),
  );
  const unread = (await strays(join(resolve(root), 'schemas'))).map(({ file, problem }) => ({
    file: join('schemas', file),
    line: 1,
    pointer: '',
    message: problem,
  }));
  return [...found.flat(), ...unread].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

interface SchemaFile {
  path: string;
  text: string;
  /** `undefined` if the text is not JSON. */
  content: unknown;
  unread: { line: number; message: string } | null;
}

async function problemsOf(
  file: SchemaFile,
  files: readonly SchemaFile[],
  ajv: Ajv2020,
): Promise<FileProblem[]> {
  if (file.unread) return [{ pointer: '', message: file.unread.message }];
  const repeated = jsonLines(file.text).repeatedKeys.map((pointer) => ({
    pointer,
    message: 'Esta chave está escrita duas vezes. Retire uma.',
  }));
  const found = isMeta(file.path) ? metaProblems(file, ajv) : await contentProblems(file, files, ajv);
  return [...repeated, ...found];
}

/** A meta-schema must compile on its own. */
function metaProblems({ content }: SchemaFile, ajv: Ajv2020): FileProblem[] {
  try {
    ajv.compile(content as object);
    return [];
  } catch (error) {
    return [{ pointer: '', message: `O meta-esquema não compila: ${String(error)}` }];
  }
}

async function contentProblems(
  file: SchemaFile,
  files: readonly SchemaFile[],
  ajv: Ajv2020,
): Promise<FileProblem[]> {
  const named = schemaNameOf(file.content);
  if (!named)
    return [{ pointer: '', message: 'Falta "$schema" com o caminho do meta-esquema em schemas/meta/.' }];
  const metaPath = resolve(dirname(file.path), named);
  const meta = files.find(({ path }) => path === metaPath && isMeta(path));
  if (!meta?.content)
    return [{ pointer: '/$schema', message: `O meta-esquema ${named} não existe. Corrija o caminho.` }];
  // A broken meta-schema is reported for its own file.
  if (metaProblems(meta, ajv).length > 0) return [];
  const validate = ajv.compile(meta.content as object);
  // The rules only handle a valid shape.
  if (!validate(file.content)) return schemaProblems(validate.errors ?? []);
  const kind = kindOf(file.path);
  if (kind) return [...nameProblems(file), ...(await definitionProblems(kind, file))];
  return [...nameProblems(file), ...(rules[basename(metaPath)]?.(file.content, files) ?? [])];
}

/** The rules of the studio that need no database. */
async function definitionProblems(
  kind: DefinitionKind,
  { path, content }: SchemaFile,
): Promise<FileProblem[]> {
  const rules = kindRules(kind);
  const own = withoutSchemaName(content as Content);
  const taken = (await rules.fromFile?.(own, fileBeside(dirname(path)))) ?? { content: own, problems: [] };
  const found = await rules.problems(taken.content, null);
  const errors = found.filter(({ severity }) => severity === 'ERRO');
  return [...taken.problems, ...errors.map(({ pointer, message }) => ({ pointer, message }))];
}

const kindOf = (path: string): DefinitionKind | undefined =>
  DEFINITION_KINDS.find((kind) => kind === basename(dirname(path)));

/** Checks that a meta-schema cannot express, by file name of the meta-schema. */
const rules: Record<string, (content: unknown, files: readonly SchemaFile[]) => FileProblem[]> = {
  'ticketTypes.schema.json': (content, files) =>
    ticketTypesProblems(content as TicketTypesFile, flowKeys(files)),
  'ticketReasons.schema.json': (content, files) => {
    const types = files.find(({ path }) => path.endsWith(join('tickets', 'types.json')));
    return types?.content
      ? ticketReasonsProblems(content as TicketReasonsFile, types.content as TicketTypesFile)
      : [];
  },
};

const flowKeys = (files: readonly SchemaFile[]): string[] =>
  files.filter(({ path }) => basename(dirname(path)) === 'flows').map(({ path }) => basename(path, '.json'));

/** A file with a key of its own must be named after it. */
function nameProblems({ path, content }: SchemaFile): FileProblem[] {
  const own = content as Content;
  const key = kindOf(path) && own.id !== undefined ? 'id' : 'chave';
  const chave = own[key];
  const name = basename(path, '.json');
  if (chave === undefined || chave === name) return [];
  return [
    {
      pointer: `/${key}`,
      message: `A chave é ${String(chave)}, mas o arquivo se chama ${name}.json. Deixe os dois iguais.`,
    },
  ];
}

function placed(problem: FileProblem, { path, text, unread }: SchemaFile, root: string): SchemaFileProblem {
  const line = unread?.line ?? jsonLines(text).lineOf(problem.pointer);
  return { ...problem, file: relative(resolve(root), path), line };
}

const isMeta = (path: string): boolean => basename(dirname(path)) === 'meta';

function schemaNameOf(content: unknown): string | null {
  const named =
    typeof content === 'object' && content !== null && '$schema' in content ? content.$schema : null;
  return typeof named === 'string' ? named : null;
}

async function readFiles(folder: string): Promise<SchemaFile[]> {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => readFile(join(folder, name))),
  );
}

async function readFile(path: string): Promise<SchemaFile> {
  const found = await definitionFile(path);
  if (!found || 'problem' in found)
    return {
      path,
      text: '',
      content: undefined,
      unread: { line: found?.line ?? 1, message: found?.problem ?? 'O arquivo não existe mais.' },
    };
  const { text } = found;
  try {
    return { path, text, content: JSON.parse(text), unread: null };
  } catch {
    const message = 'O arquivo não é um JSON válido. Confira vírgulas, aspas e chaves perto desta linha.';
    return { path, text, content: undefined, unread: { line: wrongLine(text), message } };
  }
}

async function main() {
  const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
  const problems = await checkSchemas(root);
  for (const { file, line, pointer, message } of problems) {
    console.error(`${file}:${line} ${pointer || '/'}\n  ${message}`);
  }
  console.log(problems.length === 0 ? 'schemas/: tudo certo.' : `schemas/: ${problems.length} problema(s).`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
