import { describe, expect, it } from '@jest/globals';
import { textsOf } from '#contract/rules/problem.ts';
import { stepProblems, ticketProblems } from '#contract/rules/tickets/ticketWizard.ts';
import { CONTENT_ROWS } from './contentRows.ts';
import { REQUEST_ROWS } from './requestRows.ts';
import { context, customer, file, item, type Row, reasons } from './wizardAnswers.ts';

const rows: Row[] = [...REQUEST_ROWS, ...CONTENT_ROWS];

describe("required input of the wizard's steps", () => {
  it.each(rows)('%s with %s', (step, _name, given, input, expected) => {
    expect(textsOf(stepProblems(step, input, given))).toEqual(expected);
  });

  it('is checked for every step of the type at the end', () => {
    const type = { usa_nota: 2, usa_mensagem: 2, motivos: reasons(false) };
    expect(Object.keys(textsOf(stepProblems('CONFIRMACAO', {}, context(type))))).toEqual([
      'motivo1',
      'origem',
      'idCli',
      'idFil',
      'notas',
      'mensagem',
    ]);
    expect(ticketProblems({ ...customer, motivo1: 7, notas: ['K'], mensagem: 'Oi' }, context(type))).toEqual(
      [],
    );
  });

  it('excludes input that the type does not ask for', () => {
    const stray = {
      ...customer,
      notas: ['K'],
      itens: [item],
      itensAvulsos: [{ produto_id: 1 }],
      mensagem: 'Oi',
      arquivos: [file(1)],
      responsavel_prorrogacao: 'REPRESENTANTE' as const,
    };
    expect(Object.keys(textsOf(ticketProblems(stray, context({}))))).toEqual([
      'notas',
      'itensAvulsos',
      'itens',
      'arquivos',
      'mensagem',
      'responsavel_prorrogacao',
    ]);
  });
});
