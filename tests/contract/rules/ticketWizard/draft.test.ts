import { describe, expect, it } from '@jest/globals';
import { Value } from '@sinclair/typebox/value';
import { textsOf } from '#contract/rules/problem.ts';
import {
  allFiles,
  chooseResponsible,
  emptyDraft,
  initialOrigin,
  onlyOne,
  TicketDraft,
  ticketInputOf,
} from '#contract/rules/tickets/ticketDraft.ts';
import { stepProblems } from '#contract/rules/tickets/ticketWizard.ts';
import { context, file } from './wizardAnswers.ts';

describe('draft of a new ticket', () => {
  it('is valid when empty, and then sends no choice', () => {
    expect(Value.Check(TicketDraft, emptyDraft())).toBe(true);
    expect(Object.keys(textsOf(stepProblems('CLIENTE', ticketInputOf(emptyDraft()), context({}))))).toEqual([
      'origem',
      'idCli',
      'idFil',
    ]);
  });
  it('clears the other party when the responsible one changes', () => {
    const draft = {
      ...emptyDraft(),
      transportadora: { id: 3, razSoc: 'Rápida' },
      representante: { id: 4, nome: 'Rui' },
    };
    const byRepresentative = chooseResponsible(draft, 'REPRESENTANTE');
    expect([byRepresentative.transportadora, byRepresentative.representante?.id]).toEqual([null, 4]);
    expect(ticketInputOf(byRepresentative)).toMatchObject({
      responsavel_prorrogacao_id: 4,
      representante_id: 4,
      transportadora_id: null,
    });
    const byCarrier = chooseResponsible(draft, 'TRANSPORTADORA');
    expect([byCarrier.transportadora?.id, byCarrier.representante]).toEqual([3, null]);
    expect(ticketInputOf(byCarrier)).toMatchObject({ responsavel_prorrogacao_id: 3, representante_id: null });
  });
  it('counts every file once', () => {
    expect(allFiles({ arquivos: [file(1)], itens: [] })).toHaveLength(1);
  });
  it('preselects the only option', () => {
    expect([onlyOne([1]), onlyOne([1, 2]), onlyOne([])]).toEqual([1, null, null]);
    const origins = [{ chave: 'SAC' }, { chave: 'EMAIL' }];
    expect(initialOrigin(origins.slice(0, 1), null)?.chave).toBe('SAC');
    expect([
      initialOrigin(origins, 'EMAIL')?.chave,
      initialOrigin(origins, 'FAX'),
      initialOrigin(origins, null),
    ]).toEqual(['EMAIL', null, null]);
  });
});
