import { readFileSync } from 'node:fs';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RuleRun, RuleStanding } from '#contract/config/companyRules.ts';
import type { DefinitionDetail } from '#contract/config/definitions.ts';
import { ENTITIES } from '#contract/map/index.ts';
import type { Permission } from '#contract/permissions.ts';
import type { CompanyRule } from '#contract/rules/companyRules/companyRule.ts';
import { loadSearch } from '#ui/components/inputs/ChoiceField.tsx';
import { HttpResponse, http, requests } from '../../dataProvider/server.ts';
import { freshBrowser, renderApp, signedIn, windowOf } from '../../resources/renderApp.tsx';
import { detail as flowDetail, server, summary } from './servedStudio.ts';

export { server };

const GRANTS: Permission[] = ['SAC_HOME', 'CONFIGURACAO', 'CONFIGURACAO_REGRAS', 'CONFIGURACAO_PUBLICAR'];
const meta = JSON.parse(readFileSync('schemas/meta/rule.schema.json', 'utf8'));
export const rule: CompanyRule = {
  formato: 1,
  id: 'valor-alto',
  titulo: 'Valor alto ao gerente',
  entidade: 'tickets',
  quando: { tipo: 'EVENTO', evento: 'CRIADO' },
  entao: [
    { acao: 'ENCAMINHAR', setor: 'GERENCIA', mensagem: 'Peço a aprovação de {{cliente.uf}}' },
    { acao: 'PRIORIZAR', prioridade: 'ALTA' },
  ],
  papel: 'SUPERVISOR',
};
export const detail = (fields: Partial<DefinitionDetail> = {}): DefinitionDetail => ({
  ...flowDetail(),
  ...summary({ tipo: 'rules', chave: 'valor-alto', titulo: rule.titulo, origem: 'PROPRIA' }),
  publicado: { ...rule },
  padrao: null,
  dependentes: [],
  ...fields,
});
export const standing = (fields: Partial<RuleStanding> = {}): RuleStanding => ({
  macro: false,
  ...{ chave: 'valor-alto', titulo: rule.titulo, modo: 'DESLIGADA', motivo: '', limite: '' },
  ...{ responsavel: { id: 9, nome: 'Bruno Lima' }, desde: '2026-11-20T12:00:00.000Z' },
  ...{ feitas: 0, ignoradas: 0, registradas: 0, comErro: 0, esperando: 0, versao: 4 },
  ...fields,
});
export const run = (fields: Partial<RuleRun> = {}): RuleRun => ({
  ...{ id: 31, quando: '2026-11-28T12:00:00.000Z', evento: 'É aberto', entidade: 'tickets', registro: 812 },
  ...{ pagina: '/tickets/812', situacao: 'ERRO', frase: 'O setor Gerência foi excluído.', tentativas: 3 },
  ...{ proxima: null, versaoRegra: 3, profundidade: 0, acoes: [], podeRepetir: true },
  ...fields,
});
const CHOICES = {
  perfis: [{ valor: 'SUPERVISOR', titulo: 'Supervisor' }],
  setores: [
    { valor: 'GERENCIA', titulo: 'Gerência' },
    { valor: 'FISCAL', titulo: 'Fiscal' },
  ],
  atendentes: [{ valor: 4, titulo: 'Carla Dias' }],
};

export const checked = (problemas: readonly object[]) =>
  http.post('/config/definicoes/rules/verificar', () =>
    HttpResponse.json({ problemas, mudancas: [], conteudo: null }),
  );
export const tried = (fields: object = {}) =>
  http.post('/config/regras-simular', () =>
    HttpResponse.json({
      data: {
        ...{ problemas: [], dias: 90, vezes: 128, ate: 1000, valeria: 20 },
        frase: 'Nos últimos 90 dias aconteceu 128 vezes; pela situação de hoje valeria em 20.',
        exemplos: [
          { registro: 812, nome: 'Ticket 812', pagina: '/tickets/812', quando: '2026-11-28T12:00:00.000Z' },
        ],
        ...fields,
      },
    }),
  );
export const stands = (fields: Partial<RuleStanding> = {}) =>
  http.get('/config/regras/valor-alto', () => HttpResponse.json({ data: standing(fields) }));
export const served = (fields: Partial<DefinitionDetail> = {}) =>
  http.get('/config/definicoes/rules/valor-alto', () => HttpResponse.json({ data: detail(fields) }));

export const signIn = (grants: Permission[] = GRANTS) => {
  freshBrowser();
  windowOf(1400);
  server.use(
    ...signedIn(grants),
    served(),
    http.get('/config/definicoes/:tipo', () =>
      HttpResponse.json({ itens: [summary(detail())], quebrados: [] }),
    ),
    http.get('/config/meta-esquemas/rules', () => HttpResponse.json(meta)),
    http.get('/config/mapa', () => HttpResponse.json(ENTITIES)),
    http.get('/config/regras-opcoes', () => HttpResponse.json(CHOICES)),
    http.get('/config/regras', () => HttpResponse.json([standing({ modo: 'SO_REGISTRA', registradas: 12 })])),
    http.get('/config/regras/valor-alto/dias', () => HttpResponse.json([])),
    stands(),
    tried(),
    checked([]),
    http.put('/config/definicoes/rules/:chave/rascunho', async ({ request, params }) => {
      const { conteudo, versao } = (await request.json()) as { conteudo: CompanyRule; versao: number };
      const fresh = { rascunho: { ...conteudo }, temRascunho: true, rascunhoEm: new Date().toISOString() };
      return HttpResponse.json({
        data: detail({ ...fresh, chave: String(params.chave), titulo: conteudo.titulo, versao: versao + 1 }),
      });
    }),
  );
};

export const open = async () => {
  const user = userEvent.setup();
  const app = renderApp('/configuracao/rules/valor-alto');
  const sentence = await screen.findByLabelText('A regra em uma frase');
  return { user, sentence, ...app };
};
export const saved = async () =>
  (
    (await requests.findLast(({ method }) => method === 'PUT')?.json()) as
      | { conteudo: CompanyRule }
      | undefined
  )?.conteudo;

/** What is loaded with the first rule takes longer than a test waits on a busy machine. */
export const loadEditor = () =>
  Promise.all([
    loadSearch(),
    import('#src/custom/schemaStudio/DefinitionPage.tsx'),
    import('#src/custom/schemaStudio/rules/RuleEditor.tsx'),
    import('#src/custom/schemaStudio/rules/RuleTrialPane.tsx'),
  ]);
