import { startReceiver } from '#tests/server/feed/receiver.ts';
import { spread, spreadOf } from '../lists/measure.ts';
import type { Company, Line } from './company.ts';

/** docs/domain.md 16: milliseconds at p95 from the response to a write until the receiver gets the change. */
const BUDGET = 1_000;
/** Average pause between two writes, at random, so that the worker is sometimes idle, in milliseconds. */
const PAUSE = 400;
const TIMEOUT = 30_000;

/** Measures from the response to a write until a webhook has notified another system of it. */
export async function changesDelivered(company: Company, changes: number): Promise<Line[]> {
  const arrived = new Map<string, number>();
  const receiver = await startReceiver(({ body }) => {
    const code: string = JSON.parse(body).data.codigo;
    arrived.set(code, arrived.get(code) ?? performance.now());
    return { status: 204 };
  });
  const { id } = await company.call<{ id: number }>('POST', '/config/webhooks', {
    nome: 'Medição',
    url: receiver.url,
    tipos: ['produtos'],
    filiais: [],
    semChave: null,
  });
  try {
    const written = await write(company, changes);
    const end = performance.now() + TIMEOUT;
    while (arrived.size < changes && performance.now() < end) await rest(50);
    const times = [...written].map(([code, at]) => (arrived.get(code) ?? Number.POSITIVE_INFINITY) - at);
    const measured = spreadOf(times.map((time) => Math.max(0, time)));
    return [
      {
        name: `webhook, ${changes.toLocaleString('pt-BR')} mudanças, da resposta ao aviso, p50 / p95 em ms`,
        measured: spread(measured),
        budget: String(BUDGET),
        held: measured.p95 <= BUDGET,
      },
    ];
  } finally {
    await company.call('DELETE', `/config/webhooks/${id}`);
    await receiver.close();
  }
}

async function write(company: Company, changes: number): Promise<Map<string, number>> {
  const written = new Map<string, number>();
  const run = Date.now().toString(36);
  for (let number = 0; number < changes; number++) {
    const codigo = `aviso-${run}-${number}`;
    await company.call('PUT', '/dados/v1/produtos', {
      registros: [{ codigo, descricao: `Produto avisado ${number}`, unidade: 'UN' }],
    });
    written.set(codigo, performance.now());
    await rest(Math.random() * PAUSE);
  }
  return written;
}

const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
