import type { Content } from '#server/config/definitions/rules.ts';
import type { TestServer } from '#tests/support/servers/server.ts';

export interface Planned {
  tipo: string;
  chave: string;
  titulo: string;
  versao: number;
  acao: string;
  mudancas: { frase: string }[];
  problemas: { mensagem: string }[];
}
export type Item = { tipo: string; chave: string; conteudo: Content };

export const ROLE = (nome: string, permissoes: string[], more: Content = {}): Item => {
  const conteudo = { base: 'OPERADOR', nome, permissoes, exigeSegundoFator: false, padrao: false, ...more };
  const slug = nome.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/ /g, '-');
  return { tipo: 'roles', chave: conteudo.padrao ? String(conteudo.base) : `OPERADOR-${slug}`, conteudo };
};
export const PARAMETER = (chave: string, valor: unknown): Item => ({
  tipo: 'parameters',
  chave,
  conteudo: { chave, valor },
});
export const TYPE = (chave: string, more: Content = {}): Item => ({
  tipo: 'types',
  chave,
  conteudo: {
    ...{ chave, nome: `Tipo ${chave}`, menu: 'OFICINA', fluxo: 'OFICINA', ordem: 5, ativo: true },
    ...{ espelho: false, motivoObrigatorio: true, pede: { mensagem: 'OBRIGATORIO' }, ...more },
  },
});
export const MENU: Item = {
  tipo: 'menus',
  chave: 'OFICINA',
  conteudo: { chave: 'OFICINA', nome: 'Oficina', frase: 'Consertos', icone: 'Inventory2', ordem: 9 },
};
export const REASON = (codigo: string, more: Content = {}): Item => ({
  tipo: 'reasons',
  chave: codigo,
  conteudo: {
    ...{ codigo, descricao: `Motivo ${codigo}`, uso: 'ABERTURA', tipo: 'CONSERTO', ordem: 0, ativo: true },
    ...{ padrao: false, exigeObservacao: false, exigeFoto: false, exigeNivelAbaixo: false, ...more },
  },
});
export const BOARD = (nome: string, etapas: Content[]): Item => ({
  tipo: 'boards',
  chave: nome.toLowerCase(),
  conteudo: { nome, descricao: '', ativo: true, etapas },
});
export const stage = (nome: string, regra: Content = {}) => ({ nome, cor: 'aviso', regra });
export const SCHEDULE: Item = {
  tipo: 'schedules',
  chave: 'devolucoes-por-motivo-semanal',
  conteudo: {
    ...{ relatorio: 'devolucoes-por-motivo', nome: 'Semanal', formato: 'XLSX', ativo: true },
    ritmo: { tipo: 'SEMANAL', dias: [1], hora: '07:00', fuso: 'America/Sao_Paulo' },
    ...{ filtros: { periodo: { inicio: '@hoje-7d', fim: '@hoje' } }, soComLinhas: true },
  },
};

export const nameOf = ({ tipo, chave }: { tipo: string; chave: string }) => `${tipo}/${chave}`;
export const fileOf = (items: readonly object[], versao = 2) =>
  JSON.stringify({ formato: 'balcao-definicoes', versao, itens: items });

interface Caller {
  server: () => TestServer;
  /** The session of whoever calls, unless another is given. */
  token: () => string;
  /** Who receives new schedules. */
  receiver: () => number;
}

/** What a person does with bundles, by the calls of the console. */
export function bundleCalls({ server, token, receiver }: Caller) {
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, as = token()) =>
    server().call(method, url, { token: as, ...(body && { body }) });
  const planOf = async (items: readonly object[], as = token()): Promise<Planned[]> =>
    (await call('POST', '/config/definicoes-importar/plano', { texto: fileOf(items) }, as)).body;
  async function publish(items: readonly object[], more: object = {}, as = token()) {
    const plan = await planOf(items, as);
    const destinatarios = [receiver()];
    return call(
      'POST',
      '/config/definicoes-importar/publicar',
      {
        ...{ texto: fileOf(items), titulo: 'Oficina', nota: '' },
        escolhidas: plan.map(({ tipo, chave, versao }) => ({
          ...{ tipo, chave, versao },
          ...(tipo === 'schedules' && { destinatarios }),
        })),
        ...more,
      },
      as,
    );
  }
  const undo = (id: number, as = token()) =>
    call('POST', `/config/pacotes/${id}/desfazer`, { nota: 'Cedo' }, as);
  const exported = async (names: readonly string[], as = token()): Promise<Item[]> => {
    const { body } = await call('GET', `/config/definicoes-exportar?itens=${names.join(',')}`, undefined, as);
    return (typeof body === 'string' ? JSON.parse(body) : body).itens;
  };
  return { call, planOf, publish, undo, exported };
}
