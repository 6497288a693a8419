import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { branchType } from '#contract/records/branches.ts';
import { customerType } from '#contract/records/customers.ts';
import type { RecordField } from '#contract/records/fields/recordField.ts';
import { STANDARD_SETTINGS } from '#contract/records/routes/recordImport.ts';
import { cpfCheckDigits } from '#contract/rules/documents.ts';
import {
  isAmbiguousNumber,
  readDay,
  readNumber,
  serialDay,
  signOf,
  textCell,
  withZeros,
} from '#contract/rules/imports/cellText.ts';
import { headingLine, importFields, matchColumns } from '#contract/rules/imports/matchColumns.ts';
import { countAmbiguities, NO_DOUBTS, readCell } from '#contract/rules/imports/readCell.ts';
import { safeText } from '#server/adapters/spreadsheet/spreadsheet.ts';

const field = (tipo: RecordField['tipo'], more: Partial<RecordField> = {}): RecordField => ({
  tipo,
  titulo: 'Campo',
  ...more,
});
const read = (text: string, one: RecordField, settings = {}) =>
  readCell(textCell(text), one, { ...STANDARD_SETTINGS, ...settings });

describe('number in an imported sheet', () => {
  it.each([
    ['1.234,56', 'VIRGULA', '1234.56'],
    ['R$ 1.234,56', 'VIRGULA', '1234.56'],
    ['(10,5)', 'VIRGULA', '-10.5'],
    ['10,5-', 'VIRGULA', '-10.5'],
    ['1,234.56', 'PONTO', '1234.56'],
    ['1234.5', 'PONTO', '1234.5'],
  ] as const)('%s reveals its own decimal sign', (text, sign, value) => {
    expect(signOf(text)).toBe(sign);
    expect(readNumber(text, sign)).toBe(value);
    expect(readNumber(text, sign === 'PONTO' ? 'VIRGULA' : 'PONTO')).toBeNull();
  });

  it.each(['1.234', '1,234'])('%s is ambiguous, and is read with the decimal sign of the sheet', (text) => {
    expect(signOf(text)).toBeNull();
    expect(isAmbiguousNumber(text)).toBe(true);
    const [comma, point] = [readNumber(text, 'VIRGULA'), readNumber(text, 'PONTO')];
    expect([comma, point].toSorted()).toEqual(['1.234', '1234']);
  });

  it('is never read as a different number', () => {
    const amount = fc.tuple(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 99 }));
    fc.assert(
      fc.property(amount, ([whole, cents]) => {
        const exact = `${whole}.${String(cents).padStart(2, '0')}`;
        const [brazilian, american] = ['pt-BR', 'en-US'].map((locale) =>
          Number(exact).toLocaleString(locale, { minimumFractionDigits: 2 }),
        );
        const canonical = exact.replace(/\.?0+$/, '') || '0';
        const same = whole > 0 || cents > 0 ? (cents === 0 ? String(whole) : canonical) : '0';
        expect(readNumber(brazilian ?? '', 'VIRGULA')).toBe(same);
        expect(readNumber(american ?? '', 'PONTO')).toBe(same);
        expect(readNumber(brazilian ?? '', 'PONTO')).toBeNull();
      }),
    );
  });

  it('with the other decimal sign is rejected, naming both signs', () => {
    expect(read('1,234.56', field('DINHEIRO'))).toEqual({
      problem: '"1,234.56" usa ponto como sinal decimal, e a planilha foi lida com vírgula.',
    });
    expect(read('10,00', field('INTEIRO'))).toEqual({ value: 10 });
    expect(read('10,5', field('INTEIRO'))).toEqual({ problem: '"10,5" não é um número inteiro.' });
    expect(read('dez', field('DECIMAL'))).toEqual({ problem: '"dez" não é um número.' });
    expect(readCell({ text: '1.234', kind: 'number' }, field('DECIMAL'), STANDARD_SETTINGS)).toEqual({
      value: '1.234',
    });
  });
});

describe('leading zeros lost in a sheet', () => {
  it('are suggested, and restored only on request', () => {
    expect(read('12345678909', field('CPF'))).toEqual({ value: '12345678909' });
    expect(read('191', field('CPF'))).toEqual({ value: '191' });
    const lost = '8765432100'.slice(0, 10);
    const nine = `0${lost.slice(0, 8)}`;
    const cpf = `${nine}${cpfCheckDigits(nine)}`;
    const problem = read(cpf.slice(1), field('CPF'));
    expect(problem).toEqual({
      problem: expect.stringMatching(/^Faltam zeros à esquerda em .* Com eles seria 0/),
    });
    expect(read(cpf.slice(1), field('CPF'), { completarZeros: true })).toEqual({ value: cpf });
    expect(read('1310100', field('CEP'), { completarZeros: true })).toEqual({ value: '01310100' });
  });

  it('are never added where the check digits do not match', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000_000, max: 9_999_999_999 }).map(String), (digits) => {
        const filled = withZeros(digits, 'CPF');
        if (filled !== null) expect(filled.endsWith(cpfCheckDigits(filled.slice(0, 9)))).toBe(true);
      }),
    );
  });
});

describe('date in an imported sheet', () => {
  it.each([
    ['31/12/2026', '2026-12-31'],
    ['1/2/2026', '2026-02-01'],
    ['2026-02-01', '2026-02-01'],
    ['2026-02-01T00:00:00.000Z', '2026-02-01'],
    ['01/02/2026 00:00:00', '2026-02-01'],
    ['31/11/2026', null],
    ['01/02/26', null],
    ['01/02/2026 10:30', null],
    ['13.13.2026', null],
  ])('%s is %s', (text, day) => expect(readDay(text)).toBe(day));

  it('stored as a serial number is suggested, and read only on request', () => {
    expect(serialDay('45123')).toBe('2023-07-16');
    expect(serialDay('99999')).toBeNull();
    expect(read('45123', field('DATE'))).toEqual({
      problem: '"45123" é um dia contado pela planilha? Seria 16/07/2023.',
    });
    expect(read('45123', field('DATE'), { datasSeriais: true })).toEqual({ value: '2023-07-16' });
  });
});

describe('other cells of a sheet', () => {
  it('are parsed as people write them', () => {
    expect(read('Não', field('CHECKBOX'))).toEqual({ value: false });
    expect(read('talvez', field('CHECKBOX'))).toEqual({ problem: '"talvez" não é sim nem não.' });
    const uf = branchType.campos.uf as RecordField;
    expect(read('sao paulo', uf)).toEqual({ value: 'SP' });
    expect(read('XX', uf)).toEqual({ problem: expect.stringMatching(/^"XX" não é uma das opções: /) });
    expect(read('="00123"', field('TEXT'))).toEqual({ value: '00123' });
    expect(read(safeText('+55 11 3322-4455'), field('TEXT'))).toEqual({ value: '+55 11 3322-4455' });
    expect(read("'tis", field('TEXT'))).toEqual({ value: "'tis" });
    expect(read('1,23457E+13', field('TEXT'))).toEqual({ problem: expect.stringMatching(/encurtou/) });
    expect(read('', field('DATE'))).toEqual({ value: null });
  });

  it('are counted when they are ambiguous', () => {
    const doubts = ['1.234', '5,5', '1.5'].reduce(
      (sum, text) => countAmbiguities(sum, textCell(text), field('DINHEIRO')),
      NO_DOUBTS,
    );
    expect(doubts).toMatchObject({ comma: 1, point: 1, eitherWay: 1 });
    expect(countAmbiguities(NO_DOUBTS, textCell('45123'), field('DATE')).serialDays).toBe(1);
    expect(countAmbiguities(NO_DOUBTS, textCell('1310100'), field('CEP')).lostZeros).toBe(1);
  });
});

describe('columns of a sheet', () => {
  const fields = importFields(branchType.campos);

  it('match fields by title, alias and content', () => {
    const headings = [
      'C.N.P.J. (*)',
      'FANTASIA',
      'Razao Social',
      'Município',
      'UF',
      'Endereço: rua',
      'Cep',
      'Obs',
    ];
    expect(matchColumns(headings, [], fields)).toEqual([
      'cnpj',
      'nomeFantasia',
      'razaoSocial',
      'cidade',
      'uf',
      'endereco/logradouro',
      'endereco/cep',
      null,
    ]);
    expect(matchColumns(['A', 'B'], [['11222333000181', 'x']], fields)).toEqual(['cnpj', null]);
    expect(matchColumns(['Cód. ERP', 'CNPJ', 'CNPJ'], [], fields)).toEqual([
      'codigosExternos/erp',
      'cnpj',
      null,
    ]);
  });

  it('match list items by number, by item name, and by fields that only they have', () => {
    const own = importFields(customerType.campos);
    const found = (titles: string) => matchColumns(titles.split(';'), [], own);
    expect(found('Banco;Agência;Conta corrente;Gerente;banco 2;AGENCIA_2;Conta (2)')).toEqual([
      'registro/dadosBancarios/1/banco',
      'registro/dadosBancarios/1/agencia',
      'registro/dadosBancarios/1/conta',
      'registro/dadosBancarios/1/contato',
      'registro/dadosBancarios/2/banco',
      'registro/dadosBancarios/2/agencia',
      'registro/dadosBancarios/2/conta',
    ]);
    expect(found('Telefone;Contato;Telefone do contato;Contato 2;E-mail contato 2;Cargo')).toEqual([
      'telefone',
      'contatos/1/nome',
      'contatos/1/telefone',
      'contatos/2/nome',
      'contatos/2/email',
      null,
    ]);
    expect(found('Referência 1;Fone referência 1;Ref. comercial 3 - Nome;Banco 4;Telefone 2;Tipo 1')).toEqual(
      [
        'registro/referenciasComerciais/1/nome',
        'registro/referenciasComerciais/1/telefone',
        'registro/referenciasComerciais/3/nome',
        null,
        'telefones/2/numero',
        null,
      ],
    );
    expect(found('Telefone 1;Fone 2;Descrição do telefone 2;Email 2;E-mail;Tel;Telefone 4;Telefone')).toEqual(
      [
        'telefones/1/numero',
        'telefones/2/numero',
        'telefones/2/descricao',
        'emails/2/email',
        'email',
        null,
        null,
        'telefone',
      ],
    );
    expect(found('CEP entrega;Cidade de entrega;CEP;Cidade;Fone;Tel')).toEqual([
      'enderecoEntrega/cep',
      'enderecoEntrega/cidade',
      'endereco/cep',
      'endereco/cidade',
      'telefone',
      null,
    ]);
    expect(found('Endereço de entrega;CEP entrega;UF cobrança')).toEqual([
      'enderecoEntrega/logradouro',
      'enderecoEntrega/cep',
      'endereco/uf',
    ]);
  });

  it('take their titles from the line that names most fields', () => {
    const rows = [
      ['Relatório de filiais', ''],
      ['Cadastro', 'Contato'],
      ['CNPJ', 'Cidade'],
      ['11222333000181', 'Santos'],
    ];
    expect(headingLine(rows, fields)).toBe(2);
    expect(headingLine([['a'], ['b']], fields)).toBe(0);
  });
});
