import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { filledReply, unknownVariables } from '#contract/config/texts/cannedReplies.ts';

const values = { cliente: 'Mercado Azul & Filhos', ticket: '812', contato: '<b>Ana</b>', nota: '' };

describe('variables of a canned reply', () => {
  it.each([
    ['<p>Olá, {{contato}}</p>', '<p>Olá, &#60;b&#62;Ana&#60;/b&#62;</p>'],
    ['{{ cliente }}, ticket {{TICKET}}', 'Mercado Azul &#38; Filhos, ticket 812'],
    ['{{ticket}}{{ticket}}', '812812'],
    ['{{segredo}} {{ticket', '{{segredo}} {{ticket'],
    ['nota {{nota}} de {{filial}}', 'nota {{nota}} de {{filial}}'],
    ['{{constructor}} {{__proto__}}', '{{constructor}} {{__proto__}}'],
    ['<a href="https://e.com/{{ticket}}">x</a>', '<a href="https://e.com/812">x</a>'],
  ])('%s', (html, filled) => expect(filledReply(html, values)).toBe(filled));

  it('are filled only once, with their values escaped', () => {
    expect(filledReply('{{cliente}}', { cliente: '{{ticket}}', ticket: '1' })).toBe('{{ticket}}');
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (cliente) => {
        const filled = filledReply('[{{cliente}}]', { cliente });
        expect(filled).not.toMatch(/[<>"']/);
        const shown = filled.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
        expect(shown).toBe(`[${cliente}]`);
      }),
    );
  });

  it('are reported once each when unknown', () => {
    expect(unknownVariables('{{cliente}} {{nome}} {{ nome }} {{nome}}')).toEqual(['{{nome}}', '{{ nome }}']);
  });
});
