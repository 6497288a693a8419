import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Company, Supplies } from './company.ts';

/** Requests and responses during a fault. */
export interface Ledger {
  mark: string;
  sent: number;
  acknowledged: number;
  /** Rightly refused because somebody else got the last unit. */
  denied: number;
  /** Attempts that got a 5xx response, or none at all; each was retried. */
  refused: number;
  cut: number;
  /** Longest time between two acknowledged responses to any client, in milliseconds. */
  gap: number;
  /** Longest time from the first refusal or cut of a command to its response, in milliseconds. */
  held: number;
  /** Longest total time of a command that was neither refused nor cut, which only waited for the machine, in milliseconds. */
  slowest: number;
  /** Responses that should never occur. */
  wrong: string[];
  /** Tickets that were opened, answered and moved, with the last version reported. */
  conversations: { id: number; versao: number; texts: string[] }[];
  /** Access keys of invoices whose single unit was returned, with the ticket. */
  returns: Map<string, number>;
  orders: number[];
  pickups: number[];
  records: string[];
  /** Background jobs over tickets, with the text that each ticket must receive once. */
  jobs: { id: string; text: string; tickets: number[] }[];
}

export const newLedger = (): Ledger => ({
  mark: randomUUID().slice(0, 8),
  sent: 0,
  acknowledged: 0,
  denied: 0,
  refused: 0,
  cut: 0,
  gap: 0,
  held: 0,
  slowest: 0,
  wrong: [],
  conversations: [],
  returns: new Map(),
  orders: [],
  pickups: [],
  records: [],
  jobs: [],
});

// biome-ignore lint/suspicious/noExplicitAny: responses have every shape; each is read where its call is known
type Body = any;
interface Answer {
  status: number;
  body: Body;
}

/** After this time without a response, a person gives up the request and sends it again, in milliseconds. */
const TIMEOUT = 15_000;
const RETRY_DELAY = 100;
/** A command without a response for this long counts as wrong, in milliseconds. */
const COMMAND_DEADLINE = 90_000;

export interface WriterContext {
  origin: string;
  company: Company;
  supplies: Supplies;
  ledger: Ledger;
  stopped: () => boolean;
  /** Pause of each person between two actions; without it they saturate the machine, in milliseconds. */
  rest?: number;
}

type Send = (
  method: 'POST' | 'PUT',
  path: string,
  body: object | FormData,
  token?: string,
) => Promise<Answer>;

/** Sends a command with a single key until it is carried out or refused for a reason of its own, as the console does. */
function sender({ origin, company, ledger }: WriterContext): Send {
  let lastAt = performance.now();
  return async (method, path, body, token = company.admin) => {
    const key = randomUUID();
    const encoded = body instanceof FormData ? new Response(body) : Response.json(body);
    const type = String(encoded.headers.get('content-type'));
    const payload = Buffer.from(await encoded.arrayBuffer());
    const began = performance.now();
    let failedAt = 0;
    ledger.sent += 1;
    for (;;) {
      const answer = await once(origin + path, method, payload, {
        App: 'prova',
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        'content-type': type,
      }).catch(() => null);
      if (answer?.status === 200) {
        const now = performance.now();
        ledger.acknowledged += 1;
        ledger.gap = Math.max(ledger.gap, now - lastAt);
        if (failedAt > 0) ledger.held = Math.max(ledger.held, now - failedAt);
        else ledger.slowest = Math.max(ledger.slowest, now - began);
        lastAt = now;
        return answer;
      }
      if (answer && isFinal(answer)) return answer;
      failedAt ||= performance.now();
      if (answer) ledger.refused += 1;
      else ledger.cut += 1;
      if (performance.now() - began > COMMAND_DEADLINE) {
        ledger.wrong.push(`${method} ${path}: no answer after ${COMMAND_DEADLINE / 1000} s`);
        return answer ?? { status: 0, body: {} };
      }
      await pause(RETRY_DELAY);
    }
  };
}

/** Uses a new connection, so that the balancer chooses a node for each request. */
const once = (address: string, method: string, payload: Buffer, headers: Record<string, string>) =>
  new Promise<Answer>((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT);
    const request = http.request(address, { method, agent: false, signal, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.once('error', reject);
      answer.once('end', () => {
        try {
          resolve({ status: answer.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString()) });
        } catch (error) {
          reject(error);
        }
      });
    });
    request.once('error', reject);
    request.end(payload);
  });

/** 409 CONFLITO means a simultaneous write, so the command is retried. */
const isFinal = ({ status, body }: Answer) =>
  status < 500 && status !== 429 && status !== 408 && !(status === 409 && body.code === 'CONFLITO');

/** Simulates people who perform one action after the other until the desk is closed; resolves once everything is answered. */
export async function write(desk: WriterContext, writers: number): Promise<void> {
  const send = sender(desk);
  const stories = [converse, returnLast, order, collect, writeProduct];
  await Promise.all(
    Array.from({ length: writers }, async (_, at) => {
      for (let turn = at; !desk.stopped(); turn += 1) {
        await (stories[turn % stories.length] as Story)(desk, send);
        await pause(desk.rest);
      }
    }),
  );
}

type Story = (desk: WriterContext, send: Send) => Promise<unknown>;

function expectDone({ ledger }: WriterContext, what: string, { status, body }: Answer): boolean {
  if (status === 200) return true;
  if (status !== 0) ledger.wrong.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
  return false;
}

/** Opens a question, answers it with a file and moves it on. */
async function converse(desk: WriterContext, send: Send): Promise<void> {
  const { company, ledger } = desk;
  const texts = [1, 2].map((at) => `prova ${ledger.mark} ${ledger.sent}-${at}-${randomUUID().slice(0, 8)}`);
  const opened = await send('POST', '/sac/tickets', {
    origem: 'SAC',
    idTipo: company.question,
    tipo: 'DUVIDA_PRODUTO',
    idCli: company.customerIds.first,
    idFil: company.branchIds[0],
    mensagem: texts[0],
  });
  if (!expectDone(desk, 'abrir', opened)) return;
  const talk = { id: opened.body.data.id as number, versao: 1, texts };
  ledger.conversations.push(talk);
  const form = new FormData();
  form.set('tipo', 'PUBLICO');
  form.set('mensagem', `<p>${texts[1]}</p>`);
  form.set('arquivos[0]', new Blob([`%PDF-1.4\n% ${texts[1]}\n%%EOF\n`]), 'prova.pdf');
  const answered = await send('POST', `/sac/tickets/${talk.id}/historico`, form);
  if (!expectDone(desk, 'responder', answered)) return;
  grow(desk, talk, answered);
  const moved = await send('POST', `/sac/tickets/${talk.id}/avancar-etapa`, {});
  if (expectDone(desk, 'avançar', moved)) grow(desk, talk, moved);
}

function grow({ ledger }: WriterContext, talk: Ledger['conversations'][number], { body }: Answer): void {
  const { versao } = body.data as { versao: number };
  if (versao <= talk.versao)
    ledger.wrong.push(`ticket ${talk.id}: versão ${versao} depois de ${talk.versao}`);
  talk.versao = versao;
}

/** Two people return the single unit of an invoice at the same time. */
async function returnLast(desk: WriterContext, send: Send): Promise<void> {
  const { company, ledger, supplies } = desk;
  const nfe = supplies.keys.pop();
  if (!nfe) return;
  const body = {
    origem: 'SAC',
    idTipo: company.devolution,
    tipo: 'DEVOLUCAO',
    menu: 'SOLICITACAO',
    motivo1: 1001,
    motivo2: 1002,
    idCli: company.customerIds.first,
    idFil: company.branchIds[0],
    itens: [{ produto_id: company.productId, nfe, qtd_solicitada: '1', motivo_id: 1 }],
  };
  const answers = await Promise.all([send('POST', '/sac/tickets', body), send('POST', '/sac/tickets', body)]);
  const [won, ...more] = answers.filter(({ status }) => status === 200);
  if (won) ledger.returns.set(nfe, won.body.data.id);
  if (more.length > 0) ledger.wrong.push(`a última unidade da nota ${nfe} voltou duas vezes`);
  for (const answer of answers)
    if (answer.status === 422 && won) ledger.denied += 1;
    else expectDone(desk, 'devolver', answer);
}

async function order(desk: WriterContext, send: Send): Promise<void> {
  const { company, ledger, supplies } = desk;
  const quote = supplies.quotes.pop();
  if (!quote) return;
  const answer = await send('POST', `/callcenter/orcamentos/${quote}/pedido`, {}, company.seller);
  if (expectDone(desk, 'salvar pedido', answer)) ledger.orders.push(quote);
}

/** Two people add one ticket to a pickup at the same time. */
async function collect(desk: WriterContext, send: Send): Promise<void> {
  const { ledger, supplies } = desk;
  const ticket = supplies.waiting.pop();
  if (!ticket) return;
  const one = () => send('POST', '/sac/tickets/ordem-coleta/transportadora', { tickets: [ticket] });
  const answers = await Promise.all([one(), one()]);
  const made = answers.filter(({ status, body }) => status === 200 && body.sucesso.length === 1);
  if (made.length === 1) ledger.pickups.push(ticket);
  else
    ledger.wrong.push(`ticket ${ticket}: ${made.length} coletas; ${JSON.stringify(answers).slice(0, 300)}`);
}

/** An ERP writes a new product and then changes it. */
async function writeProduct(desk: WriterContext, send: Send): Promise<void> {
  const { ledger } = desk;
  const codigo = `X${randomUUID().slice(0, 12).toUpperCase()}`;
  for (const preco of ['10.00', '11.00']) {
    const row = { codigo, descricao: `Produto ${codigo}`, marca: 'Prova', unidade: 'UN', preco };
    const answer = await send('PUT', '/dados/v1/produtos', { registros: [row] });
    if (!expectDone(desk, 'gravar produto', answer)) return;
    const { criados, mudados } = answer.body.contagens;
    if (preco === '10.00' ? criados !== 1 : mudados !== 1)
      ledger.wrong.push(`produto ${codigo}: ${JSON.stringify(answer.body).slice(0, 200)}`);
  }
  ledger.records.push(codigo);
}

/** Adds a note to many tickets at once: a background job that must finish whatever happens to the node running it. */
export async function startJob(desk: WriterContext): Promise<void> {
  const { ledger, supplies } = desk;
  const text = `lote ${ledger.mark}`;
  const answer = await sender(desk)('POST', '/sac/tickets/lote/nota-privada', {
    ids: supplies.waiting,
    dados: { mensagem: text },
  });
  if (expectDone(desk, 'lote', answer))
    ledger.jobs.push({ id: answer.body.data.id, text, tickets: [...supplies.waiting] });
}
