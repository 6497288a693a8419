import { HttpResponse, http } from 'msw';
import type { TicketInput } from '#contract/rules/tickets/ticketInput.ts';
import type { Article, ArticleHit } from '#contract/sac/faq.ts';
import type { ReadReturn } from '#contract/sac/invoices.ts';
import type { TicketProposal } from '#contract/sac/tickets.ts';
import { customer, invoice, menus, origins, product, stored } from './catalog.ts';

/** The server's state and the requests it received, for tests to set up and inspect. */
export const state = {
  draft: null as { conteudo: unknown; versao: number; atualizado: string; objeto: string } | null,
  created: [] as { key: string | null; body: TicketInput }[],
  uploads: 0,
  customers: [customer()],
  invoices: [invoice()],
  products: [product(), product({ id: 502, produto_id: 4, idExibicao: '000.004', descNF: 'Chá 100 g' })],
  articles: [] as ArticleHit[],
  /** Open tickets about the invoice 780. */
  likes: [] as number[],
  askedLikes: '',
  proposal: { idTicket: null, origem: null, motivos: [], motivoProduto: null } as TicketProposal,
  /** What a pasted list is answered with, by the lines of the list. */
  read: (_rows: string[]): ReadReturn[] => [],
  /** The lists that were read. */
  lists: [] as string[],
};
const initial = { ...state };

export function resetServer() {
  Object.assign(state, initial, { created: [], uploads: 0, draft: null, lists: [] });
}

const page = <T>(itens: T[], per_page = 25) => ({
  itens,
  paginator: { current_page: 1, per_page, total: itens.length, last_page: 1 },
});
const at = () => '2026-11-21T17:32:00.000Z';
const ofDraft = '/config/rascunhos/ticket-novo';

/** The wizard's calls, in the shapes of the contract. */
export const handlers = [
  http.get('/sac/tickets/menus', () => HttpResponse.json(menus)),
  http.get('/sac/tickets/parecidos', ({ request }) => {
    state.askedLikes = decodeURIComponent(new URL(request.url).search);
    return HttpResponse.json(
      state.likes.map((id) => ({ id, assunto: 'Caixas', datahora_criacao: at(), notas: [780] })),
    );
  }),
  http.get('/sac/tickets/propostas', () => HttpResponse.json({ data: state.proposal })),
  http.post('/sac/consultas/notasfiscais/:idCli/:idFil', async ({ request }) => {
    const { texto } = (await request.json()) as { texto: string };
    state.lists.push(texto);
    return HttpResponse.json(state.read(texto.split('\n')));
  }),
  http.get('/sac/tickets/origens', () => HttpResponse.json(origins)),
  http.get(ofDraft, () => HttpResponse.json({ data: state.draft })),
  http.put(ofDraft, async ({ request }) => {
    const { conteudo } = (await request.json()) as { conteudo: unknown };
    state.draft = {
      objeto: 'ticket-novo',
      conteudo,
      atualizado: at(),
      versao: (state.draft?.versao ?? 0) + 1,
    };
    return HttpResponse.json({ data: state.draft });
  }),
  http.delete(ofDraft, () => {
    state.draft = null;
    return HttpResponse.json({ data: { message: 'Rascunho descartado.' } });
  }),
  http.get('/sac/faq/artigos', () => HttpResponse.json(state.articles)),
  http.get('/sac/faq/artigos/:id', ({ params }) =>
    HttpResponse.json({
      data: { id: Number(params.id), titulo: 'Como devolver', conteudo: '<p>Guarde a caixa.</p>' } as Article,
    }),
  ),
  http.get('/sac/clientes', ({ request }) => {
    const q = new URL(request.url).searchParams.get('q') ?? '';
    return HttpResponse.json(page(state.customers.filter(({ fant }) => fant.includes(q))));
  }),
  http.get('/sac/clientes/:id', ({ params }) => {
    const id = Number(params.id);
    const found = state.customers.find((one) => one.id === id) ?? customer({ id, fant: 'Caio Nunes' });
    const more = { prospect: false, inscEst: '', dtUltComp: null, representante: null };
    return HttpResponse.json({ data: { ...found, ...more } });
  }),
  http.get('/sac/clientes/:id/transportadoras', () =>
    HttpResponse.json([
      { id: 3, razSoc: 'Expresso Bandeirante' },
      { id: 4, razSoc: 'Rodo Minas' },
    ]),
  ),
  http.get('/sac/consultas/representantes', () => HttpResponse.json([{ id: 9, nome: 'Alícia Batista' }])),
  http.get('/sac/consultas/produtos', () =>
    HttpResponse.json(
      page(
        [
          {
            id: 31,
            display: '000.031 - Suco de uva 1 L',
            idExibicao: '000.031',
            descricao: 'Suco de uva 1 L',
            marca: 'Maré',
            unidade: 'UN',
            codigo_barras: '789',
            preco: '9.9',
            idImagem: null,
          },
        ],
        6,
      ),
    ),
  ),
  http.get('/sac/tickets/notasfiscais/:idCli/:idFil', () => HttpResponse.json(page(state.invoices, 10))),
  http.get('/sac/tickets/notasfiscais/:chave', () => HttpResponse.json(state.products)),
  http.post('/config/arquivos', async ({ request }) => {
    await request.arrayBuffer();
    state.uploads += 1;
    return HttpResponse.json({ data: stored(`foto-${state.uploads}.jpg`, 1024, String(state.uploads)) });
  }),
  http.post('/sac/tickets', async ({ request }) => {
    const body = (await request.json()) as TicketInput;
    state.created.push({ key: request.headers.get('Idempotency-Key'), body });
    state.draft = null;
    return HttpResponse.json({ data: { id: 4711, message: 'Ticket 4711 aberto com sucesso.' } });
  }),
];
