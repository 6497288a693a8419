import type { Page } from 'playwright-core';
import sharp from 'sharp';

/** Helpers of the journeys for a ticket's conversation. */

export const composer = (page: Page) => page.getByRole('region', { name: 'Escrever mensagem' });

export const reply = (page: Page) => composer(page).getByRole('textbox', { name: 'Mensagem' });

export const messages = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

export const sendReply = (page: Page) =>
  composer(page)
    .getByRole('button', { name: /^Enviar/ })
    .click();

/** Adds a photo to the reply and waits until it is on the server. */
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
