import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

/** Helpers of the journeys for the wizard that opens a ticket. */

/** Consumers read 'solicitação'. */
export const NEW_TICKET = /^NOV[OA] (TICKET|SOLICITAÇÃO)$/;

export async function openWizard(page: Page, menu: RegExp) {
  await page.getByRole('button', { name: NEW_TICKET }).click();
  const again = page.getByRole('button', { name: 'Começar de novo' });
  const card = page.getByRole('dialog').getByRole('button', { name: menu }).first();
  await again.or(card).first().waitFor();
  if (await again.isVisible()) await again.click();
  await card.waitFor();
  await card.click();
}

export const stepTitle = (page: Page) => page.getByRole('dialog').locator('#novo-ticket-passo');

export const proceed = (page: Page) => page.getByRole('button', { name: 'Prosseguir' }).click();

export async function choose(page: Page, box: RegExp, option: string) {
  await page.getByRole('combobox', { name: box }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Chooses the first reason of each level until the step can be left. */
export async function chooseReasons(page: Page) {
  const go = page.getByRole('button', { name: 'Prosseguir' });
  for (let level = 0; level < 5 && !(await go.isEnabled()); level++) {
    await page.getByRole('combobox', { name: /otivo/ }).nth(level).click();
    await page.getByRole('option').nth(1).click();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
  }
}

/** The only invoice of a customer is unfolded already. */
export async function unfold(invoice: Locator) {
  if ((await invoice.getAttribute('aria-expanded')) === 'false') await invoice.click();
}

/** Message and photos, which stand folded on the confirmation where nothing demands them. */
export const openDetails = (page: Page) => page.getByRole('button', { name: 'Incluir: Detalhes' }).click();

/** Adds the first invoice product that may still be returned; returns its description. */
export async function addFirstProduct(page: Page): Promise<string> {
  await unfold(page.getByRole('button', { name: /^NF / }).first());
  const line = page.getByRole('list', { name: /^Produtos da nota/ }).locator('fieldset');
  await line.first().waitFor();
  const open = line.filter({ has: page.getByRole('button', { name: 'Aumentar', disabled: false }) }).first();
  const name = (await open.getAttribute('aria-label')) as string;
  const chosen = page.getByRole('group', { name, exact: true });
  await chosen.getByRole('button', { name: 'Aumentar' }).click();
  await chosen.getByRole('combobox', { name: /^Motivo/ }).click();
  await page
    .getByRole('option', { name: /desacordo|Pedido errado|Produto trocado|Preço|Vencid/i })
    .first()
    .click();
  const note = chosen.getByRole('textbox', { name: /Observaç/ });
  if (await note.isVisible()) await note.fill('Veio diferente do pedido.');
  if (await chosen.getByText('Fotos *').isVisible()) await attachPhoto(page, chosen);
  await chosen.getByRole('button', { name: /^Adicionar/ }).click();
  await chosen.getByText('Adicionado').waitFor();
  return name;
}

export async function attachPhoto(page: Page, within: Locator) {
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#9a5' } })
    .jpeg()
    .toBuffer();
  await within
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'caixa.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByRole('button', { name: /Remover.*caixa\.jpg/ }).waitFor();
}

/** The code of a customer with a single branch and at least one invoice within the return window. */
export async function customerWithInvoices(page: Page): Promise<number> {
  const read = async (path: string) => (await page.request.get(path)).json();
  for (const { id, filiaisSac } of (await read('/sac/clientes?take=60')).itens) {
    if (filiaisSac.length !== 1) continue;
    const { itens } = await read(`/sac/tickets/notasfiscais/${id}/${filiaisSac[0].idFil}`);
    const [invoice] = itens ?? [];
    if (!invoice) continue;
    const products = await read(`/sac/tickets/notasfiscais/${invoice.chave}`);
    if (
      products.some(
        (p: { indisponivel: boolean; anexo_obrigatorio: boolean }) => !p.indisponivel && !p.anexo_obrigatorio,
      )
    )
      return id;
  }
  throw new Error('no customer of the demonstration company has an invoice to return');
}
