import { writeXlsx } from 'hucre';
import type { Page } from 'playwright-core';
import { read, send } from './tickets/tickets.ts';

/** The spreadsheet used by the import journey. */

const HEADING = ['Colaborador', 'Cliente', 'Data', 'Hora', 'Tipo', 'Assunto', 'Descrição'];
const COLLABORATOR = '50000000566';
const DAYS = 4;
/** Lines per day; the last day has the remaining ones. */
export const LINES_PER_DAY = 122;
export const GOOD = DAYS * LINES_PER_DAY;

type Line = [who: string, customer: string, day: string, time: string, kind: string, subject: string];

export interface AgendaSheet {
  file: Buffer;
  /** The first and last day with valid agendas. */
  days: readonly [string, string];
  /** Why each invalid line is rejected, in order. */
  reasons: string[];
}

/** 488 valid lines with twelve invalid ones among them. */
export async function agendaSheet(page: Page): Promise<AgendaSheet> {
  const first = await quietDay(page);
  const customers = await contactable(page, first);
  const good = Array.from({ length: GOOD }, (_, index): Line => {
    const place = index % LINES_PER_DAY;
    const day = brazilian(plusDays(first, Math.floor(index / LINES_PER_DAY)));
    const kind = index % 3 ? 'Contato' : '';
    return [
      COLLABORATOR,
      customers[index % customers.length] ?? '',
      day,
      clock(place),
      kind,
      `Retorno ${index + 1}`,
    ];
  });
  const bad = badLines(good[0] as Line);
  const step = Math.floor(GOOD / bad.length);
  const lines = good.flatMap((line, index) => {
    const [wrong] = bad[Math.floor(index / step)] ?? [];
    return wrong && index % step === step - 1 ? [line, wrong] : [line];
  });
  const reasons = bad.map(([, reason]) => reason);
  return { file: await written(lines), days: [first, plusDays(first, DAYS - 1)], reasons };
}

/** Each is the first valid line with one error. */
function badLines(good: Line): [Line, string][] {
  const but = (place: number, text: string) => good.with(place, text) as Line;
  return [
    [but(1, '987654321'), 'Cliente não encontrado.'],
    [but(2, '02/01/2020'), 'A data e a hora já passaram.'],
    [but(5, ''), 'Informe o assunto.'],
    [but(0, '987654321'), 'Colaborador "987654321" não encontrado.'],
    [but(3, '24h'), 'A hora "24h" não existe. Use HH:MM.'],
    [but(2, '31/02/2031'), 'A data "31/02/2031" não existe. Confira o dia e o mês, em DD/MM/AAAA.'],
    [but(3, '25:00'), 'A hora "25:00" não existe. Use HH:MM.'],
    [but(4, 'Visita'), 'O tipo "Visita" não existe. Use Contato ou Cobrança.'],
    [but(5, 'a'.repeat(121)), 'O assunto passa de 120 caracteres.'],
    [but(1, ''), 'Informe o cliente: código, CPF ou CNPJ.'],
    [but(1, 'Padaria'), '"Padaria" não é código, CPF nem CNPJ de cliente.'],
    [but(0, COLLABORATOR), 'Repete o registro da linha 2.'],
  ];
}

async function written(lines: readonly Line[]): Promise<Buffer> {
  const rows = [HEADING, ...lines.map((line) => [...line, ''])];
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Agendas', rows }] }));
}

/** Number of agendas from one day to another. */
export async function agendaCount(page: Page, [first, last]: readonly [string, string]): Promise<number> {
  const { paginator } = await read<{ paginator: { total: number } }>(
    page,
    `/callcenter/agendas?take=1&dtIni=${first}&dtFim=${last}`,
  );
  return paginator.total;
}

/** The first Monday of a week without any agendas on its first days, starting three months from now. */
async function quietDay(page: Page): Promise<string> {
  const monday = 90 + ((8 - new Date(Date.now() + 90 * 86_400_000).getUTCDay()) % 7);
  for (let ahead = monday; ahead < 400; ahead += 7) {
    const day = plusDays(new Date().toISOString().slice(0, 10), ahead);
    if ((await agendaCount(page, [day, plusDays(day, DAYS - 1)])) === 0) return day;
  }
  throw new Error('every day of the year is taken');
}

/** Codes of customers of the demonstration's seller who may be contacted on every day from the first. */
async function contactable(page: Page, first: string): Promise<string[]> {
  const { itens } = await read<{ itens: { id: number }[] }>(page, '/sac/clientes?take=60');
  const linhas = Array.from({ length: DAYS }, (_, after) => brazilian(plusDays(first, after))).flatMap(
    (data) =>
      itens.map(({ id }) => ({
        colaborador: COLLABORATOR,
        cliente: String(id),
        data,
        hora: '07:00',
        assunto: 'Retorno',
      })),
  );
  const { problemas } = (await send(page, '/callcenter/agendas-supervisor/validar', { linhas })) as {
    problemas: { linha: number }[];
  };
  const refused = new Set(problemas.map(({ linha }) => linhas[linha - 1]?.cliente));
  const found = itens.map(({ id }) => String(id)).filter((id) => !refused.has(id));
  if (found.length === 0) throw new Error('nobody may be contacted on all of the days');
  return found;
}

const plusDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

const brazilian = (day: string) => day.split('-').reverse().join('/');

/** Every four minutes, starting at eight o'clock. */
const clock = (place: number) => new Date(8 * 3_600_000 + place * 240_000).toISOString().slice(11, 16);
