import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll } from '@jest/globals';
import sharp from 'sharp';
import { newFileId } from '#server/adapters/files/fileStore.ts';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import {
  invoiceItems,
  invoices,
  products,
  ticketEvents,
  ticketInvoices,
  ticketItems,
  ticketMessages,
} from '#server/db/tables/index.ts';
import { addAttachment, type TicketFixture, ticketFixture } from './ticketFixture.ts';

export const KEY = '3'.repeat(44);
export let fixture: TicketFixture;
let folder: string;
/** Belongs to the consumer, so that everyone except the other branch and the representative sees it. */
export let ticket: number;
export let items: number[];
export const attachments: Record<string, number> = {};
const messages: Record<string, number> = {};

/** Sets up a ticket with lines, messages, activities and files, for the tests of one file. */
export function openShownTicket(): void {
  beforeAll(async () => {
    invoiceNumber = FIRST_INVOICE;
    fixture = await ticketFixture();
    folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-detail-'));
    fixture.server.deps.files = folderStore(folder);
    ticket = await fixture.addTicket({
      customerId: fixture.customerIds.consumer,
      stepKey: 'ANALISE_DEVOLUCAO',
      status: 'EM_ATENDIMENTO',
      reasons: [{ id: 1, descricao: 'Avaria' }],
      message: 'não sai na resposta',
    });
    items = await addLines(ticket, 3);
    await addConversation();
  });
  afterAll(async () => {
    await fixture?.server.close();
    rmSync(folder, { recursive: true, force: true });
  });
}

/** Number of a suite's first invoice. */
const FIRST_INVOICE = 4321;
let invoiceNumber: number;

/** Adds lines of a new invoice. Returns their ids. */
export async function addLines(
  ticketId: number,
  count: number,
  more: Partial<typeof ticketItems.$inferInsert> = {},
): Promise<number[]> {
  const { db } = fixture.server.deps;
  const [invoice] = await db
    .insert(invoices)
    .values({
      key: invoiceNumber === FIRST_INVOICE ? KEY : `${invoiceNumber}`.padStart(44, '0'),
      number: invoiceNumber,
      customerId: fixture.customerIds.consumer,
      branchId: fixture.branchIds[0],
      issuedOn: '2026-11-03',
      itemCount: count,
      total: '150',
    })
    .returning();
  const invoiceId = invoice?.id ?? 0;
  await db.insert(ticketInvoices).values({ ticketId, invoiceId });
  invoiceNumber++;
  const ids: number[] = [];
  for (let line = 1; line <= count; line++) {
    const [product] = await db
      .insert(products)
      .values({ code: `P-${invoiceId}-${line}`, description: 'Tinta', brand: 'Cor', salesClass: 'B' })
      .returning();
    const productId = product?.id ?? 0;
    const description = 'Tinta acrílica';
    const [bought] = await db
      .insert(invoiceItems)
      .values({
        invoiceId,
        line,
        productId,
        description,
        unit: 'LT',
        purchased: '10',
        unitPrice: '10.05',
        unitPriceNoTax: '9',
      })
      .returning();
    const [item] = await db
      .insert(ticketItems)
      .values({
        ticketId,
        line,
        productId,
        description,
        invoiceItemId: bought?.id,
        requested: '2',
        unitPrice: '10.05',
        ...more,
      })
      .returning();
    ids.push(item?.id ?? 0);
  }
  return ids;
}

async function addConversation() {
  const say = async (name: string, type: 'PUBLICO' | 'PRIVADO' | 'ENCAMINHAMENTO', minute: number) => {
    const [row] = await fixture.server.deps.db
      .insert(ticketMessages)
      .values({
        ticketId: ticket,
        type,
        authorId: fixture.people.OPERADOR,
        html: `<p>${name}</p>`,
        createdAt: new Date(Date.UTC(2026, 10, 5, 12, minute)),
      })
      .returning();
    messages[name] = row?.id ?? 0;
  };
  for (let minute = 0; minute < 8; minute++) await say(`publica ${minute}`, 'PUBLICO', minute);
  await say('privada', 'PRIVADO', 8);
  await say('encaminhada', 'ENCAMINHAMENTO', 9);

  const happened = (type: string, given: Partial<typeof ticketEvents.$inferInsert>) =>
    fixture.server.deps.db.insert(ticketEvents).values({ ticketId: ticket, type, ...given });
  const hour = (number: number) => new Date(Date.UTC(2026, 10, 5, number));
  await happened('CRIACAO', { note: 'aberto', personId: fixture.people.OPERADOR, createdAt: hour(1) });
  await happened('AVANCO', { data: { de: 'ABERTURA', para: 'ANALISE_DEVOLUCAO' }, createdAt: hour(2) });
  await happened('ENCAMINHAMENTO', { internal: true, createdAt: hour(3) });

  const attach = (name: string, given: Partial<Parameters<typeof addAttachment>[1]> = {}) =>
    addAttachment(fixture, { ticketId: ticket, name, ...given });
  attachments.public = await attach('nota.pdf', { storedAs: await store(Buffer.from('0123456789')) });
  attachments.internal = await attach('interno.pdf', { internal: true });
  attachments.picture = await attach('foto.jpg', {
    mime: 'image/jpeg',
    itemId: items[0],
    storedAs: await store(
      await sharp({ create: { width: 600, height: 400, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer(),
    ),
  });
  attachments.ofPublic = await attach('publica.pdf', { messageId: messages['publica 0'] });
  attachments.ofPrivate = await attach('privada.pdf', { messageId: messages.privada, internal: true });
  // Even without the `internal` mark, the file must not be revealed.
  attachments.ofPrivateUnmarked = await attach('sem-marca.pdf', { messageId: messages.privada });
}

async function store(content: Buffer): Promise<string> {
  const id = newFileId();
  await fixture.server.deps.files.put(() => Readable.from(content), { id, size: content.length, sha256: '' });
  return id;
}
