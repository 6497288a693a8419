import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  agendaKind,
  agendaOrigin,
  agendaSituation,
  campaignSituation,
  operatorStatus,
} from '#contract/catalogs/callCenter.ts';
import {
  type CatalogRow,
  iconNames,
  isValueOf,
  orderStatusKeys,
  paletteKeys,
  rowOf,
  type StatusRow,
  valuesOf,
} from '#contract/catalogs/catalog.ts';
import { customerLegend, customerLogType, customerScore } from '#contract/catalogs/customers.ts';
import {
  negotiationStatus,
  orderStatus,
  quoteSituation,
  returnStatus,
  stockStatus,
} from '#contract/catalogs/orderStatus.ts';
import { personType } from '#contract/catalogs/personType.ts';
import { states } from '#contract/catalogs/states.ts';
import {
  historyType,
  ticketLineStatus,
  ticketResult,
  ticketStatus,
} from '#contract/catalogs/ticketStatus.ts';
import { timelineType } from '#contract/catalogs/timelineType.ts';
import { trackingOccurrence } from '#contract/catalogs/transport.ts';
import { wizardStep } from '#contract/catalogs/wizardStep.ts';

const catalogs: Record<string, readonly CatalogRow[]> = {
  agendaKind,
  agendaOrigin,
  agendaSituation,
  campaignSituation,
  customerScore,
  customerLegend,
  customerLogType,
  historyType,
  operatorStatus,
  orderStatus,
  negotiationStatus,
  returnStatus,
  personType,
  quoteSituation,
  stockStatus,
  ticketLineStatus,
  ticketResult,
  ticketStatus,
  timelineType,
  trackingOccurrence,
};
const flows: Record<string, readonly StatusRow[]> = { orderStatus, ticketLineStatus, ticketStatus };

describe.each(Object.entries(catalogs))('%s', (_name, rows) => {
  it('has unique values and labels', () => {
    expect(new Set(valuesOf(rows)).size).toBe(rows.length);
    expect(new Set(rows.map(({ label }) => label)).size).toBe(rows.length);
  });
  it('uses only palette colours and known icons', () => {
    expect(rows.filter(({ color }) => !paletteKeys.includes(color))).toEqual([]);
    expect(rows.filter(({ icon }) => !iconNames.includes(icon))).toEqual([]);
  });
});

describe.each(Object.entries(flows))('next statuses in %s', (_name, rows) => {
  it('exist and never repeat or include the status itself', () => {
    for (const { value, next } of rows) {
      expect(next.filter((follower) => !isValueOf(rows, follower))).toEqual([]);
      expect(next).not.toContain(value);
      expect(new Set(next).size).toBe(next.length);
    }
  });
});

describe('catalogues', () => {
  it('use only icons that exist in the icon package', () => {
    const missing = iconNames.filter(
      (name) => !existsSync(join('node_modules/@mui/icons-material', `${name}.js`)),
    );
    expect(missing).toEqual([]);
    expect(new Set(iconNames).size).toBe(iconNames.length);
  });
  it('fall back to a question mark and the raw value for an unknown value', () => {
    expect(rowOf(orderStatus, 'NOVO')).toMatchObject({ value: 'NOVO', label: 'NOVO', icon: 'HelpOutline' });
    expect(rowOf(orderStatus, 'DEPOSITO').label).toBe('Aguardando Comprovante');
  });
  it('contain twenty order statuses, each with its own colour', () => {
    expect(orderStatus.map(({ color }) => color)).toEqual([...orderStatusKeys]);
    expect(orderStatus).toHaveLength(20);
  });
  it('contain the 27 states', () => {
    expect(new Set(states.map(({ value }) => value)).size).toBe(27);
    expect(new Set(states.map(({ ibge }) => ibge)).size).toBe(27);
  });
  it('start and end the wizard with steps that are always present', () => {
    expect(wizardStep.filter(({ flag }) => flag === null).map(({ value }) => value)).toEqual([
      'SOLICITACAO',
      'CLIENTE',
      'CONFIRMACAO',
    ]);
    expect(wizardStep.at(-1)?.value).toBe('CONFIRMACAO');
  });
});
