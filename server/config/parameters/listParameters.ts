import { integer, megabytes } from './kinds.ts';

const lists = { area: 'GERAL', grupo: 'Listas e arquivos', recarga: true } as const;

/** How long lists and how large files may be. */
export const LIST_PARAMETERS = {
  LIMITE_TAMANHO_MAXIMO_ARQUIVOS: megabytes({
    ...lists,
    titulo: 'Tamanho dos anexos',
    descricao: 'Soma de todos os arquivos de um envio.',
    padrao: 25,
    unidade: 'MB',
    de: 1,
    ate: 200,
    publico: true,
  }),
  itensPorPagina: integer({
    ...lists,
    titulo: 'Linhas por página',
    descricao: 'Entregue na carga inicial aos sistemas que listam por conta própria.',
    padrao: 25,
    unidade: 'linhas',
    de: 5,
    ate: 100,
  }),
  maximoItensPorPagina: integer({
    ...lists,
    titulo: 'Máximo de linhas por página',
    descricao: 'Entregue na carga inicial aos sistemas que listam por conta própria.',
    padrao: 100,
    unidade: 'linhas',
    de: 10,
    ate: 100,
  }),
};
