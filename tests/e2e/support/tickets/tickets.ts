import type { Page } from 'playwright-core';

/** The parts of responses that the journeys read. */
interface Customer {
  id: number;
  documento: string;
  filiaisSac: { idFil: number }[];
}
interface Invoice {
  chave: string;
  transportadora: { id: number } | null;
  titulos?: unknown[];
}
export interface InvoiceLine {
  produto_id: number;
  qtd: string;
  qtd_devolvida: string;
  qtd_em_tickets: string;
  indisponivel: boolean;
  anexo_obrigatorio: boolean;
}

/** Reads as the signed-in person. */
export async function read<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(path);
  if (!answer.ok()) throw new Error(`GET ${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json() as Promise<T>;
}

/** Sends a command as the signed-in person, where its screen is not being tested. */
export async function send(page: Page, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await page.request.post(path, { data: body, headers: { App: 'balcao' } });
  if (!answer.ok()) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`);
  return ((await answer.json()) as { data: Record<string, unknown> }).data;
}

export interface OpenedReturn {
  id: number;
  /** Access key of the invoice that both lines belong to. */
  invoice: string;
  /** Its two lines in their original state. */
  bought: readonly [InvoiceLine, InvoiceLine];
}

/** A return of two lines, 2 and 3 pieces, by a company with a state registration, so that it follows the standard path. */
export async function openReturn(page: Page): Promise<OpenedReturn> {
  for await (const { customer, branch, invoices } of buyers(page)) {
    for (const { chave } of invoices) {
      const lines = await read<InvoiceLine[]>(page, `/sac/tickets/notasfiscais/${chave}`);
      const free = lines.filter(
        ({ indisponivel, anexo_obrigatorio, qtd }) => !indisponivel && !anexo_obrigatorio && Number(qtd) >= 3,
      );
      const [first, second] = free;
      if (!first || !second) continue;
      const line = ({ produto_id }: InvoiceLine, qtd_solicitada: string) => ({
        produto_id,
        nfe: chave,
        qtd_solicitada,
        motivo_id: 1,
      });
      const id = await open(page, {
        tipo: 'DEVOLUCAO',
        motivo1: 1001,
        motivo2: 1002,
        idCli: customer,
        idFil: branch,
        itens: [line(first, '2'), line(second, '3')],
      });
      return { id, invoice: chave, bought: [first, second] };
    }
  }
  throw new Error('no company of the demonstration has an invoice with two lines to return');
}

/** An extension by nine days for the titles of one invoice whose carrier was late. */
export async function openExtension(page: Page): Promise<number> {
  for await (const { customer, branch, invoices } of buyers(page, '?withTitulos=2&tipoTicket=PRORROGACAO')) {
    const invoice = invoices.find(({ titulos, transportadora }) => titulos?.length && transportadora);
    if (!invoice) continue;
    return open(page, {
      tipo: 'PRORROGACAO',
      motivo1: 1034,
      motivo2: 1035,
      idCli: customer,
      idFil: branch,
      notas: [invoice.chave],
      responsavel_prorrogacao: 'TRANSPORTADORA',
      responsavel_prorrogacao_id: invoice.transportadora?.id,
      dias_atraso_prorrogacao: 9,
    });
  }
  throw new Error('no company of the demonstration has an invoice with open titles');
}

/** Moves a ticket one step forward. */
export const advance = (page: Page, id: number, body: object = {}) =>
  send(page, `/sac/tickets/${id}/avancar-etapa`, body);

/** Companies with a CNPJ, and their invoices at each branch. */
async function* buyers(page: Page, query = '') {
  const { itens } = await read<{ itens: Customer[] }>(page, '/sac/clientes?take=60');
  for (const { id, documento, filiaisSac } of itens) {
    if (documento.replace(/[^0-9A-Z]/g, '').length !== 14) continue;
    for (const { idFil } of filiaisSac) {
      const path = `/sac/tickets/notasfiscais/${id}/${idFil}${query}`;
      const { itens: invoices } = await read<{ itens: Invoice[] }>(page, path);
      yield { customer: id, branch: idFil, invoices };
    }
  }
}

async function open(page: Page, body: { tipo: string; [field: string]: unknown }): Promise<number> {
  const types = await read<{ id: number; chave: string }[]>(page, '/sac/tickets/tipos');
  const idTipo = types.find(({ chave }) => chave === body.tipo)?.id;
  const { id } = await send(page, '/sac/tickets', {
    origem: 'TELEFONE',
    menu: 'SOLICITACAO',
    idTipo,
    ...body,
  });
  return Number(id);
}
