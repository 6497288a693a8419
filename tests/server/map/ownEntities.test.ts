import { expect, it } from '@jest/globals';
import type { CustomField, CustomTypeDefinition } from '#contract/records/customType.ts';
import { customTypeProblems } from '#contract/rules/records/customTypeProblems.ts';
import { ownEntity } from '#server/map/ownEntities.ts';

const field = (chave: string, more: Partial<CustomField> = {}): CustomField => ({
  chave,
  titulo: chave,
  tipo: 'TEXT',
  ...more,
});
const ticket = field('ticket', { tipo: 'REFERENCIA', referencia: 'tickets' });
const number = field('ticketId', { tipo: 'INTEIRO' });
const typeOf = (...campos: CustomField[]): CustomTypeDefinition => ({
  formato: 2,
  chave: 'chamados',
  titulo: { um: 'chamado', muitos: 'chamados', genero: 'm' },
  descricao: 'Um chamado por linha.',
  codigo: ['numero'],
  nome: 'numero',
  escopo: ['empresa'],
  campos: [field('numero', { obrigatorio: true }), ...campos],
});

it('joins a record by the number of the field that refers to it, never by that of another', () => {
  const relations = (...campos: CustomField[]) => ownEntity(typeOf(...campos), new Map()).relacoes;
  expect(relations(ticket)).toMatchObject({ ticket: { alvo: 'tickets', por: [['ticket_id', 'ticket_id']] } });
  expect(relations(ticket, number)).toHaveProperty('ticket');
  expect(relations(number, ticket)).toEqual({});
  // A field `registro` would be joined by the number of its own record.
  expect(relations({ ...ticket, chave: 'registro' })).toEqual({});
});

it.each<[string, CustomField[], string[]]>([
  ['a number before the reference', [number, ticket], ['/campos/2/chave']],
  ['a number after it', [ticket, number], ['/campos/2/chave']],
  ['a reference by the name of the record', [{ ...ticket, chave: 'registro' }], ['/campos/1/chave']],
  ['a field by the name of what every record has', [field('registroCriadoEm')], ['/campos/1/chave']],
  ['one that is archived', [{ ...number, arquivado: true }, ticket], []],
  ['one that no report reads', [{ ...number, sigiloso: true }, ticket], []],
  ['names that only resemble each other', [field('ticketIdade'), field('idTicket'), ticket], []],
])('refuses two fields in one column: %s', (_, campos, pointers) => {
  const problems = customTypeProblems(typeOf(...campos), []);
  expect(problems.map(({ pointer }) => pointer)).toEqual(pointers);
  for (const { message } of problems) expect(message).toMatch(/teriam a mesma coluna, (ticket|registro)_/);
});
