import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { type NfeOutcome, type NoteWait, nfeOutcome, noteWait } from '../catalogs/nfe.ts';
import {
  Day,
  Decimal,
  defineRoutes,
  Id,
  Instant,
  Nullable,
  One,
  Page,
  pageQuery,
  Strict,
  Text,
} from '../route.ts';
import { FileRef, NFE_PURPOSE } from './platform.ts';

/** Maximum number of loose files in one request; send more in several requests or in a ZIP. */
export const MAX_NFE_FILES = 200;

const Outcome = Type.Union(
  nfeOutcome.map(({ value }) => Type.Literal(value)),
  { title: 'Resultado' },
);
const importId = Type.String({ title: 'Importação', format: 'uuid' });

/** Current state of an import: its progress, and the number of files with each outcome. */
export const NfeImport = Type.Object(
  {
    id: importId,
    situacao: Type.Union(
      ['NA_FILA', 'EXECUTANDO', 'CONCLUIDO', 'CANCELADO', 'FALHOU'].map((each) => Type.Literal(each)),
      { title: 'Situação' },
    ),
    arquivos: Type.Array(Type.String(), { title: 'Arquivos enviados' }),
    /** The CNPJ whose stored invoices are being processed; '' for an upload. */
    emitente: Type.String({ title: 'Emitente' }),
    /** `null` until the files have been opened. */
    total: Nullable(Type.Integer({ title: 'Notas e eventos' })),
    processados: Type.Integer({ title: 'Processados' }),
    falha: Type.String({ title: 'Por que terminou antes' }),
    contagem: Type.Array(
      Type.Object({ resultado: Outcome, quantidade: Type.Integer({ title: 'Quantidade' }) }),
      { title: 'Quantos de cada resultado' },
    ),
    datahora_criacao: Instant('Enviada em'),
    datahora_fim: Nullable(Instant('Terminada em')),
    colaborador: Type.String({ title: 'Quem enviou' }),
  },
  { title: 'Importação de NF-e' },
);
export type NfeImport = Omit<Static<typeof NfeImport>, 'contagem'> & {
  contagem: { resultado: NfeOutcome; quantidade: number }[];
};

export const NfeImportRow = Type.Object(
  {
    lugar: Type.Integer({ title: 'Lugar' }),
    arquivo: Type.String({ title: 'Arquivo' }),
    chave: Type.String({ title: 'Chave de acesso' }),
    resultado: Outcome,
    codigo: Type.String({ title: 'Código da recusa' }),
    mensagem: Type.String({ title: 'O que houve' }),
    /** Only its codes keep it from being a sale, so a person may say that it is one. */
    podeSerVenda: Type.Boolean({ title: 'Pode ser declarada venda' }),
  },
  { title: 'Arquivo de uma importação' },
);
export type NfeImportRow = Static<typeof NfeImportRow>;

/** An issuer whose invoices were sent but which is not a branch (yet). Its invoices are kept and have no effect. */
export const NfeEmitter = Type.Object(
  {
    cnpj: Type.String({ title: 'CNPJ' }),
    nome: Type.String({ title: 'Nome' }),
    uf: Type.String({ title: 'Estado' }),
    notas: Type.Integer({ title: 'Notas guardadas' }),
    de: Nullable(Day('Primeira nota')),
    ate: Nullable(Day('Última nota')),
    /** Whether it has become a branch, so that its invoices can be processed. */
    filial: Type.Boolean({ title: 'Já é filial' }),
  },
  { title: 'Emitente desconhecido' },
);
export type NfeEmitter = Static<typeof NfeEmitter>;

const Wait = Type.Union(
  noteWait.map(({ value }) => Type.Literal(value)),
  { title: 'O que falta' },
);

/** A kept note or event that has no effect yet. */
export const WaitingNote = Type.Object(
  {
    chave: Type.String({ title: 'Chave de acesso' }),
    evento: Type.Boolean({ title: 'É um evento' }),
    motivo: Wait,
    /** The sentence of what is missing. */
    falta: Type.String({ title: 'O que falta' }),
    emitente: Type.String({ title: 'Documento do emitente', pessoal: 'DOCUMENTO' }),
    emitenteNome: Type.String({ title: 'Emitente' }),
    destinatario: Type.String({ title: 'Destinatário', pessoal: 'DOCUMENTO' }),
    data: Nullable(Day('Data')),
    valor: Nullable(Decimal('Valor')),
    /** The sale in the console that a person can assign its items to. */
    venda: Nullable(Type.String({ title: 'Chave da venda' })),
    podeSerVenda: Type.Boolean({ title: 'Pode ser declarada venda' }),
  },
  { title: 'Nota guardada que espera algo' },
);
export type WaitingNote = Omit<Static<typeof WaitingNote>, 'motivo'> & { motivo: NoteWait };

/** The server's folder that is read automatically (NFE_DIR); `null` when none is configured. */
export const NfeFolder = Type.Object(
  {
    caminho: Type.String({ title: 'Pasta do servidor' }),
    ultimaLeitura: Nullable(Instant('Última leitura')),
    /** Why nothing is being read now; '' when everything works. */
    problema: Type.String({ title: 'Problema' }),
    /** Counted up to 10.001. */
    esperando: Type.Integer({ title: 'Arquivos à espera' }),
    recusados: Type.Integer({ title: 'Arquivos recusados' }),
  },
  { title: 'Pasta de notas' },
);
export type NfeFolder = Static<typeof NfeFolder>;

/** Sent in the query of a multipart request, whose parts are the files themselves. */
const Purpose = Type.Literal(NFE_PURPOSE, { title: 'Finalidade' });
const base = '/config/notas-xml';
const permission = 'NOTAS_IMPORTAR_XML';
const params = Strict({ id: importId });

export const nfeImportRoutes = defineRoutes({
  /** The files are stored and read in the background; the answer is the import in its initial state. */
  start: {
    method: 'POST',
    path: `${base}/importacoes`,
    summary: 'Importar notas fiscais de arquivos XML e ZIP',
    permission,
    query: Strict({ finalidade: Type.Optional(Purpose) }),
    body: Strict({
      finalidade: Type.Optional(Purpose),
      arquivos: Type.Array(FileRef, { title: 'Arquivos', minItems: 1, maxItems: MAX_NFE_FILES }),
    }),
    multipart: true,
    idempotent: true,
    response: One(NfeImport),
  },
  list: {
    method: 'GET',
    path: `${base}/importacoes`,
    summary: 'Últimas importações de notas por XML',
    permission,
    response: Type.Array(NfeImport),
  },
  get: {
    method: 'GET',
    path: `${base}/importacoes/{id}`,
    summary: 'Andamento e resultado de uma importação de notas',
    permission,
    params,
    response: One(NfeImport),
  },
  rows: {
    method: 'GET',
    path: `${base}/importacoes/{id}/linhas`,
    summary: 'O que houve com cada arquivo de uma importação de notas',
    permission,
    params,
    query: Strict({ page: pageQuery.page, take: pageQuery.take, resultado: Type.Optional(Outcome) }),
    response: Page(NfeImportRow),
  },
  /** Invoices that were already written are kept. */
  cancel: {
    method: 'POST',
    path: `${base}/importacoes/{id}/cancelar`,
    summary: 'Parar uma importação de notas',
    permission,
    params,
    response: One(NfeImport),
  },
  /** Notes that waited for a branch, a customer or a code are taken up; every import does so at its end. */
  review: {
    method: 'POST',
    path: `${base}/importacoes/guardadas`,
    summary: 'Ler de novo as notas guardadas que esperam algo',
    permission,
    idempotent: true,
    response: One(NfeImport),
  },
  waiting: {
    method: 'GET',
    path: `${base}/guardadas`,
    summary: 'Notas guardadas que esperam algo, por o que falta',
    permission,
    query: Strict({ motivo: Wait, page: pageQuery.page, take: pageQuery.take }),
    response: Page(WaitingNote),
  },
  /** Each number is counted up to 10.001. */
  waits: {
    method: 'GET',
    path: `${base}/guardadas/motivos`,
    summary: 'Quantas notas guardadas esperam o quê',
    permission,
    response: Type.Array(
      Type.Object({ motivo: Wait, quantidade: Type.Integer({ title: 'Notas guardadas' }) }),
    ),
  },
  /** For a note of the company that was set aside because of its CFOPs. The invoice is made at once. */
  declareSale: {
    method: 'PUT',
    path: `${base}/documentos/{chave}/venda`,
    summary: 'Dizer que uma nota guardada ao lado é venda',
    permission,
    params: Strict({ chave: Type.String({ title: 'Chave de acesso', minLength: 44, maxLength: 44 }) }),
    body: Strict({ motivo: Text('Motivo', 500, { minLength: 1 }) }),
    idempotent: true,
    response: One(Type.Object({ message: Type.String({ title: 'Mensagem' }) })),
  },
  folder: {
    method: 'GET',
    path: `${base}/pasta`,
    summary: 'Pasta do servidor de que as notas são lidas sozinhas',
    permission,
    response: One(Nullable(NfeFolder)),
  },
  emitters: {
    method: 'GET',
    path: `${base}/emitentes`,
    summary: 'Emitentes desconhecidos das notas importadas',
    permission,
    response: Type.Array(NfeEmitter),
  },
  /** Creates the branch from the data in its invoices, if it is not one yet, and processes the invoices that were kept. */
  adopt: {
    method: 'POST',
    path: `${base}/emitentes/{cnpj}/filial`,
    summary: 'Tornar filial um emitente e importar as notas guardadas dele',
    permission,
    params: Strict({ cnpj: Type.String({ title: 'CNPJ', pattern: '^[0-9A-Z]{12}[0-9]{2}$' }) }),
    idempotent: true,
    response: One(
      Type.Object({
        idFil: Id('Filial'),
        importacao: NfeImport,
        message: Type.String({ title: 'Mensagem' }),
      }),
    ),
  },
});
