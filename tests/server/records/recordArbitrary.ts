import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { PERSON_TYPES } from '#contract/permissions.ts';
import { placesOf } from '#contract/records/fields/fieldSchema.ts';
import { normalizeFields } from '#contract/records/fields/normalizeRecord.ts';
import type { RecordData, RecordField, RecordFields } from '#contract/records/fields/recordField.ts';
import { cnpjCheckDigits } from '#contract/rules/documents.ts';
import { buildAccessKey } from '#contract/rules/nfe/accessKey.ts';
import type { Db } from '#server/db/client.ts';
import type { MappedType } from '#server/records/mapping.ts';
import { isTypeKey, mappedTypes, targetOf } from '#server/records/registry.ts';
import { testCpf } from '../../support/people.ts';

/** Valid values of fields for which the type's rules are stricter than the schema. */
const BY_RULE: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'planos-pagamento.dias': fc
    .uniqueArray(fc.integer({ min: 0, max: 360 }), { minLength: 1, maxLength: 6 })
    .map((days) => days.sort((a, b) => a - b).join('/')),
  ...customerArbitraries(),
  'cores-tinta.hex': fc.constantFrom('#1a2b3c', '#FFFFFF'),
  'rotas-frete.dias': fc.constantFrom('NSSSSSN', 'SSSSSSS'),
  'regras-preco.inicio': fc.constantFrom('2026-01-01', '2026-02-01'),
  'regras-preco.fim': fc.constantFrom('2026-03-01', '2026-12-31'),
  'cupons.inicio': fc.constant('2026-01-01'),
  'cupons.fim': fc.constant('2026-12-31'),
  'notas.chave': fc.integer({ min: 1, max: 999_999_999 }).map((number) =>
    buildAccessKey({
      ...{ stateCode: '35', yearMonth: '2611', cnpj: '11222333000181', model: '55', series: '1' },
      ...{ number: String(number), emissionType: '1', code: '12345678' },
    }),
  ),
  'eventos-rastreio.momento': fc.constantFrom('2024-11-25 14:30', '2024-02-29 08:00:05'),
  'saldos-iniciais.data': fc.constantFrom('2024-02-29', '1999-12-31'),
  // People with an account.
  'saldos-iniciais.pessoa': fc.constantFrom(
    ...(['ADMIN', 'GERENTE', 'VENDEDOR'] as const).map((type) => testCpf(100 + PERSON_TYPES.indexOf(type))),
  ),
  // Orders cannot be later than today.
  'historico-pedidos.data': fc.constantFrom('2024-02-29', '1999-12-31'),
  // A cancelled invoice stays cancelled.
  'notas.situacao': fc.constant('AUTORIZADA'),
  'notas.itens.cfop': fc.constant('5102'),
  'tipos-ticket.fluxo': fc.constantFrom('DEVOLUCAO', 'PRORROGACAO'),
  // Each use of a reason has its own fields.
  'motivos-ticket.uso': fc.constant('PRODUTO'),
  'motivos-ticket.acima': fc.constant(null),
  'motivos-ticket.fluxo': fc.constant(null),
  'motivos-ticket.resultado': fc.constant(null),
  'motivos-ticket.exigeNivelAbaixo': fc.constant(false),
  // A unit price has as many decimals as the parameter `casasPreco` says.
  'produtos.preco': unitPrice(),
  'precos.preco': unitPrice(),
  'precos-tinta.valor': unitPrice(),
  // Only one may be the default.
  'produtos.embalagens.padrao': fc.constant(false),
};

function unitPrice(): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 100).toFixed(2));
}

/** Values that the registration requires of a customer. */
function customerArbitraries(): Record<string, fc.Arbitrary<unknown>> {
  const address = fc.constantFrom(
    {
      cep: '01310-100',
      logradouro: 'Av. Paulista',
      numero: '1',
      cidade: 'São Paulo',
      uf: 'SP',
      ibge: '3550308',
    },
    { cep: '69400000', bairro: ' Centro ', cidade: 'Manacapuru', uf: 'AM', ibge: '1302504' },
    {},
  );
  const registro = fc.record(
    {
      cnae: fc.constantFrom('4711302', '1091102'),
      suframa: fc.constant('12345678'),
      consumidorFinal: fc.boolean(),
      observacoes: fc.constantFrom('Só à tarde', ' Portão 2 '),
      dadosBancarios: fc.constantFrom(
        [{ banco: '001', agencia: '1234', conta: '56789-X', contato: 'Ana' }],
        [
          { banco: '341', agencia: '0123', conta: '1', contato: ' Bia ' },
          { banco: '237', agencia: '0123', conta: '1', contato: 'Caio' },
        ],
      ),
      referenciasComerciais: fc.constantFrom([{ nome: 'Loja A', telefone: '(11) 3222-1010', uf: 'SP' }], []),
    },
    { requiredKeys: [] },
  );
  return {
    'clientes.inscricaoEstadual': fc.constantFrom('ISENTO', '110.042.490.114', '042345670'),
    'clientes.nascimento': fc.constantFrom('1990-02-28', '1961-12-31'),
    // A count older than the current one is rejected.
    'estoque.contadoEm': fc.constant('2024-11-25 02:00'),
    'clientes.endereco': address,
    'clientes.enderecoEntrega': address,
    'clientes.enderecosEntrega': fc.uniqueArray(
      fc.record(
        {
          cep: fc.constantFrom('01310-100', '04538132'),
          logradouro: fc.constantFrom('Av. Paulista', ' Rua das Flores '),
          numero: fc.constantFrom('1', '2 A'),
          complemento: fc.constantFrom('Fundos', 'Sala 3'),
          bairro: fc.constant('Centro'),
          cidade: fc.constant('São Paulo'),
          uf: fc.constant('SP'),
          ibge: fc.constant('3550308'),
          obs: fc.constant('Só à tarde'),
        },
        { requiredKeys: ['cep', 'logradouro', 'numero', 'bairro', 'cidade', 'uf', 'ibge'] },
      ),
      {
        maxLength: 4,
        selector: ({ cep, logradouro, numero, complemento = '' }) =>
          JSON.stringify([cep, logradouro, numero, complemento]),
      },
    ),
    'clientes.registro': registro,
    // People who serve every customer.
    'clientes.vendedores.vendedor': fc.constantFrom(
      ...(['ADMIN', 'GERENTE', 'SUPERVISOR'] as const).map((type) =>
        testCpf(100 + PERSON_TYPES.indexOf(type)),
      ),
    ),
    'clientes.contatos.telefone': fc.constant('(92) 3232-1010'),
    'clientes.contatos.nascimento': fc.constant('1980-01-31'),
  };
}

export interface RecordFixture {
  db: Db;
  /** Writes a record that others refer to. */
  make: (mapped: MappedType, data: RecordData) => Promise<unknown>;
}

/** Valid records of any type, in the notations used by people and sheets, with some fields absent. */
export async function recordArbitrary(
  fixture: RecordFixture,
  { type }: MappedType,
): Promise<fc.Arbitrary<RecordData>> {
  const fields = await arbitraries(fixture, type.chave, type.campos);
  const required = Object.keys(type.campos).filter(
    (key) => type.campos[key]?.obrigatorio || type.codigo.includes(key),
  );
  const one = fc.record(fields, { requiredKeys: required as never[] }) as fc.Arbitrary<RecordData>;
  if (type.chave === 'produtos-relacionados') return one.filter(({ produto, outro }) => produto !== outro);
  const made = AS_A_WHOLE[type.chave];
  return made ? one.map(made) : one;
}

let bands = 0;

/** Records whose fields depend on each other. */
const AS_A_WHOLE: Readonly<Record<string, (data: RecordData) => RecordData>> = {
  ceps: (data) => ({ ...data, uf: 'SP', ibge: '3550308' }),
  // The bands of a product do not cross.
  'regras-preco'({ quantidadeMaxima, ...data }) {
    bands += 10;
    const end = quantidadeMaxima === undefined ? String(bands + 9) : `${bands + 5}.5`;
    return { ...data, quantidadeMinima: String(bands), quantidadeMaxima: end };
  },
  'rotas-frete'({ ibge: _, cepInicial, cepFinal, ...data }) {
    const [first, last] = [cepInicial, cepFinal].map(String).sort();
    return { ...data, ...(cepInicial && cepFinal ? { cepInicial: first, cepFinal: last } : {}) };
  },
  // Who never bought cannot come back.
  cupons: ({ valor: _, diasSemComprar: __, ...data }) => ({ ...data, percentual: '5' }),
  notas({ chave, serie: _, modelo: __, filial: ___, ...rest }) {
    const key = String(chave);
    return { ...rest, chave, numero: Number(key.slice(25, 34)), filial: key.slice(6, 20) };
  },
};

async function arbitraries(fixture: RecordFixture, type: string, fields: RecordFields) {
  const made: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [key, field] of Object.entries(fields)) {
    const own = BY_RULE[`${type}.${key}`];
    const found = own ?? (await arbitraryOf(fixture, `${type}.${key}`, field));
    if (found) made[key] = found;
  }
  return made;
}

async function arbitraryOf(
  fixture: RecordFixture,
  path: string,
  field: RecordField,
): Promise<fc.Arbitrary<unknown> | null> {
  if (field.tipo === 'REFERENCIA') return referenceArbitrary(fixture, field);
  if (field.tipo === 'GRUPO')
    return fc.record(await arbitraries(fixture, path, field.campos ?? {}), { requiredKeys: [] });
  if (field.tipo === 'LISTA') {
    const item = fc.record(await arbitraries(fixture, path, field.campos ?? {}));
    const key = (data: Record<string, unknown>) =>
      JSON.stringify((field.codigo ?? []).map((one) => normalizeFields(field.campos ?? {}, data)[one]));
    return fc.uniqueArray(item, { minLength: field.minimo ?? 0, maxLength: 4, selector: key });
  }
  return plain(field);
}

/** References existing records; if there are none, some are created first. */
async function referenceArbitrary(
  fixture: RecordFixture,
  field: RecordField,
): Promise<fc.Arbitrary<unknown>> {
  const { table, key } = targetOf(field.referencia);
  const stored = async () =>
    (await fixture.db.execute<{ key: string }>(sql`select ${key} as key from ${table} limit 20`)).rows;
  if ((await stored()).length === 0 && isTypeKey(field.referencia ?? '')) {
    const referred = mappedTypes[field.referencia as keyof typeof mappedTypes];
    for (const data of fc.sample(await recordArbitrary(fixture, referred), 3))
      await fixture.make(referred, data);
  }
  return fc.constantFrom(...(await stored()).map((row) => row.key));
}

const LETTERS = [...'abcdefgháéíõçABCDEFG0123456789&/%\'"'];
const words = (max: number) =>
  fc
    .array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: Math.min(max, 12) })
    .map((letters) => letters.join(''));
const digits = (length: number) =>
  fc.integer({ min: 0, max: 10 ** length - 1 }).map((number) => String(number).padStart(length, '0'));
const cnpj = digits(8).map((root) => `${root}0001${cnpjCheckDigits(`${root}0001`)}`);
const cpf = fc.integer({ min: 1, max: 99_999_999 }).map(testCpf);

function plain(field: RecordField): fc.Arbitrary<unknown> {
  const { tipo, tamanho = 30, opcoes = [], minimo = 0, maximo = 9_999 } = field;
  switch (tipo) {
    case 'TEXT':
      return fc.tuple(words(tamanho), fc.boolean()).map(([text, spaced]) => (spaced ? ` ${text}  ` : text));
    case 'INTEIRO':
      return fc.integer({ min: minimo, max: maximo });
    case 'DECIMAL':
    case 'DINHEIRO':
    case 'PERCENTUAL':
      return fc
        .tuple(
          fc.integer({ min: Math.ceil(minimo), max: Math.min(maximo, 9_999) - 1 }),
          digits(Math.min(placesOf(field), 6)),
        )
        .map(([whole, fraction]) => `${whole}${fraction && whole >= 0 ? `.${fraction}` : ''}`);
    case 'SELECT':
      return fc.constantFrom(...opcoes.map(({ valor }) => valor));
    case 'CHECKBOX':
      return fc.boolean();
    case 'EMAIL':
      return digits(5).map((text) => `Pessoa${text}@exemplo.com.br`);
    case 'TELEFONE':
      return fc.constantFrom('(11) 98765-4321', '1133224455', '(92) 3232-1010');
    case 'CNPJ':
      return cnpj;
    case 'CPF':
      return cpf;
    case 'DOCUMENTO':
      return fc.oneof(cnpj, cpf);
    case 'CEP':
      return fc.constantFrom('01310-100', '69400000');
    case 'DATE':
      return fc.constantFrom('2024-02-29', '2026-11-22', '1999-12-31');
    default:
      return words(30);
  }
}
