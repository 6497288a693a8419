import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Value } from '@sinclair/typebox/value';
import { wizardStep } from '#contract/catalogs/wizardStep.ts';
import {
  ProductReason,
  type ReasonLevel,
  shownLevels,
  TicketType,
} from '#contract/rules/tickets/ticketType.ts';
import { productReasonsOf, ticketTypesOf } from '#contract/rules/tickets/ticketTypesFile.ts';
import { wizardSteps } from '#contract/rules/tickets/ticketWizard.ts';

const file = JSON.parse(readFileSync('schemas/tickets/types.json', 'utf8'));
const types = ticketTypesOf(file);
const depth = (level: ReasonLevel | null | undefined): number =>
  level ? 1 + Math.max(...level.itens.map(({ subnivel }) => depth(subnivel))) : 0;

describe('shipped ticket types', () => {
  it('match the schema of the response', () => {
    for (const { fluxo, ...type } of types) {
      expect(fluxo).not.toBe('');
      expect([...Value.Errors(TicketType, type)]).toEqual([]);
    }
    const reasons = productReasonsOf(JSON.parse(readFileSync('schemas/tickets/reasons.json', 'utf8')));
    expect(reasons.every((reason) => Value.Check(ProductReason, reason))).toBe(true);
  });
  it('cover every step of the wizard, and each value of the flags', () => {
    const used = new Set(types.flatMap((type) => wizardSteps(type).map(({ value }) => value)));
    expect(wizardStep.filter(({ value }) => !used.has(value))).toEqual([]);
    expect(new Set(types.map(({ usa_assunto }) => usa_assunto))).toEqual(new Set([0, 1, 2]));
    expect(new Set(types.map(({ usa_consumidor_final }) => usa_consumidor_final))).toEqual(
      new Set([0, 1, 2]),
    );
  });
  it('cover each menu, trees of five levels and the documented labels', () => {
    expect(new Set(types.map(({ menu }) => menu))).toEqual(new Set(['SOLICITACAO', 'RECLAMACAO', 'DUVIDA']));
    expect(Math.max(...types.map(({ motivos }) => depth(motivos)))).toBe(5);
    expect(shownLevels(types[0]?.motivos ?? null, []).map(({ label }) => label)).toEqual(['Motivo']);
  });
});
