import type { Page } from 'playwright-core';
import { read, send } from './tickets/tickets.ts';

/** A customer and the branch that serves it. */
export interface Party {
  idCli: number;
  idFil: number;
}

/** A customer's question about a product, which needs no invoice, reason or product. */
export async function openQuestion(page: Page, { idCli, idFil }: Party, mensagem: string): Promise<number> {
  const { id } = await send(page, '/sac/tickets', {
    origem: 'TELEFONE',
    menu: 'DUVIDA',
    tipo: 'DUVIDA_PRODUTO',
    idTipo: await typeId(page, 'DUVIDA_PRODUTO'),
    idCli,
    idFil,
    mensagem,
  });
  return Number(id);
}

/** A complaint by the signed-in end consumer. */
export async function openComplaint(page: Page, mensagem: string): Promise<number> {
  const { id } = await send(page, '/sac/tickets', {
    origem: 'EMAIL',
    menu: 'RECLAMACAO',
    tipo: 'ATENDIMENTO',
    idTipo: await typeId(page, 'ATENDIMENTO'),
    motivo1: 1086,
    assunto: 'Entrega combinada e não feita',
    mensagem,
  });
  return Number(id);
}

/** The first customer visible to the signed-in person. */
export async function someParty(page: Page): Promise<Party> {
  const { itens } = await read<{ itens: { id: number; filiaisSac: { idFil: number }[] }[] }>(
    page,
    '/sac/clientes?take=20',
  );
  for (const { id, filiaisSac } of itens) if (filiaisSac[0]) return { idCli: id, idFil: filiaisSac[0].idFil };
  throw new Error('nobody sees a customer');
}

async function typeId(page: Page, key: string): Promise<number | undefined> {
  const types = await read<{ id: number; chave: string }[]>(page, '/sac/tickets/tipos');
  return types.find(({ chave }) => chave === key)?.id;
}
