import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Strict, Text } from '../route.ts';

/** The words that the company says otherwise, by place and key (contract/words). */
export const CompanyWords = Type.Record(
  Type.String(),
  Type.Record(Type.String(), Type.String(), { additionalProperties: true }),
  { title: 'Palavras da empresa', additionalProperties: true },
);

/** A word of the console, as it is shipped and as it is said now. */
export const FoundWord = Type.Object(
  {
    lugar: Type.String({ title: 'Lugar' }),
    lugarTitulo: Type.String({ title: 'Onde fica' }),
    chave: Type.String({ title: 'Chave' }),
    padrao: Type.String({ title: 'Palavra padrão' }),
    atual: Type.String({ title: 'Palavra de hoje' }),
    /** Read by end consumers only, in place of the word that the others read. */
    consumidor: Type.Boolean({ title: 'Só o consumidor lê' }),
    /** Where it is seen, in words. */
    onde: Type.Array(Type.String(), { title: 'Onde aparece' }),
    /** How many more there are. */
    mais: Type.Integer({ title: 'E mais' }),
  },
  { title: 'Palavra' },
);
export type FoundWord = Static<typeof FoundWord>;

export const wordRoutes = defineRoutes({
  /** What the console of whoever is signed in says; read again when WORDS_CHANGED tells that it changed. */
  current: {
    method: 'GET',
    path: '/config/palavras',
    summary: 'Palavras que a empresa diz do seu jeito',
    permission: 'session',
    response: CompanyWords,
  },
  /** The words that contain a text, as they are shown now or as they are shipped; the closest first, at most 60. */
  search: {
    method: 'GET',
    path: '/config/palavras/busca',
    summary: 'Procurar uma palavra do console, e onde ela aparece',
    permission: 'CONFIGURACAO_ESQUEMAS',
    query: Strict({ q: Text('Palavra', 120) }),
    response: Type.Array(FoundWord),
  },
});
