import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { formatDocument } from '#contract/rules/documents.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { totalsStrip } from '#contract/rules/orders/orderTotals.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { senderBrand } from '#server/config/brand/queries.ts';
import { orderItems, outboxAttachments, outboxEmails, products } from '#server/db/tables/index.ts';
import { printedText } from '#tests/support/printedText.ts';
import { type OrderFixture, orderFixture } from './orderFixture.ts';

let fixture: OrderFixture;
beforeAll(async () => {
  fixture = await orderFixture();
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
const shown = async (id: number) => {
  const { data } = (
    await fixture.server.call('GET', `/callcenter/visualizar/${id}`, { token: fixture.tokens.VENDEDOR })
  ).body;
  return { data, strip: totalsStrip(data, false).filter(({ kind }) => kind === 'money') };
};
const plainly = (text: string) => text.replace(/\s/g, ' ');

describe('paper of a quote', () => {
  it('has every sum of the screen, the taxes of each line, and its titles on every page', async () => {
    await db()
      .update(products)
      .set({ taxPercents: { ipi: '10', icms: '18' } })
      .where(eq(products.id, fixture.productId));
    const id = await fixture.quote({ freight: '15' });
    const [first] = await db().select().from(orderItems).where(eq(orderItems.orderId, id));
    if (!first) throw new Error('the quote has no line');
    const { id: _, ...line } = first;
    await db()
      .insert(orderItems)
      .values(Array.from({ length: 60 }, (_, at) => ({ ...line, line: at + 2, note: `linha ${at + 2}` })));
    const { data, strip } = await shown(id);
    const { rawPayload } = await fixture.server.app.inject({
      method: 'GET',
      url: `/callcenter/orcamentos/${id}/download`,
      headers: { App: 'teste', authorization: `Bearer ${fixture.tokens.VENDEDOR}` },
    });
    const words = plainly(printedText(rawPayload));
    expect(strip.map(({ key }) => key)).toEqual(expect.arrayContaining(['impostos', 'frete', 'total']));
    for (const { label, value } of strip) {
      expect(words).toContain(label);
      expect(words).toContain(plainly(formatMoney(value, 2)));
    }
    const [{ vlImpostos }] = data.itens;
    expect(Number(vlImpostos)).toBeGreaterThan(0);
    expect(words).toContain(plainly(formatMoney(vlImpostos, 2)));
    const pages = rawPayload.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
    expect(pages).toBeGreaterThan(1);
    expect(words.match(/Impostos/g)?.length).toBe(pages);
  });

  it('says nothing of taxes where there are none on top of the prices', async () => {
    await db()
      .update(products)
      .set({ taxPercents: { icms: '18' } })
      .where(eq(products.id, fixture.productId));
    const id = await fixture.quote();
    await fixture.server.call('POST', `/callcenter/emails/orcamentos/${id}`, {
      token: fixture.tokens.VENDEDOR,
      body: {},
    });
    const [file] = await db().select().from(outboxAttachments);
    expect(printedText(file?.content ?? Buffer.alloc(0))).not.toMatch(/impostos/i);
  });

  it('and its e-mail carry the brand of the branch, the total of the screen and the last day', async () => {
    const [file] = await db().select().from(outboxAttachments);
    const [mail] = await db().select().from(outboxEmails).orderBy(outboxEmails.id);
    const brand = await senderBrand(fixture.server.deps, fixture.branchIds[0]);
    const id = Number(mail?.subject.match(/\d+/)?.[0]);
    const { data, strip } = await shown(id);
    const words = printedText(file?.content ?? Buffer.alloc(0));
    for (const part of [brand.nome, `CNPJ ${formatDocument(brand.cnpj)}`]) expect(words).toContain(part);
    expect(mail?.subject).toBe(`Orçamento ${id} – ${brand.nome}`);
    expect(mail?.envelope).toMatchObject({ branchId: fixture.branchIds[0] });
    const total = strip.find(({ key }) => key === 'total')?.value ?? '';
    expect(plainly(mail?.bodyText ?? '')).toContain(
      plainly(`no valor de ${formatMoney(total, 2)}, válido até ${formatCalendarDate(data.dtVal)}.`),
    );
  });
});
