import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import {
  Day,
  Done,
  defineRoutes,
  Id,
  Instant,
  Nullable,
  One,
  Secret,
  Strict,
  Text,
  Title,
} from '../route.ts';
import { PASSWORD_BOUNDS } from '../rules/person.ts';

/** Reference to a stored file in forms and commands. */
export const FileRef = Type.Object(
  {
    id: Type.String({ title: 'Arquivo', format: 'uuid' }),
    nome: Type.String({ title: 'Nome', maxLength: 255 }),
    mime: Type.String({ title: 'Tipo', maxLength: 150 }),
    tamanho: Type.Integer({ title: 'Tamanho em bytes', minimum: 0 }),
  },
  { title: 'Arquivo', additionalProperties: false },
);
export type FileRef = Static<typeof FileRef>;

/**
 * The purposes of an upload. NOTA_DEVOLUCAO also accepts the XML of an invoice, CADASTRO also texts and spreadsheets,
 * PLANILHA only a sheet to be imported, CADEIA only certificates.
 */
export const CHAIN_PURPOSE = 'CADEIA';
export const uploadPurposes = ['NOTA_DEVOLUCAO', 'CADASTRO', 'PLANILHA', CHAIN_PURPOSE] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];

/**
 * A file of records in any common format, up to 200 MB. It is sent in the query because the size limit has to be known before
 * the first byte.
 */
export const IMPORT_PURPOSE = 'IMPORTACAO';
/** XML files of invoices, also inside ZIPs. */
export const NFE_PURPOSE = 'NFE';
/** Purposes that allow far larger files than the others; sent in the query, before the first byte. */
export const largePurposes = [IMPORT_PURPOSE, NFE_PURPOSE] as const;
export type LargePurpose = (typeof largePurposes)[number];
export const isLargePurpose = (purpose: string | undefined): purpose is LargePurpose =>
  largePurposes.some((each) => each === purpose);

/** Response of a file route: described in OpenAPI, sent as bytes. */
export const Binary = Type.Unsafe<never>({ type: 'string', format: 'binary', title: 'Arquivo' });

/** The format in which a sheet is exported when no PDF was requested. */
export const sheetFormatQuery = Strict({
  formato: Type.Optional(Type.Union([Type.Literal('xlsx'), Type.Literal('csv')], { title: 'Formato' })),
});

export const Business = Type.Object({
  NAME: Type.String({ title: 'Nome' }),
  API_URL: Type.String({ title: 'Endereço da API' }),
  IMAGES_URL: Type.String({ title: 'Endereço das imagens' }),
  WS_HOST: Type.String({ title: 'Servidor de tempo real' }),
  WS_KEY: Type.String({ title: 'Chave de tempo real' }),
  WS_PORT: Type.Integer({ title: 'Porta de tempo real' }),
  AREA: Type.Optional(Type.String({ title: 'Área dos caminhos dos tickets' })),
});

/** Identifies a draft on all pages and devices that continue it. */
const DraftId = Type.String({ title: 'Identificador do rascunho', format: 'uuid' });

export const Draft = Type.Object({
  id: DraftId,
  objeto: Type.String({ title: 'Objeto' }),
  conteudo: Type.Unknown({ title: 'Conteúdo' }),
  atualizado: Instant('Guardado em'),
  versao: Type.Integer({ title: 'Versão' }),
});

/** A draft that was set aside; its content is read under its own name. */
const KeptDraft = Type.Pick(Draft, ['objeto', 'atualizado']);
export type KeptDraft = Static<typeof KeptDraft>;

const draftParams = Strict({ objeto: Type.String({ title: 'Objeto', pattern: '^[a-z0-9-]{1,80}$' }) });

const image = (path: string, summary: string) =>
  ({ method: 'GET', path, summary, permission: 'public', response: Binary, file: true }) as const;

/** Free space on the server's disk: enough, little, none. */
export const DiskState = Type.Union([Type.Literal('OK'), Type.Literal('POUCO'), Type.Literal('CHEIO')], {
  title: 'Espaço em disco',
});
export type DiskState = Static<typeof DiskState>;

export const platformRoutes = defineRoutes({
  businesses: {
    method: 'GET',
    path: '/env.json',
    summary: 'Negócios atendidos por esta instalação',
    permission: 'public',
    response: Type.Array(Business),
  },
  businessesCallcenter: {
    method: 'GET',
    path: '/parametros/CALLCENTER/env.json',
    summary: 'Negócios atendidos por esta instalação (endereço antigo)',
    permission: 'public',
    response: Type.Array(Business),
  },
  publicParametersSac: {
    method: 'GET',
    path: '/parametros/SAC/env.js',
    summary: 'Parâmetros públicos do atendimento',
    permission: 'public',
    response: Binary,
    file: true,
  },
  publicParametersCallcenter: {
    method: 'GET',
    path: '/parametros/CALLCENTER/parametros.json',
    summary: 'Parâmetros públicos do call-center',
    permission: 'public',
    response: Type.Record(Type.String(), Type.Unknown(), { additionalProperties: true }),
  },
  manifest: {
    method: 'GET',
    path: '/sac/manifest',
    summary: 'Manifesto do aplicativo instalável',
    permission: 'public',
    response: Type.Record(Type.String(), Type.Unknown(), { additionalProperties: true }),
  },
  logo: {
    ...image('/imagens/logo', 'Logotipo'),
    query: Strict({ filial: Type.Optional(Id('Filial')) }),
  },
  favicon: image('/imagens/favicon', 'Ícone da página'),
  background: image('/imagens/background', 'Fundo da página de entrada'),
  productImage: {
    method: 'GET',
    path: '/imagens/produtos/{idImagem}',
    summary: 'Foto de um produto',
    permission: 'session',
    params: Strict({ idImagem: Text('Imagem', 80, { pattern: '^[A-Za-z0-9_-]+$' }) }),
    response: Binary,
    file: true,
  },
  draft: {
    method: 'GET',
    path: '/config/rascunhos/{objeto}',
    summary: 'Ler um rascunho meu',
    permission: 'session',
    params: draftParams,
    response: Type.Object({
      data: Nullable(Draft),
      /** Drafts of the same object that were set aside because they could not be continued, newest first. */
      guardados: Type.Optional(Type.Array(KeptDraft, { title: 'Postos de lado' })),
    }),
  },
  saveDraft: {
    method: 'PUT',
    path: '/config/rascunhos/{objeto}',
    summary: 'Salvar um rascunho meu',
    handlesMasks: true,
    permission: 'session',
    params: draftParams,
    body: Strict({
      conteudo: Type.Unknown({ title: 'Conteúdo' }),
      versao: Type.Optional(Type.Integer({ title: 'Versão', minimum: 0, maximum: 2147483647 })),
      id: Type.Optional(DraftId),
    }),
    response: One(Draft),
  },
  /** Stores a draft that cannot be continued under a separate name, so that nothing overwrites it. */
  keepDraft: {
    method: 'POST',
    path: '/config/rascunhos/{objeto}/guardar',
    summary: 'Pôr um rascunho meu de lado, sem perdê-lo',
    permission: 'session',
    params: draftParams,
    body: Strict({ versao: Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 }) }),
    response: One(KeptDraft),
  },
  removeDraft: {
    method: 'DELETE',
    path: '/config/rascunhos/{objeto}',
    summary: 'Descartar um rascunho meu',
    permission: 'session',
    params: draftParams,
    response: Done,
  },
  /**
   * The file is the part `arquivo` of a multipart body. `finalidade` may precede it: the dialog that it is for, where that
   * accepts more types than pictures and PDF (docs/domain.md 11).
   */
  upload: {
    method: 'POST',
    path: '/config/arquivos',
    summary: 'Enviar um arquivo antes de usá-lo em um formulário',
    permission: 'session',
    query: Strict({
      finalidade: Type.Optional(
        Type.Union(
          largePurposes.map((purpose) => Type.Literal(purpose)),
          { title: 'Finalidade de um arquivo grande' },
        ),
      ),
    }),
    body: Strict({
      finalidade: Type.Optional(
        Type.Union(
          uploadPurposes.map((purpose) => Type.Literal(purpose)),
          { title: 'Finalidade' },
        ),
      ),
      arquivo: FileRef,
    }),
    multipart: true,
    response: One(FileRef),
  },
  space: {
    method: 'GET',
    path: '/config/espaco',
    summary: 'Espaço em disco do servidor',
    permission: 'CONFIGURACAO',
    response: One(
      Type.Object({
        situacao: DiskState,
        livre: Nullable(Type.Integer({ title: 'Livre, em bytes' })),
        total: Nullable(Type.Integer({ title: 'Total, em bytes' })),
      }),
    ),
  },
  /** Before sign-in: whether the first administrator still has to be created, and who may try the demonstration. */
  installation: {
    method: 'GET',
    path: '/config/instalacao',
    summary: 'Situação da instalação',
    permission: 'public',
    response: Type.Object({
      pendente: Type.Boolean({ title: 'Falta criar o primeiro administrador' }),
      demo: Type.Boolean({ title: 'Empresa de demonstração' }),
      captcha: Type.Boolean({ title: 'A entrada pede verificação' }),
      pessoas: Type.Array(
        Type.Object({
          tipo: Type.String({ title: 'Tipo' }),
          cpf: Type.String({ title: 'CPF' }),
          nome: Type.String({ title: 'Nome' }),
        }),
        { title: 'Pessoas da demonstração' },
      ),
      senha: Type.Optional(Type.String({ title: 'Senha da demonstração' })),
      naRede: Type.Boolean({ title: 'A demonstração está aberta na rede' }),
      tamanhoSenha: Type.Object(
        { minimo: Type.Integer({ title: 'Mínimo' }), maximo: Type.Integer({ title: 'Máximo' }) },
        { title: 'Tamanho de uma senha nova' },
      ),
      /** Absent when everyone signs in with CPF and password. */
      provedor: Type.Optional(
        Type.Object(
          {
            nome: Type.String({ title: 'Nome' }),
            soEquipe: Type.Boolean({ title: 'A equipe entra só por ele' }),
          },
          { title: 'Provedor da empresa' },
        ),
      ),
    }),
  },
  install: {
    method: 'POST',
    path: '/config/instalacao',
    summary: 'Criar o primeiro administrador com o código do registro do servidor',
    permission: 'public',
    body: Strict({
      codigo: Text('Código', 100, { minLength: 1 }),
      cpf: Text('CPF', 14, { minLength: 11 }),
      nome: Title('Nome', 100),
      email: Text('E-mail', 100, { format: 'email' }),
      senha: Secret('Senha', PASSWORD_BOUNDS.minimo, PASSWORD_BOUNDS.maximo),
      dtNasc: Type.Optional(Day('Data de nascimento')),
    }),
    response: Done,
  },
});
