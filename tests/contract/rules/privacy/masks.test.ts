import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  isMask,
  masked,
  maskerOf,
  maskPaths,
  PERSONAL_KINDS,
  type PersonalKind,
} from '#contract/rules/privacy/masks.ts';

describe('mask', () => {
  it.each<[PersonalKind, unknown, unknown]>([
    ['DOCUMENTO', '12345678909', '***.456.789-**'],
    ['DOCUMENTO', '123.456.789-09', '***.456.789-**'],
    ['DOCUMENTO', '/dados/v1/clientes/12345678909', '/dados/v1/clientes/***.456.789-**'],
    ['DOCUMENTO', '11222333000181', '11222333000181'],
    ['DOCUMENTO', '12ABC34501DE35', '12ABC34501DE35'],
    ['EMAIL', 'maria.souza@dominio.com.br', 'm***@dominio.com.br'],
    ['EMAIL', 'a@b.co, Bia <bia@c.co>', 'a***@b.co, Bia <b***@c.co>'],
    ['EMAIL', 'sem arroba', '***'],
    ['TELEFONE', '11987651234', '(11) *****-1234'],
    ['TELEFONE', '5511987651234', '(11) *****-1234'],
    ['TELEFONE', '(92) 3333-4444', '(92) ****-4444'],
    ['TELEFONE', '33334444', '****-4444'],
    ['TELEFONE', '190', '***'],
    ['NASCIMENTO', '1985-03-02', '****-**-**'],
    ['ENDERECO', 'Rua das Flores', '***'],
    ['FRASE', 'Ligação para (11) 98765-1234, de ana@x.com', 'Ligação para (11) *****-1234, de a***@x.com'],
    [
      'FRASE',
      '<p>Meu CPF: 123.456.789-09</p><a href="mailto:ana@x.com">ana@x.com</a>',
      '<p>Meu CPF: ***.456.789-**</p><a href="mailto:a***@x.com">a***@x.com</a>',
    ],
    ['OCULTO', { email: 'a@b.co' }, {}],
    ['TEXTO', 37, null],
    ['EMAIL', '@maria.silva', '***'],
    ['EMAIL', '', ''],
    ['EMAIL', null, null],
  ])('of %s %j is %j', (kind, value, expected) => {
    expect(masked(kind, value)).toEqual(expected);
  });

  it('is recognised whatever it hides, and is not masked again', () => {
    const kinds = fc.constantFrom(
      ...PERSONAL_KINDS.filter((kind) => !['FRASE', 'OCULTO', 'DOCUMENTO'].includes(kind)),
    );
    fc.assert(
      fc.property(
        kinds,
        fc.oneof(fc.emailAddress(), fc.stringMatching(/^[1-9]\d{9,10}$/), fc.string()),
        (kind, text) => {
          const mask = masked(kind, text);
          if (text === '' || (kind === 'EMAIL' && (text.match(/@/g)?.length !== 1 || /[\s<>,;]/.test(text))))
            return;
          expect([mask, isMask(mask), masked(kind, mask)]).toEqual([mask, true, mask]);
        },
      ),
    );
  });

  it('differs from every value that people type', () => {
    for (const text of ['', '*', '11987651234', 'a@b.co', 'Rua ***', '1985-03-02', '123.456.789-09'])
      expect([text, isMask(text)]).toEqual([text, false]);
  });

  it('is found at any depth of the input', () => {
    expect(maskPaths({ a: 'x', b: [{ c: 'm***@d.com' }], e: { f: '***' } })).toEqual(['b.0.c', 'e.f']);
  });
});

describe('masking by a schema', () => {
  const mark = (pessoal: PersonalKind) => ({ type: 'string', pessoal });

  it('does nothing without a mark', () => {
    expect(maskerOf({ properties: { a: { type: 'string' } } })).toBeNull();
  });

  it('masks marked fields at any depth, and leaves the given value unchanged', () => {
    const phone = { properties: { fone: mark('TELEFONE') } };
    const sometimes = Object.fromEntries([
      ['if', {}],
      ['then', phone],
    ]);
    const schema = {
      $defs: { pessoa: { properties: { email: mark('EMAIL') } } },
      properties: {
        nome: { type: 'string' },
        dono: { anyOf: [{ $ref: '#/$defs/pessoa' }, { type: 'null' }] },
        lista: { items: { $ref: '#/$defs/pessoa' } },
        livre: { patternProperties: { '^.*$': mark('TEXTO') } },
      },
      allOf: [sometimes],
    };
    const value = {
      nome: 'Ana',
      dono: { email: 'ana@x.com' },
      lista: [{ email: 'bia@x.com' }],
      livre: { a: 'b' },
      fone: '1133334444',
    };
    const before = structuredClone(value);
    expect(maskerOf(schema)?.(value)).toEqual({
      nome: 'Ana',
      dono: { email: 'a***@x.com' },
      lista: [{ email: 'b***@x.com' }],
      livre: { a: '***' },
      fone: '(11) ****-4444',
    });
    expect(value).toEqual(before);
  });
});
