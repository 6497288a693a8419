import { randomUUID } from 'node:crypto';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import qs from 'qs';
import {
  type FileRef,
  IMPORT_PURPOSE,
  isLargePurpose,
  type LargePurpose,
  NFE_PURPOSE,
  type UploadPurpose,
} from '#contract/config/platform.ts';
import type { Route } from '#contract/route.ts';
import { sizeExceededMessage } from '#contract/rules/files.ts';
import { CERTIFICATE_EXTENSIONS, DEFAULT_EXTENSIONS, type Extension } from '../adapters/files/inspect.ts';
import { serviceParameters } from '../config/parameters/queries.ts';
import type { Context, PublicContext } from '../context.ts';
import { diskSpace } from '../db/databaseDisk.ts';
import { noSpace, Refusal, unauthorized } from '../errors.ts';
import { keepUpload, removeUnlinkedFiles } from '../storedFiles.ts';

const ACCEPTED: Record<UploadPurpose | LargePurpose, readonly Extension[]> = {
  NOTA_DEVOLUCAO: [...DEFAULT_EXTENSIONS, '.xml'],
  CADASTRO: [...DEFAULT_EXTENSIONS, '.doc', '.docx', '.xls', '.xlsx'],
  PLANILHA: ['.xlsx', '.csv'],
  CADEIA: [...CERTIFICATE_EXTENSIONS, '.zip', '.txt'],
  [IMPORT_PURPOSE]: ['.csv', '.txt', '.xlsx', '.json', '.ndjson'],
  [NFE_PURPOSE]: ['.xml', '.zip'],
};

const LARGE_BYTES = 200 * 1024 * 1024;

/** The purpose given in the query, if the route takes it there; it is then known before the first byte of the body. */
const purposeOfQuery = (route: Route | undefined, query: unknown): string =>
  route?.query && PURPOSE_FIELD in route.query.properties
    ? String((query as Record<string, unknown> | null)?.[PURPOSE_FIELD] ?? '')
    : '';

/**
 * The maximum size in bytes of all files of a request together: the installation's limit, or more for files to be imported.
 */
const mostBytes = (purpose: string, usual: number): number =>
  isLargePurpose(purpose) ? Math.max(usual, LARGE_BYTES) : usual;

/** The field of a multipart body that states the purpose of the files after it. */
export const PURPOSE_FIELD = 'finalidade';

/**
 * The file types that a request may send: pictures and PDF, and others only if the route has a purpose field and the purpose
 * allows them. The body has not been validated yet, so an unknown purpose gets the default.
 */
function acceptedFiles(route: Route | undefined, given: string): readonly Extension[] {
  if (!route?.body || !(PURPOSE_FIELD in route.body.properties)) return DEFAULT_EXTENSIONS;
  return Object.entries(ACCEPTED).find(([purpose]) => purpose === given)?.[1] ?? DEFAULT_EXTENSIONS;
}

/** Marks a body that came as multipart, so its values are text. */
export const MULTIPART = Symbol('multipart');

/** The same as for a JSON body (`bodyLimit`): everything that is not a file, part headers included. */
const MAX_TEXT = 1024 * 1024;
const MAX_FILES = 200;

/**
 * Reads a multipart body: bracketed field names become a nested object, and each file is stored while it streams in and
 * appears as its FileRef under its bracketed name. A body that is too large is rejected at the first byte beyond the limit,
 * and files stored until then are removed.
 */
export async function readMultipart(request: FastifyRequest, ctx: PublicContext): Promise<object> {
  const { user } = ctx;
  if (!user) throw unauthorized();
  const { limiteArquivosBytes } = await serviceParameters(ctx.db);
  const route = request.routeOptions.config.contract;
  const purpose = purposeOfQuery(route, request.query);
  const most = mostBytes(purpose, limiteArquivosBytes);
  refuseAnnounced(request, most);
  // Refuses before the disk is completely full, since the database needs some space to keep running.
  if ((await diskSpace(ctx.settings.dataDir))?.state === 'CHEIO') throw noSpace();
  const form = new Form({ ...ctx, user }, most, route, purpose);
  try {
    for await (const part of request.parts({ limits: limitsFor(most) })) {
      if (part.type === 'file') await form.addFile(part);
      else form.addText(part);
    }
    return form.body();
  } catch (error) {
    drain(request);
    await removeUnlinkedFiles(ctx, form.fileIds());
    throw asRefusal(error, most);
  }
}

const limitsFor = (maxBytes: number) => ({
  // One more than allowed, so that exceeding the limit is noticed instead of silently truncated.
  fileSize: maxBytes + 1,
  files: MAX_FILES,
  fields: 10_000,
  parts: 10_200,
  fieldSize: MAX_TEXT,
  fieldNameSize: 200,
});

/** Rejects an oversized body at once if the client announces its length. */
function refuseAnnounced(request: FastifyRequest, maxBytes: number) {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + MAX_TEXT) throw tooMuch(maxBytes);
}

/** The parts of the body that have been read so far. */
class Form {
  private readonly ctx: Context;
  private readonly maxBytes: number;
  private readonly route: Route | undefined;
  /** The purpose of the files that follow. */
  private purpose: string;
  private readonly files: FileRef[] = [];
  private readonly pairs: string[] = [];
  /** The placeholder for a file in the text to be parsed; random, so that no field can imitate one. */
  private readonly mark = randomUUID();
  private textBytes = 0;

  constructor(ctx: Context, maxBytes: number, route: Route | undefined, purpose: string) {
    this.ctx = ctx;
    this.maxBytes = maxBytes;
    this.route = route;
    this.purpose = purpose;
  }

  async addFile({ fieldname, filename, file }: MultipartFile) {
    // A browser sends this for a file input without a chosen file.
    if (!filename) return void file.resume();
    const left = this.maxBytes - this.files.reduce((sum, { tamanho }) => sum + tamanho, 0);
    const upload = { content: file, name: filename };
    const accept = acceptedFiles(this.route, this.purpose);
    const keptFile = await keepUpload(this.ctx, upload, left, accept).catch((error) => {
      throw isTooLarge(error) && left < this.maxBytes ? tooMuch(this.maxBytes) : error;
    });
    this.files.push(keptFile);
    this.addPair(fieldname, `${this.mark}${this.files.length - 1}`);
  }

  addText({ fieldname, value, valueTruncated, fieldnameTruncated }: MultipartValue) {
    if (typeof value !== 'string') throw unreadable();
    if (valueTruncated || fieldnameTruncated) throw tooMuchText();
    if (fieldname === PURPOSE_FIELD) this.purpose = value;
    this.addPair(fieldname, value);
  }

  private addPair(name: string, value: string) {
    this.textBytes += name.length + value.length;
    if (this.textBytes > MAX_TEXT) throw tooMuchText();
    this.pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  }

  fileIds = () => this.files.map(({ id }) => id);

  body(): object {
    const parsed = qs.parse(this.pairs.join('&'), { depth: 6, arrayLimit: 1000, parameterLimit: 20_000 });
    return Object.assign(this.withFiles(parsed) as object, { [MULTIPART]: true });
  }

  private withFiles(value: unknown): unknown {
    if (typeof value === 'string')
      return value.startsWith(this.mark) ? this.files[Number(value.slice(this.mark.length))] : value;
    if (Array.isArray(value)) return value.map((each) => this.withFiles(each));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.withFiles(each)]));
  }
}

/**
 * Discards the rest of the upload, so that the client can finish sending and read the refusal instead of seeing a broken
 * connection.
 */
function drain({ raw }: FastifyRequest) {
  raw.unpipe();
  raw.resume();
}

const isTooLarge = (error: unknown) => error instanceof Refusal && error.code === 'ARQUIVO_GRANDE';
const tooMuch = (maxBytes: number) => new Refusal(413, 'ARQUIVOS_GRANDES', sizeExceededMessage(maxBytes));
const tooMuchText = () =>
  new Refusal(413, 'CORPO_GRANDE', 'O envio é grande demais. Reduza o texto e tente de novo.');
const unreadable = () => new Refusal(400, 'PEDIDO_INVALIDO', 'O formulário enviado não pôde ser lido.');

function asRefusal(error: unknown, maxBytes: number): unknown {
  if (error instanceof Refusal) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_FILES_LIMIT')
    return new Refusal(413, 'ARQUIVOS_DEMAIS', `Envie no máximo ${MAX_FILES} arquivos por vez.`);
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooMuch(maxBytes);
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') return tooMuchText();
  // Truncated, or not multipart despite its header.
  const broken = /^(FST_MP_|FST_PROTO|FST_INVALID|ERR_STREAM_PREMATURE)/.test(code);
  return broken || /multipart|terminated early/i.test(String(error)) ? unreadable() : error;
}
