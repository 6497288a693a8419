import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldQuotes } from '#contract/rules/mails/foldQuotes.ts';
import {
  MAIL_TEMPLATES,
  type MailTemplate,
  mailTemplateProblems,
} from '#contract/rules/mails/mailTemplate.ts';
import { type MailValues, renderMail, sampleValues } from '#contract/rules/mails/renderMail.ts';

const template = (
  id: MailTemplate['id'],
  texto: string[],
  more: Partial<MailTemplate> = {},
): MailTemplate => ({
  formato: 1,
  id,
  titulo: 'Modelo',
  texto,
  ...more,
});
const frame = (texto: string[], assunto = '[Ticket {{numero}}] {{assunto}}') =>
  template('moldura', texto, { assunto });

describe('mail templates', () => {
  it('shipped with the console are valid', () => {
    for (const key of MAIL_TEMPLATES)
      expect(mailTemplateProblems(JSON.parse(readFileSync(`schemas/mails/${key}.json`, 'utf8')), [])).toEqual(
        [],
      );
  });

  it('of the company may have a subject of their own, with what every e-mail knows', () => {
    const own = template('cobranca', ['Olá {{nome}}', '{{cliente.rota}}'], { assunto: 'Ticket {{numero}}' });
    expect(mailTemplateProblems(own, ['cliente.rota'])).toEqual([]);
  });

  it.each(['moldura', 'abertura', 'cobranca'])('tell in %s what to expect, also in the preview', (id) => {
    const texto = id === 'moldura' ? ['{{conteudo}}', '{{promessa}}', '{{descadastro}}'] : ['{{promessa}}'];
    const given = template(id, texto, id === 'moldura' ? { assunto: 'Ticket {{numero}}' } : {});
    expect(mailTemplateProblems(given, [])).toEqual([]);
    const shown = renderMail({ template: given, values: sampleValues([]) }, [], { consumer: true });
    expect(shown.html).toContain('<p>Coleta prevista até 12/12.</p>');
  });

  it.each([
    [template('etapa', ['Olá {{nome}}', 'em {{etapas}}']), '/texto/1', /Não existe \{\{etapas\}\}/],
    [template('etapa', ['de {{autor}}']), '/texto/0', /Não existe \{\{autor\}\} aqui/],
    [template('etapa', ['{{constructor}}']), '/texto/0', /Não existe/],
    [template('etapa', ['Olá {{nome']), '/texto/0', /sem fechar/],
    [template('etapa', ['x'], { assunto: 'Oi' }), '/assunto', /fica na moldura/],
    [template('cobranca', ['de {{autor}}']), '/texto/0', /Não existe \{\{autor\}\} aqui/],
    [
      template('cobranca', ['x'], { assunto: 'Sobre {{etapa}}' }),
      '/assunto',
      /Não existe \{\{etapa\}\} aqui/,
    ],
    [template('cobranca', ['x'], { obrigatorio: { motivo: 'Porque sim.' } }), '/obrigatorio', /Só um aviso/],
    [frame(['{{descadastro}}']), '/texto', /Falta \{\{conteudo\}\}/],
    [frame(['{{conteudo}}']), '/texto', /Falta \{\{descadastro\}\}/],
    [frame(['{{conteudo}}', '{{conteudo}}', '{{descadastro}}']), '/texto', /mais de uma vez/],
    [frame(['Eis: {{conteudo}}', '{{descadastro}}']), '/texto/0', /parágrafo só dele/],
    [template('moldura', ['{{conteudo}}', '{{descadastro}}']), '', /Escreva o assunto/],
  ])('that cannot be used are reported with place and reason', (given, pointer, message) => {
    expect(mailTemplateProblems(given, ['cliente.rota'])).toContainEqual({
      pointer,
      message: expect.stringMatching(message) as unknown as string,
      severity: 'ERRO',
    });
  });
});

describe('rendered e-mail', () => {
  const parts = (texto: string[], values: MailValues) => [{ template: template('resposta', texto), values }];
  const bare = { template: frame(['{{conteudo}}', '{{filial}}']), values: {} };

  it('escapes values, does not expand them again, and omits empty paragraphs', () => {
    const values = {
      assunto: { text: '<img src=x onerror=alert(1)> {{nome}}' },
      nome: { text: 'Clara & "Cia"' },
      mensagem: { text: 'Olá', html: '<p><strong>Olá</strong></p>' },
      anexos: { text: '' },
    };
    const { text, html } = renderMail(
      bare,
      parts(['{{nome}}: {{assunto}}', '{{mensagem}}', '{{anexos}}'], values),
      { consumer: false },
    );
    expect(text).toBe('Clara & "Cia": <img src=x onerror=alert(1)> {{nome}}\n\nOlá');
    expect(html).toContain('Clara &#38; &#34;Cia&#34;: &#60;img src=x onerror=alert(1)&#62; {{nome}}');
    expect(html).toContain('<blockquote><p><strong>Olá</strong></p></blockquote>');
    expect(html.match(/<p>/g)).toHaveLength(2);
  });

  it("has a one-line subject, even if the ticket's subject has line breaks", () => {
    const values = { numero: { text: '7' }, assunto: { text: 'Oi\r\nBcc: x@y.z' } };
    const { subject } = renderMail({ ...bare, values }, [], { consumer: false });
    expect(subject).toBe('[Ticket 7] Oi Bcc: x@y.z');
  });

  it('says solicitação to a consumer, and leaves what people wrote unchanged', () => {
    const values = { numero: { text: '7' }, assunto: { text: 'o ticket sumiu' } };
    const { text } = renderMail(bare, parts(['O seu ticket {{numero}} foi aberto: {{assunto}}.'], values), {
      consumer: true,
    });
    expect(text).toBe('A sua solicitação 7 foi aberta: o ticket sumiu.');
  });
});

describe('folding of quoted text in e-mails', () => {
  const quoted = '> Olá\n> Responda';
  it.each([
    [`Pode ser amanhã.\n\nEm ter., 3 de nov. de 2026 às 10:00, Balcão <sac@x.com> escreveu:\n${quoted}`],
    [
      'Pode ser amanhã.\n\nEm ter., 3 de nov. de 2026 às 10:00, Balcão\n<sac+t1.aa@x.com>\nescreveu:\n\n' +
        quoted,
    ],
    [`Pode ser amanhã.\n\nOn Tue, Nov 3, 2026 at 10:00 AM Balcão <sac@x.com> wrote:\n${quoted}`],
    ['Pode ser amanhã.\n\n-----Mensagem original-----\nDe: Balcão\nOlá'],
    ['Pode ser amanhã.\n________________________________\nDe: Balcão <sac@x.com>\nEnviado: terça\nOlá'],
    ['Pode ser amanhã.\n\nDe: Balcão <sac@x.com>\nEnviada em: terça-feira\nPara: Clara\nOlá'],
    ['Pode ser amanhã.\n##- Responda acima desta linha -##\nOlá'],
    ['Pode ser amanhã.\n-- \nClara\n(11) 5555-0000'],
    [`${quoted}\n\nPode ser amanhã.`],
    [`Em 3 de nov., Balcão escreveu:\n${quoted}\nPode ser amanhã.`],
  ])('folds %j', (text) => {
    const { fresh, quoted: rest } = foldQuotes(text);
    expect(fresh).toBe('Pode ser amanhã.');
    expect(rest).not.toBe('');
  });

  it.each([
    ['De: São Paulo para: Manaus. Pode ser?'],
    ['Em casa não havia ninguém.\nO motorista escreveu: ausente'],
    ['Caixas: 3\n-- duas amassadas'],
    ['Coleta\nDe: Rua A, 10\nPara: Rua B, 20'],
    ['Coleta\nDe: Rua A, 10\nPara: Rua B, 20\nData: 5/11'],
    ['O motorista saiu.\nEm casa, ele escreveu:\n"ninguém atendeu"'],
    ['Pedido 1: ok\n--\nPedido 2: faltou'],
    ['A carga estava\n>8 graus\nna chegada'],
    ['Preço > 10 e < 20'],
  ])('keeps what only looks like a quotation: %j', (text) => {
    expect(foldQuotes(text)).toEqual({ fresh: text, quoted: '' });
  });

  it.each([
    ['Segue:\n> Quando?\nAmanhã.\n> Onde?\nEm casa.', 'Segue:\nAmanhã.\nEm casa.'],
    [
      'Em 3 de nov. de 2026, Balcão escreveu:\n> Quando?\n\nAmanhã.\n> Onde?\n\nEm casa.',
      'Amanhã.\n\nEm casa.',
    ],
    ['Sim.\n>> antes\n>> ainda antes\n> depois', 'Sim.'],
    ['Ok\n>linha um\n>linha dois', 'Ok'],
    ['Ok\n\nCitando Balcão <sac@x.com>:\n\n> Quando?', 'Ok'],
    ['Ok\n\n3 de novembro de 2026 10:00, "Balcão" <sac@x.com> escreveu:\n\nQuando?', 'Ok'],
    [
      'Ok\nDe: "Balcão" <sac@x.com>\nPara: "Clara" <c@x.com>\nEnviadas: Terça-feira\nAssunto: x\n\nQuando?',
      'Ok',
    ],
    [
      'Segue abaixo\n\nInício da mensagem encaminhada:\n\nDe: Rita <r@x.com>\nAssunto: Falta\n\nFaltou.',
      'Segue abaixo',
    ],
  ])('keeps answers between and around quoted lines: %j', (text, expected) => {
    expect(foldQuotes(text).fresh).toBe(expected);
  });

  it.each([
    ['---------- Forwarded message ---------\nDe: Rita <r@x.com>\nAssunto: Falta\n\nFaltou uma caixa.'],
    ['De: Rita <r@x.com>\nEnviada em: terça\nPara: Clara\nAssunto: Falta\n\nFaltou uma caixa.'],
    ['Início da mensagem encaminhada:\n\nDe: Rita <r@x.com>\nAssunto: Falta\n\nFaltou uma caixa.'],
    ['> Faltou uma caixa.'],
  ])('shows a forward without words of its own whole: %j', (text) => {
    expect(foldQuotes(text)).toEqual({ fresh: text, quoted: '' });
  });

  it('takes our own e-mail, sent back without a word, for no message', () => {
    expect(foldQuotes('##- Responda acima desta linha -##\nOlá, Clara').fresh).toBe('');
    expect(foldQuotes('> ##- Responda acima desta linha -##\n> Olá, Clara').fresh).toBe('');
  });

  it('loses no word of a text, in linear time', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom('> a', '-- ', 'On x wrote:', 'De: a', 'Para: b', '________________'),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join('\n');
        const { fresh, quoted: rest } = foldQuotes(text);
        const words = text.split(/\s+/).filter(Boolean);
        expect(words.every((word) => `${fresh}\n${rest}`.includes(word))).toBe(true);
      }),
    );
    expect(foldQuotes(`${'Em '.repeat(100_000)}\n`.repeat(5)).fresh).toBeTruthy();
  });
});
