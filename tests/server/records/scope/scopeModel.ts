import type { PersonType } from '#contract/permissions.ts';
import type { CustomTypeDefinition } from '#contract/records/customType.ts';
import { missingOwner, RECORD_SCOPES, type RecordScope } from '#contract/records/recordScope.ts';

// Who sees which record of a custom type, said a second time and in other words than the product says it: over named owners
// instead of SQL. The suites hold every door to it.

/** The owners that a record may name: those of the first branch, those of the second, and the consumer's own. */
type Owner = 'first' | 'second' | 'consumer' | null;

export interface OwnedRecord {
  numero: string;
  filial: Owner;
  cliente: Owner;
  ticket: Owner;
}

export const OWNER_FIELDS = ['filial', 'cliente', 'ticket'] as const;
type OwnerField = (typeof OWNER_FIELDS)[number];

export interface ScopedType {
  chave: string;
  fields: readonly OwnerField[];
  /** `null`: published before scopes were declared. */
  escopo: readonly RecordScope[] | null;
}

const REFERENCES = { filial: 'filiais', cliente: 'clientes', ticket: 'tickets' } as const;

export const definitionOf = ({ chave, fields, escopo }: ScopedType): CustomTypeDefinition => ({
  formato: 2,
  chave,
  titulo: { um: 'caixa', muitos: `caixas ${chave}`, genero: 'f' },
  descricao: 'Caixas do arquivo.',
  campos: [
    { chave: 'numero', titulo: 'Número', tipo: 'TEXT', obrigatorio: true },
    { chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true },
    ...fields.map((field) => ({
      chave: field,
      titulo: field,
      tipo: 'REFERENCIA' as const,
      referencia: REFERENCES[field],
    })),
  ],
  codigo: ['numero'],
  nome: 'nome',
  busca: ['numero', 'nome'],
  escopo: escopo ?? ['empresa'],
  // Everybody has this one: here the scope alone decides.
  permissoes: { ler: 'CONTA', criar: 'CONTA', alterar: 'CONTA', excluir: 'CONTA', importar: 'CONTA' },
});

/** Every set of words that the fields can carry. */
function declarationsOf(fields: readonly OwnerField[]): (readonly RecordScope[])[] {
  const { campos } = definitionOf({ chave: 'x', fields, escopo: null });
  return Array.from({ length: 2 ** RECORD_SCOPES.length }, (_, bits) =>
    RECORD_SCOPES.filter((_word, index) => bits & (1 << index)),
  ).filter(
    (words) =>
      words.length > 0 &&
      !(words.includes('empresa') && words.includes('filial')) &&
      words.every((word) => missingOwner({ campos }, word) === null),
  );
}

const FIELD_SETS: readonly (readonly OwnerField[])[] = [
  ['filial'],
  ['cliente'],
  ['ticket'],
  ['filial', 'cliente'],
  OWNER_FIELDS,
];

/** A type for each set of owner fields and each declaration, and one of the time before declarations. */
export const SCOPED_TYPES: readonly ScopedType[] = FIELD_SETS.flatMap((fields) => {
  const stem = fields.map(([letter]) => letter).join('');
  return [
    { chave: `${stem}-antigo`, fields, escopo: null },
    ...declarationsOf(fields).map((escopo) => ({ chave: `${stem}-${escopo.join('-')}`, fields, escopo })),
  ];
});

const OWNERS: readonly Owner[] = [null, 'first', 'second', 'consumer'];

/** Records that name every combination of owners which the type has fields for. */
export const recordsOf = ({ chave, fields }: ScopedType): OwnedRecord[] => {
  const choices = (field: OwnerField, owners: readonly Owner[]) => (fields.includes(field) ? owners : [null]);
  return choices('filial', [null, 'first', 'second']).flatMap((filial) =>
    choices('cliente', OWNERS).flatMap((cliente) =>
      choices('ticket', OWNERS).map((ticket) => ({
        numero: [chave, filial, cliente, ticket].map((one) => one ?? 'x').join('.'),
        filial,
        cliente,
        ticket,
      })),
    ),
  );
};

/** What somebody sees of branches, customers and tickets. */
const OWN: Record<'OPERADOR' | 'REPRESENTANTE' | 'CONSUMIDOR_FINAL', Record<OwnerField, readonly Owner[]>> = {
  OPERADOR: { filial: ['first'], cliente: ['first', 'consumer'], ticket: ['first', 'consumer'] },
  REPRESENTANTE: { filial: ['first'], cliente: ['first'], ticket: ['first'] },
  CONSUMIDOR_FINAL: { filial: ['first'], cliente: ['consumer'], ticket: ['consumer'] },
};

/** Whether somebody sees what a record refers to, wherever the record itself may be seen. */
export const seesOwner = (who: PersonType, field: OwnerField, owner: Owner): boolean =>
  who === 'ADMIN' || who === 'GERENTE' || who === 'SUPERVISOR'
    ? true
    : OWN[who === 'VENDEDOR' ? 'OPERADOR' : who][field].includes(owner);

export function sees(who: PersonType, { fields, escopo }: ScopedType, record: OwnedRecord): boolean {
  if (who === 'ADMIN' || who === 'GERENTE' || who === 'SUPERVISOR') return true;
  const own = OWN[who === 'VENDEDOR' ? 'OPERADOR' : who];
  const isOwn = (field: OwnerField) => own[field].includes(record[field]);
  const isOpen = (field: OwnerField) => record[field] === null || isOwn(field);
  if (!escopo) return who !== 'CONSUMIDOR_FINAL' && fields.every(isOpen);
  if (who === 'OPERADOR' || who === 'VENDEDOR') {
    if (escopo.includes('empresa')) return true;
    return isOpen(escopo.includes('filial') ? 'filial' : 'cliente') && isOpen('ticket');
  }
  if (!escopo.includes(who === 'REPRESENTANTE' ? 'carteira' : 'cliente')) return false;
  return fields.includes('cliente') ? isOwn('cliente') && isOpen('ticket') : isOwn('ticket');
}
