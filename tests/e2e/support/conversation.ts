import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** What the journeys touch of a ticket's conversation. */

export const composer = (page: Page) => page.getByRole('region', { name: 'Escrever mensagem' });

export const reply = (page: Page) => composer(page).getByRole('textbox', { name: 'Mensagem' });

/** The messages that hold this text. */
export const messages = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

export const sendReply = (page: Page) =>
  composer(page)
    .getByRole('button', { name: /^Enviar/ })
    .click();

/** Puts a photo into the reply and waits until the server holds it. */
export async function attachPhoto(page: Page, name = 'caixa.jpg') {
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#9a5' } })
    .jpeg()
    .toBuffer();
  await composer(page)
    .getByLabel('Arquivos para anexar')
    .setInputFiles({ name, mimeType: 'image/jpeg', buffer });
  await composer(page)
    .getByRole('button', { name: `Remover ${name}` })
    .waitFor();
}
