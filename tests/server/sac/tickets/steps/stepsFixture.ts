import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import { buildAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import {
  customers,
  invoiceItems,
  invoices,
  products,
  ticketItems,
  type tickets,
} from '#server/db/tables/index.ts';
import type { TestAnswer } from '#tests/support/servers/server.ts';
import { addInvoice, sendForm } from '../../returnsFixture.ts';
import { type TicketFixture, ticketFixture } from '../ticketFixture.ts';

/** Tickets with invoice lines, and files that can be submitted. */
export interface StepsFixture extends TicketFixture {
  productIds: [number, number];
  /** A ticket of the first customer on a step, with lines that return from a new invoice of 10 pieces each. */
  returning: (
    stepKey: string,
    requested: readonly string[],
    given?: Partial<typeof tickets.$inferInsert>,
  ) => Promise<Returning>;
  post: (path: string, body: object, who?: PersonType | 'OTHER_OPERATOR') => Promise<TestAnswer>;
  advance: (id: number, body: object, who?: PersonType | 'OTHER_OPERATOR') => Promise<TestAnswer>;
  upload: (name: string, content: Buffer | string, who?: PersonType) => Promise<TestAnswer>;
  lines: (id: number) => Promise<(typeof ticketItems.$inferSelect)[]>;
  close: () => Promise<void>;
}

export interface Returning {
  id: number;
  lineIds: number[];
  invoiceId: number;
  key: string;
}

/** A minimal PDF, recognised by its first bytes. */
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

export async function stepsFixture(): Promise<StepsFixture> {
  const fixture = await ticketFixture();
  const { server } = fixture;
  const { db } = server.deps;
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'balcao-steps-'));
  Object.assign(server.deps.settings, { dataDir });
  server.deps.files = folderStore(dataDir);
  await db
    .update(customers)
    .set({ stateRegistration: '110042490114' })
    .where(eq(customers.id, fixture.customerIds.first));
  const rows = await db
    .insert(products)
    .values([
      { code: 'P-1', description: 'Parafuso', brand: 'Aço', price: '10.00' },
      { code: 'P-2', description: 'Tinta', brand: 'Cor', price: '10.00' },
    ])
    .returning();
  const productIds: [number, number] = [rows[0]?.id ?? 0, rows[1]?.id ?? 0];
  let number = 7000;
  const post: StepsFixture['post'] = (url, body, who = 'ADMIN') =>
    server.call('POST', `/sac/${url}`, { token: fixture.tokens[who], body });
  return {
    ...fixture,
    productIds,
    post,
    advance: (id, body, who = 'ADMIN') => post(`tickets/${id}/avancar-etapa`, body, who),
    upload: (name, content, who = 'ADMIN') =>
      sendForm({ server }, '/config/arquivos', fixture.tokens[who], [
        ['finalidade', 'NOTA_DEVOLUCAO'],
        ['arquivo', [content, name]],
      ]),
    lines: (id) =>
      db.select().from(ticketItems).where(eq(ticketItems.ticketId, id)).orderBy(asc(ticketItems.line)),
    async returning(stepKey, requested, given = {}) {
      number += 1;
      const key = await addInvoice(server, {
        number,
        customerId: given.customerId ?? fixture.customerIds.first,
        branchId: given.branchId ?? fixture.branchIds[0],
        daysAgo: 5,
        lines: requested.map((_, at) => ({ productId: productIds[at % 2] as number, purchased: '10' })),
      });
      const [invoice] = await db.select().from(invoices).where(eq(invoices.key, key));
      const bought = await db
        .select()
        .from(invoiceItems)
        .where(eq(invoiceItems.invoiceId, invoice?.id ?? 0))
        .orderBy(asc(invoiceItems.line));
      const id = await fixture.addTicket({ stepKey, status: 'EM_ATENDIMENTO', ...given });
      const lines = await db
        .insert(ticketItems)
        .values(
          bought.map((line, at) => ({
            ticketId: id,
            line: at + 1,
            invoiceItemId: line.id,
            productId: line.productId,
            description: line.description,
            requested: requested[at] as string,
            held: requested[at] as string,
            unitPrice: line.unitPrice,
          })),
        )
        .returning();
      return { id, lineIds: lines.map((line) => line.id), invoiceId: invoice?.id ?? 0, key };
    },
    async close() {
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** An unused key of the given model. */
export const returnKey = (number: number, model = '55') =>
  buildAccessKey({
    stateCode: '35',
    yearMonth: '2611',
    cnpj: '12ABC34501DE35',
    model,
    series: '2',
    number: String(number),
    emissionType: '1',
    code: String(number),
  });

/** An NF-e reduced to the parts that the console reads. */
export const invoiceXml = (key: string, total: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><nfeProc xmlns="http://www.portalfiscal.inf.br/nfe"><NFe>
  <infNFe versao="4.00" Id="NFe${key}"><total><ICMSTot><vNF>${total}</vNF></ICMSTot></total></infNFe></NFe></nfeProc>`;

/** docs/domain.md 4: asserts that no invoice line gave more than it had, whatever the suite did. */
export async function heldWithinBought({ server }: StepsFixture): Promise<void> {
  const lines = await server.deps.db.select().from(invoiceItems);
  const held = await server.deps.db.select().from(ticketItems);
  for (const line of lines) {
    const taken = held
      .filter(({ invoiceItemId }) => invoiceItemId === line.id)
      .reduce((sum, each) => sum + Number(each.held), Number(line.returned));
    expect(taken).toBeLessThanOrEqual(Number(line.purchased));
  }
}
