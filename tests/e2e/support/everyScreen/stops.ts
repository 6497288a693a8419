import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { listedResources } from '#tests/support/listedResources.ts';
import { read, send } from '../tickets/tickets.ts';
import { RECORDS } from './recordStops.ts';
import type { ScreenDriver } from './stage.ts';
import { ticketOpened } from './ticketSteps.ts';

/** The console's screens, as listed in src/App.tsx, and the address at which each is checked. */
const APP = path.resolve(import.meta.dirname, '../../../../src/App.tsx');

/** All paths of screens in router notation: '/tickets/:id'. */
export function screenPaths(): string[] {
  const source = readFileSync(APP, 'utf8');
  const routes = [...source.matchAll(/<Route\s+path="([^"]+)"/g)].map(([, route]) => route ?? '');
  const resources = listedResources().flatMap(({ name, screens }) => [
    `/${name}`,
    ...(screens.includes('edit') ? [`/${name}/:id`] : []),
    ...(screens.includes('create') ? [`/${name}/create`] : []),
  ]);
  return [...routes, ...resources];
}

export interface ScreenCase {
  /** The address if it differs from the path; null if the demonstration has no such record. */
  at?: (stage: ScreenDriver) => Promise<string | null>;
  /**
   * Names of buttons that open a dialog or a menu; those that declare it themselves (aria-haspopup) are found automatically.
   */
  opens?: readonly (string | RegExp)[];
  /** What to do on the screen, with each state passed to `show`; returns to a desktop size after each. */
  further?: (stage: ScreenDriver, show: Show) => Promise<void>;
}

/** Checks the current page, or only what floats over it. */
export type Show = (what: string, floating?: boolean) => Promise<void>;

/** Details of a screen that cannot be derived from its path. */
export const SCREEN_CASES: Readonly<Record<string, ScreenCase>> = {
  '/home': { opens: ['NOVO TICKET', 'Buscar ou ir para…', /^Avisos/] },
  '/pagamento/:hash': { at: async () => '/pagamento/nao-existe' },
  '/descadastro/:token': { at: async () => '/descadastro/nao-existe' },
  '/telao': { at: async () => '/telao#nao-existe' },
  '/pesquisa/:token': { at: async () => '/pesquisa/nao-existe' },
  // The demonstration receives no e-mails; the e-mail journey checks this screen.
  '/emails-recebidos/:id': { at: async () => null },
  '/redefinir-senha': { at: async () => '/redefinir-senha?token=nao-existe' },
  '/tickets/:id': { at: ticketToEnd, opens: ['Respostas prontas', 'Finalizar'] },
  '/tickets/:id/editar': { at: async () => '/tickets/12/editar' },
  '/artigo/:id': { at: linked('/faq', /^\/artigo\/\d+$/) },
  '/configuracao': { opens: ['Importar'] },
  '/configuracao/:tipo': { at: async () => '/configuracao/reports' },
  '/configuracao/:tipo/:chave': {
    at: linked('/configuracao/flows', /^\/configuracao\/flows\/[^/]+$/),
  },
  '/paineis/:id': { at: async () => '/paineis/gestao-do-sac' },
  '/relatorios/:id': {
    at: linked('/relatorios', /^\/relatorios\/(?!agendados|historico)[^/]+$/),
    opens: ['Agendar envio'],
  },
  '/pagina-inicial/:tipo/:id': { at: linked('/pagina-inicial', /^\/pagina-inicial\/[^/]+\/\d+$/) },
  // The demonstration's first customer is a person.
  '/titulares/:tipo/:id': { at: async () => '/titulares/cliente/1', opens: ['Eliminar os dados'] },
  '/guarda/:alvo': { at: async () => '/guarda/CLIENTES', opens: ['Dar um prazo'] },
  '/parametros': { opens: ['Mudar Nome da empresa', 'Mudar Nomes das situações'] },
  '/cadastros/*': { at: async () => '/cadastros' },
  '/chaves': {
    at: (stage) => keptKey(stage).then(() => '/chaves'),
    opens: ['Criar chave', 'Trocar', 'Revogar'],
  },
  '/chaves/:id': { at: async (stage) => `/chaves/${await keptKey(stage)}`, opens: ['Trocar', 'Revogar'] },
  '/webhooks': { at: (stage) => keptWebhook(stage).then(() => '/webhooks'), opens: ['Criar webhook'] },
  '/webhooks/:id': {
    at: async (stage) => `/webhooks/${await keptWebhook(stage)}`,
    opens: ['Editar', 'Enviar teste', 'Desligar', 'Trocar segredo', 'Excluir'],
  },
  '/entregas': { at: (stage) => testDelivery(stage).then(() => '/entregas') },
  '/entregas/:id': { at: async (stage) => `/entregas/${await testDelivery(stage)}` },
  '/clientes': { opens: ['Cadastrar cliente'] },
  '/clientes/:id': { at: firstOf('clientes'), opens: ['Agendar', 'Registrar atendimento'] },
  '/clientes/:id/:aba': {
    at: async (stage) => `${await firstOf('clientes')(stage)}/contatos`,
    opens: ['Novo contato'],
  },
  '/orcamentos/:id': {
    at: firstOf('orcamentos', 'st[]=ATIVO&'),
    opens: [/ em estoque$/, 'Salvar como pedido'],
  },
  '/pedidos/:id': { at: firstOf('pedidos') },
  '/agendas': { opens: ['Agendar'] },
  '/objetivos': { opens: ['Definir objetivo', 'Importar'] },
  '/solicitacoes-troca': { opens: ['Nova solicitação'] },
  '/quadros/:id': { at: linked('/quadros', /^\/quadros\/\d+$/) },
  '/automacoes/:id': { at: linked('/automacoes', /^\/automacoes\/\d+$/) },
  '/contas-correntes/:id': {
    at: linked('/contas-correntes', /^\/contas-correntes\/\d+/),
  },
  '/artigos/:id': { at: linked('/artigos', /^\/artigos\/\d+$/) },
  '/avisos-publicados/:id': { at: linked('/avisos-publicados', /^\/avisos-publicados\/\d+$/) },
  '/auditoria/:id': { at: linked('/auditoria', /^\/auditoria\/\d+$/) },
  '/respostas/:id': { at: linked('/respostas', /^\/respostas\/\d+$/) },
  '/perfis/:id': { at: linked('/perfis', /^\/perfis\/\d+$/) },
  '/pessoas/:id': { at: linked('/pessoas', /^\/pessoas\/\d+$/) },
  '/emails/:id': { at: linked('/emails', /^\/emails\/\d+$/) },
};

/** Screens without a route of their own: a dialog with an address, a tab, a different view. */
export const FURTHER: readonly (ScreenCase & { name: string })[] = [
  { name: 'coletas/gerar', at: async () => '/coletas/gerar' },
  { name: 'agendas/calendario', at: async () => '/agendas/calendario' },
  { name: 'a report in the studio', at: linked('/configuracao/reports', /^\/configuracao\/reports\/[^/]+$/) },
  {
    name: 'a form in the studio',
    at: linked('/configuracao/registration', /^\/configuracao\/registration\/[^/]+$/),
  },
  { name: 'a panel in the studio', at: linked('/configuracao/panels', /^\/configuracao\/panels\/[^/]+$/) },
  { name: 'fields in the studio', at: linked('/configuracao/fields', /^\/configuracao\/fields\/[^/]+$/) },
  { name: 'a flow to be published', at: changedFlow, opens: ['Publicar'] },
  { name: 'orçamento of thirty lines', at: longQuote, opens: [/^Ações de/] },
  { name: 'brands of a quote', at: firstOf('orcamentos', 'st[]=ATIVO&'), further: brandsUnfolded },
  { name: 'opening a ticket', at: async () => '/home', further: ticketOpened },
  ...RECORDS,
  { name: 'an unknown path', at: async () => '/nao-existe' },
  ...[
    'dados',
    'informacoes-adicionais',
    'logistica',
    'pedidos',
    'boletos',
    'notas-fiscais',
    'tickets',
    'historico',
    'agendas',
  ].map((tab) => ({
    name: `the customer's tab ${tab}`,
    at: async (stage: ScreenDriver) => `${await firstOf('clientes')(stage)}/${tab}`,
  })),
];

/** The page of the first record in a call-center list. */
function firstOf(list: string, filter = '') {
  return async ({ page }: ScreenDriver): Promise<string | null> => {
    const { itens } = await read<{ itens: { id: number }[] }>(page, `/callcenter/${list}?${filter}take=1`);
    return itens[0] ? `/${list}/${itens[0].id}` : null;
  };
}

interface Existing {
  acoes: { avancar: boolean };
  transicoes: { tipo: string; condicao: unknown; rotulo: string }[];
}

/** A ticket that can be answered and whose main button finishes it. */
async function ticketToEnd({ page }: ScreenDriver): Promise<string | null> {
  const list = '/sac/tickets?status[]=EM_ATENDIMENTO&take=60';
  for (const { id } of (await read<{ itens: { id: number }[] }>(page, list)).itens) {
    const { data } = await read<{ data: Existing }>(page, `/sac/tickets/${id}`);
    const way = data.transicoes.find(({ tipo, condicao }) => tipo === 'PADRAO' && !condicao);
    if (data.acoes.avancar && way?.rotulo === 'Finalizar') return `/tickets/${id}`;
  }
  throw new Error('no ticket of the demonstration is about to end');
}

/** A ticket with this status that the person sees. */
export function requestOf(status: string) {
  return async ({ page }: ScreenDriver): Promise<string | null> => {
    const { itens } = await read<{ itens: { id: number }[] }>(page, `/sac/tickets?status[]=${status}&take=1`);
    return itens[0] ? `/tickets/${itens[0].id}` : null;
  };
}

/** A flow with a draft, whose changes are shown in a dialog on publishing. */
async function changedFlow({ page }: ScreenDriver): Promise<string | null> {
  const at = '/config/definicoes/flows';
  const { itens } = await read<{ itens: { chave: string }[] }>(page, at);
  const chave = itens[0]?.chave;
  const { data } = await read<{ data: { versao: number; publicado: object } }>(page, `${at}/${chave}`);
  const conteudo = { ...data.publicado, descricao: 'Devolução de mercadoria' };
  await write(page, `${at}/${chave}/rascunho`, { conteudo, versao: data.versao });
  return `/configuracao/flows/${chave}`;
}

/** An integration key, so that its actions appear in the list. */
async function keptKey({ page }: ScreenDriver): Promise<number> {
  const { id } = await send(page, '/config/chaves', {
    nome: 'ERP da matriz',
    escopos: [{ tipo: 'produtos', verbos: ['LER', 'GRAVAR'] }],
    filiais: [],
    enderecos: [],
    validade: null,
  });
  return Number(id);
}

/** A webhook that notifies another system of changes. */
async function keptWebhook({ page }: ScreenDriver): Promise<number> {
  const { id } = await send(page, '/config/webhooks', {
    nome: 'ERP da matriz',
    url: 'https://erp.exemplo.com.br/avisos',
    tipos: ['pedidos', 'tickets', 'clientes'],
    filiais: [],
    semChave: null,
  });
  return Number(id);
}

/** A delivery to such an address, which is never answered. */
async function testDelivery(stage: ScreenDriver): Promise<number> {
  await send(stage.page, `/config/webhooks/${await keptWebhook(stage)}/testar`, {});
  const [newest] = await read<{ id: number }[]>(
    stage.page,
    '/config/entregas?sort=["id","DESC"]&range=[0,0]',
  );
  return newest?.id ?? 0;
}

/** On a desktop, the brands are a single row, with a button for those that do not fit. */
async function brandsUnfolded({ page }: ScreenDriver, show: Show) {
  await page.getByRole('button', { name: /^\d+ marcas$/ }).click();
  await page.getByRole('button', { name: 'Recolher', exact: true }).waitFor();
  await show('all brands');
}

const LINES = 30;

/** As many lines as a seller types during one call. */
async function longQuote({ page }: ScreenDriver): Promise<string | null> {
  const { itens } = await read<{ itens: { id: number }[] }>(page, '/callcenter/clientes?take=1');
  const { id } = await send(page, '/callcenter/orcamentos', { idCli: itens[0]?.id });
  const found = await read<{ itens: { id: number }[] }>(
    page,
    `/callcenter/orcamentos/${id}/produtos?take=60`,
  );
  let versao = 1;
  for (const product of found.itens) {
    if (versao > LINES) break;
    const body = { versao, itens: [{ idProd: product.id }] };
    const saved = await write<{ data: { versao: number } }>(
      page,
      `/callcenter/orcamentos/${id}/autosave`,
      body,
    );
    versao = saved?.data.versao ?? versao;
  }
  return `/orcamentos/${id}`;
}

/** Returns null if it is refused: a product without stock does not become a line. */
async function write<T>(page: Page, path: string, body: object): Promise<T | null> {
  const answer = await page.request.put(path, { data: body, headers: { App: 'balcao' } });
  return answer.ok() ? ((await answer.json()) as T) : null;
}

/** The target of the first link of its kind on another screen. */
function linked(from: string, kind: RegExp) {
  return async ({ page, go }: ScreenDriver): Promise<string | null> => {
    await go(from);
    const links = await page
      .locator('main a[href]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('?')[0] ?? ''));
    return links.find((link) => kind.test(link)) ?? null;
  };
}
