import type { Locator, Page } from 'playwright-core';
import { send } from '../tickets/tickets.ts';

/** A representative and a region with returns that the operator sees. */
export interface ReportChoice {
  region: string;
  representative: string;
}

/** The first row of the shipped report by representative. */
export async function someChoice(page: Page): Promise<ReportChoice> {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const { colunas, linhas } = (await send(page, '/sac/relatorios/devolucoes-por-representante', {
    periodo: { inicio: day(aYearAgo()), fim: day(new Date()) },
  })) as { colunas: { campo: string }[]; linhas: (string | null)[][] };
  const place = (field: string) => colunas.findIndex(({ campo }) => campo === field);
  const [representative, region] = [place('representante'), place('regiao')];
  const line = linhas.find((cells) => cells[representative] && cells[region]);
  if (!line) throw new Error('no representative of the demonstration has returns that an operator sees');
  return { representative: String(line[representative]), region: String(line[region]) };
}

/** Chooses from a list with options from the server by typing the wanted text. */
export async function chooseFound(within: Locator, name: RegExp, wanted: string) {
  const field = within.getByRole('combobox', { name });
  const options = within.page().getByRole('option');
  await field.click();
  await field.fill(wanted);
  await options.filter({ hasText: wanted }).first().click();
  await options.first().waitFor({ state: 'detached' });
}

export function aYearAgo(): Date {
  const day = new Date();
  day.setFullYear(day.getFullYear() - 1);
  return day;
}

/** 21/11/2026, as a person types it. */
export const typedDay = (date: Date) => date.toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' });
