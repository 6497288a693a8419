import { HttpResponse, http } from 'msw';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { serviceRecordRoutes } from '#contract/callcenter/agendas/serviceRecords.ts';
import { customerPanelRoutes } from '#contract/callcenter/customers/customerPanel.ts';
import { deliveryAddressRoutes } from '#contract/callcenter/customers/deliveryAddresses.ts';
import { orderRoutes } from '#contract/callcenter/orders/orders.ts';
import { productRoutes } from '#contract/callcenter/products.ts';
import { quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import { brandRoutes } from '#contract/config/brand.ts';
import { platformRoutes } from '#contract/config/platform.ts';
import { savedViewRoutes } from '#contract/config/savedViews.ts';
import { mapRoutes } from '#contract/map/mapRoutes.ts';
import { ownTypeRoutes } from '#contract/records/routes/ownTypes.ts';
import { recordRoutes } from '#contract/records/routes/records.ts';
import { type Output, pathsOf, type Route } from '#contract/route.ts';
import { PASSWORD_BOUNDS } from '#contract/rules/person.ts';
import { customerRoutes } from '#contract/sac/customers.ts';
import { invoicePaperRoutes } from '#contract/sac/invoicePapers.ts';
import { noticeRoutes } from '#contract/sac/notices.ts';
import { pickupRoutes } from '#contract/sac/pickups.ts';
import { dashboardSummaryRoutes } from '#contract/sac/reports/dashboardSummaries.ts';
import { waitingRoutes } from '#contract/sac/reports/dashboards.ts';
import { analysisSuggestionRoutes } from '#contract/sac/tickets/analysisSuggestions.ts';
import { macroRoutes } from '#contract/sac/tickets/macros.ts';
import { ticketItemRoutes } from '#contract/sac/tickets/ticketItems.ts';
import { oidcRoutes } from '#contract/session/oidc.ts';
import { passkeyRoutes } from '#contract/session/passkeys.ts';
import { secondFactorRoutes } from '#contract/session/secondFactor.ts';
import { sessionRoutes } from '#contract/session/session.ts';

const NO_SUMS = { total: 0, somas: [], nosGrupos: [] };

/** What the server answers where there is nothing to tell: calls of the shell, and of parts beside what a test is about. */
export const emptyAnswers = [
  // The head of what is printed, drawn hidden beside every screen: it would answer searches for its words.
  http.get(pathsOf(brandRoutes.brand)[0] ?? '', () => new HttpResponse(null, { status: 404 })),
  empty(ownTypeRoutes.list, { itens: [] }),
  ...[
    agendaRoutes,
    customerRoutes,
    customerPanelRoutes,
    orderRoutes,
    pickupRoutes,
    quoteRoutes,
    recordRoutes,
  ].map(({ sums }) => empty(sums, NO_SUMS)),
  empty(mapRoutes.read, {}),
  empty(savedViewRoutes.list, []),
  empty(waitingRoutes.waiting, { meus: { total: 0, atrasados: 0, vencendo: 0 }, setor: null }),
  empty(dashboardSummaryRoutes.list, []),
  empty(noticeRoutes.unread, { total: 0 }),
  empty(ticketItemRoutes.products, []),
  empty(analysisSuggestionRoutes.ofTicket, []),
  empty(macroRoutes.list, []),
  empty(invoicePaperRoutes.list, { data: { documentos: [], avisos: [], avisoNota: '', podeLigar: false } }),
  empty(platformRoutes.draft, { data: null }),
  empty(platformRoutes.space, { data: { situacao: 'OK', livre: null, total: null } }),
  empty(platformRoutes.installation, {
    pendente: false,
    demo: false,
    captcha: false,
    pessoas: [],
    naRede: false,
    tamanhoSenha: PASSWORD_BOUNDS,
  }),
  empty(serviceRecordRoutes.operatorStatus, { data: { status: 'DISPONIVEL', desde: null } }),
  empty(serviceRecordRoutes.pending, { data: null }),
  empty(deliveryAddressRoutes.list, []),
  empty(productRoutes.mixOfCustomer, []),
  empty(quoteEditingRoutes.taxes, {
    data: { itens: [], ipi: '0', st: '0', stsn: '0', icms: '0', icmsPartilha: '0', total: '0' },
  }),
  empty(oidcRoutes.state, { provedor: null, ligadaEm: null, usadaEm: null }),
  empty(passkeyRoutes.list, []),
  empty(secondFactorRoutes.state, { ativo: false, desde: null, codigosRestantes: 0, exigido: false }),
  empty(sessionRoutes.ownSessions, []),
  empty(sessionRoutes.preferences, { data: { message: 'Preferências salvas.' } }),
  empty(sessionRoutes.logout, { message: 'Você saiu.' }),
].flat();

function empty<R extends Route>(route: R, answer: Output<R>) {
  const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
  return pathsOf(route).map((path) =>
    http[method](path.replace(/\{(\w+)\}/g, ':$1'), () => HttpResponse.json(answer as object)),
  );
}
