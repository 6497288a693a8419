import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { foreignMail } from '#server/sac/inbox/foreignMail.ts';
import { rejectionOf } from '#server/sac/inbox/rules.ts';
import { asWritten } from '#server/sac/inbox/senders.ts';
import { htmlAsText } from '#server/text/cleanHtml.ts';

/**
 * E-mails as programs write them, each with its reading in a JSON file of the same name. One that was ever read wrongly is
 * added; none is taken away.
 */
const FOLDER = path.join(import.meta.dirname, 'corpus');
const OURS = new Set(['atendimento@empresa.com.br']);

async function readingOf(name: string) {
  const mail = asWritten(await foreignMail(readFileSync(path.join(FOLDER, name))), OURS);
  const verdict = rejectionOf(mail, { ours: OURS, recent: 0, huge: false });
  return {
    de: `${mail.from.name} <${mail.from.address}>`,
    assunto: mail.subject,
    motivo: verdict ? `${verdict.state} ${verdict.reason}` : null,
    texto: htmlAsText(mail.html).split('\n'),
    citado: htmlAsText(mail.quotedHtml).split('\n'),
    anexos: mail.attachments.map((each) => each.name),
  };
}

const mails = readdirSync(FOLDER).filter((name) => name.endsWith('.eml'));

describe('e-mail as programs write it', () => {
  it('has its reading beside it', () => {
    expect(mails.length).toBeGreaterThanOrEqual(37);
  });

  it.each(mails)('%s is read as expected', async (name) => {
    const expected = JSON.parse(readFileSync(path.join(FOLDER, name.replace('.eml', '.json')), 'utf8'));
    expect(await readingOf(name)).toEqual(expected);
  });
});
