import { readFileSync } from 'node:fs';
import type { DefinitionDetail, DefinitionSummary } from '#contract/config/definitions.ts';
import type { Permission } from '#contract/permissions.ts';
import { HttpResponse, http, requests, serve } from '../../dataProvider/server.ts';
import { freshBrowser, signedIn, windowOf } from '../../resources/renderApp.tsx';

export const ADMIN: Permission[] = [
  'SAC_HOME',
  'CONFIGURACAO',
  'CONFIGURACAO_FLUXOS',
  'CONFIGURACAO_ESQUEMAS',
  'CONFIGURACAO_PUBLICAR',
];
export const server = serve();
const flow = JSON.parse(readFileSync('schemas/flows/DEVOLUCAO.json', 'utf8'));
const meta = JSON.parse(readFileSync('schemas/meta/flow.schema.json', 'utf8'));
const { $schema: _, ...published } = flow;

export { published };

export const summary = (fields: Partial<DefinitionSummary> = {}): DefinitionSummary => ({
  tipo: 'flows',
  chave: 'DEVOLUCAO',
  titulo: 'Devolução de mercadoria faturada',
  descricao: 'Abertura → Análise',
  estado: 'PUBLICADO',
  versaoPublicada: 3,
  temRascunho: false,
  origem: 'PADRAO',
  baseMudou: false,
  atualizado: new Date().toISOString(),
  autor: { id: 9, nome: 'Bruno Lima' },
  versao: 5,
  ...fields,
});
export const detail = (fields: Partial<DefinitionDetail> = {}): DefinitionDetail => ({
  ...summary(),
  publicado: published,
  rascunho: null,
  rascunhoAutor: null,
  rascunhoEm: null,
  padrao: published,
  dependentes: [{ tipo: 'Tipo de ticket', nome: 'Devolução', quantos: 1, impede: false, definicao: null }],
  exigeSegundaPessoa: false,
  problemas: [],
  ...fields,
});

export const bodyOf = async (path: string) =>
  requests.findLast(({ url, method }) => method !== 'GET' && new URL(url).pathname === path)?.json();
export const DRAFT = '/config/definicoes/flows/DEVOLUCAO/rascunho';
const saved = (fields: Partial<DefinitionDetail> = {}) =>
  http.put(DRAFT, async ({ request }) => {
    const { conteudo, versao } = (await request.json()) as {
      conteudo: Record<string, unknown>;
      versao: number;
    };
    const draft = {
      rascunho: conteudo,
      rascunhoEm: new Date().toISOString(),
      rascunhoAutor: { id: 7, nome: 'Ana' },
      temRascunho: true,
    };
    return HttpResponse.json({ data: detail({ ...draft, versao: versao + 1, ...fields }) });
  });
const sound = { problemas: [], mudancas: [], conteudo: null };
export const checked = (answer: object) =>
  http.post('/config/definicoes/flows/verificar', () => HttpResponse.json({ ...sound, ...answer }));

export const asPerson = (grants: Permission[]) => {
  freshBrowser();
  windowOf(1400);
  server.use(
    ...signedIn(grants),
    http.get('/config/definicoes/:tipo', ({ params }) =>
      HttpResponse.json({ itens: params.tipo === 'flows' ? [summary(), ...OTHERS] : [], quebrados: [] }),
    ),
    http.get('/config/definicoes/flows/DEVOLUCAO', () => HttpResponse.json({ data: detail() })),
    http.get('/config/meta-esquemas/flows', () => HttpResponse.json(meta)),
    checked({}),
    saved(),
  );
};
export const OTHERS = [
  summary({
    chave: 'DUVIDA',
    titulo: 'Dúvida',
    descricao: '',
    origem: 'COPIA',
    baseMudou: true,
    temRascunho: true,
  }),
  summary({ chave: 'ANTIGO', titulo: 'Fluxo antigo', descricao: '', estado: 'ARQUIVADO', origem: 'PROPRIA' }),
];
