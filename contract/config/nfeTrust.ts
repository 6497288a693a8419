import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, Instant, One, Strict } from '../route.ts';
import { CHAIN_PURPOSE, FileRef } from './platform.ts';

/** Files in one request; a ZIP holds any number of certificates. */
const MAX_FILES = 50;

/** A certificate of an authority by which the company judges who signed an NF-e. */
export const NfeAuthority = Type.Object(
  {
    id: Id('Certificado'),
    nome: Type.String({ title: 'Nome' }),
    emissor: Type.String({ title: 'Emitido por' }),
    /** Signed by itself; chains end here. */
    raiz: Type.Boolean({ title: 'É raiz' }),
    de: Instant('Vale de'),
    ate: Instant('Vale até'),
    /** SHA-256 in hexadecimal, to be compared with what the authority publishes. */
    impressao: Type.String({ title: 'Impressão digital' }),
    /** Whether its issuers among the certificates lead to a root; chains through it are otherwise not proven. */
    chegaARaiz: Type.Boolean({ title: 'Chega a uma raiz' }),
  },
  { title: 'Certificado de autoridade' },
);
export type NfeAuthority = Static<typeof NfeAuthority>;

export const NfeTrust = Type.Object(
  {
    certificados: Type.Array(NfeAuthority, { title: 'Certificados' }),
    /** Whether an invoice without a proven chain gives rights of return today (parameter `notaSemCadeia`). */
    semCadeiaDaDireito: Type.Boolean({ title: 'Nota sem cadeia conferida dá direito' }),
    /** Counted up to 10.001. */
    conferidas: Type.Integer({ title: 'Notas conferidas' }),
    naoConferidas: Type.Integer({ title: 'Notas não conferidas' }),
    /** Why, with the number of signers; the most frequent first. */
    motivos: Type.Array(
      Type.Object({
        motivo: Type.String({ title: 'Motivo' }),
        assinantes: Type.Integer({ title: 'Certificados de assinantes' }),
      }),
      { title: 'Por que não' },
    ),
    /** Signers that the certificates of today have not judged yet; a job is at it. */
    porJulgar: Type.Boolean({ title: 'Ainda conferindo' }),
  },
  { title: 'Cadeia de certificados da NF-e' },
);
export type NfeTrust = Static<typeof NfeTrust>;

const base = '/config/certificados-nfe';
const permission = 'CONFIGURACAO_PARAMETROS';

export const nfeTrustRoutes = defineRoutes({
  get: {
    method: 'GET',
    path: base,
    summary: 'Certificados das autoridades pelas quais se conferem as assinaturas das NF-e',
    permission,
    response: One(NfeTrust),
  },
  /** Files as the authority publishes them: DER, PEM, chains (p7b) or a ZIP. Stored notes are judged again. */
  add: {
    method: 'POST',
    path: base,
    summary: 'Instalar certificados de autoridades',
    permission,
    body: Strict({
      finalidade: Type.Optional(Type.Literal(CHAIN_PURPOSE, { title: 'Finalidade' })),
      arquivos: Type.Array(FileRef, { title: 'Arquivos', minItems: 1, maxItems: MAX_FILES }),
    }),
    multipart: true,
    idempotent: true,
    response: One(
      Type.Object({
        incluidos: Type.Integer({ title: 'Incluídos' }),
        jaEstavam: Type.Integer({ title: 'Já estavam' }),
        recusados: Type.Array(
          Type.Object({
            arquivo: Type.String({ title: 'Arquivo' }),
            motivo: Type.String({ title: 'Motivo' }),
          }),
          { title: 'Recusados' },
        ),
        message: Type.String({ title: 'Mensagem' }),
      }),
    ),
  },
  /** Notes whose chain leads through it are judged again, and are not proven until then. */
  remove: {
    method: 'DELETE',
    path: `${base}/{id}`,
    summary: 'Tirar o certificado de uma autoridade',
    permission,
    params: Strict({ id: Id('Certificado') }),
    idempotent: true,
    response: One(Type.Object({ message: Type.String({ title: 'Mensagem' }) })),
  },
});
