import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { Refusal } from '../errors.ts';
import type { Answer, Answered, Asked, Outcome, Question } from './messages.ts';
import type { Job } from './readerThread.ts';
import type { TaskInput, TaskName, TaskOutput } from './tasks.ts';

/** A reading that was ended because it took too long or too much memory. What it read must not be tried again by itself. */
export class ReadingEnded extends Refusal {}

export interface ReadingLimits {
  /** Milliseconds that a reader may take for its next piece. The time of the other side does not count. */
  step: number;
  /** Milliseconds that a reader may take in all. */
  whole: number;
}

/** Honest files take a hundredth of it per piece, and a million lines two minutes. */
const LIMITS: ReadingLimits = { step: 20_000, whole: 5 * 60_000 };
/** MB. What is kept outside of the heap (packed files, shared strings) is bounded by the readers themselves. */
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
const MAX_THREADS = 4;
/** A thread without work ends after this long, in milliseconds, which frees its memory. */
const IDLE = 30_000;
/** More readings than this wait for nothing. */
const MAX_WAITING = 200;

/** In the bundle of the server the thread's code stands in a file of its own beside this one (scripts/build.mjs). */
const IS_SOURCE = import.meta.url.endsWith('.ts');
const THREAD = fileURLToPath(new URL(IS_SOURCE ? './readerThread.ts' : './readerThread.js', import.meta.url));

/** Opens threads of these limits; the process has one pool, of the limits above. */
export async function openPool(memory = MEMORY): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  return new Piscina({
    filename: THREAD,
    name: 'read',
    minThreads: 0,
    maxThreads: MAX_THREADS,
    maxQueue: MAX_WAITING,
    idleTimeout: IDLE,
    resourceLimits: memory,
    // It gets neither this process's secrets nor its startup options.
    env: {},
    execArgv: IS_SOURCE ? ['--import', 'tsx'] : [],
  });
}

let common: Promise<Piscina> | undefined;

/** Opened by its first reading. */
function commonPool(): Promise<Piscina> {
  common ??= openPool();
  return common;
}

interface Source {
  /** Opens the content from its start, each time that the reader wants it. */
  open?: () => Promise<AsyncIterable<Uint8Array> | Readable>;
  limits?: ReadingLimits;
  pool?: Promise<Piscina>;
}

/**
 * Reads foreign bytes in a thread of the pool, so that no content can stop this process: a reading that takes too long or
 * too much memory is ended with its thread and throws `ReadingEnded`. Yields what is read as it comes; a caller may stop early.
 */
export async function* readForeign<Name extends TaskName>(
  task: Name,
  input: TaskInput<Name>,
  { open, limits = LIMITS, pool = commonPool() }: Source = {},
): AsyncGenerator<TaskOutput<Name>> {
  const { port1, port2 } = new MessageChannel();
  const reading = new Reading(port1, limits, open);
  const job: Job = { task, input, port: port2 };
  const { signal } = reading;
  const running = (await pool).run(job, { transferList: [port2], signal }) as Promise<Outcome>;
  const ended = running.then(
    (outcome) => reading.end(outcome),
    (error: unknown) => reading.end(endOf(error, task)),
  );
  try {
    for (let items = await reading.next(); items; items = await reading.next())
      yield* items as TaskOutput<Name>[];
  } finally {
    reading.leave();
    void ended;
  }
}

/** The only thing that a task reads. */
export async function readOne<Name extends TaskName>(
  task: Name,
  input: TaskInput<Name>,
  source?: Source,
): Promise<TaskOutput<Name>> {
  let found: TaskOutput<Name> | undefined;
  // To its end, so that the thread is free for the next one.
  for await (const item of readForeign(task, input, source)) found ??= item;
  if (found === undefined) throw new Error(`nothing was read by ${task}`);
  return found;
}

/** This thread's side of a reading: answers the reader's questions, and holds the clock while the reader has none. */
class Reading {
  readonly #port: MessagePort;
  readonly #limits: ReadingLimits;
  readonly #open: Source['open'];
  readonly #ending = new AbortController();
  readonly #contents: AsyncIterator<Uint8Array>[] = [];
  /** Questions that are not answered yet, and since when there are none. */
  #asked = 0;
  #since = 0;
  #left: number;
  #clock: NodeJS.Timeout | undefined;
  #batches: { id: number; items: unknown[] }[] = [];
  #wake = () => {};
  #isLeft = false;
  #end: Outcome | Error | undefined;
  /** Why the content could not be read, which the other thread cannot tell. */
  #broken: { error: unknown } | undefined;

  constructor(port: MessagePort, limits: ReadingLimits, open: Source['open']) {
    this.#port = port;
    this.#limits = limits;
    this.#left = limits.whole;
    this.#open = open;
    port.on('message', ({ id, question }: Asked) => void this.#hear(id, question));
    port.unref();
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** The next items, `undefined` at the end; throws why the reading ended early. */
  async next(): Promise<unknown[] | undefined> {
    for (;;) {
      const batch = this.#batches.shift();
      if (batch) {
        this.#answer(batch.id, { kind: 'goOn' });
        return batch.items;
      }
      if (this.#end) {
        if (this.#broken) throw this.#broken.error;
        if (this.#end instanceof Error) throw this.#end;
        if (this.#end.kind === 'read') return undefined;
        const { status, code, message, fields } = this.#end;
        throw new Refusal(status, code, message, fields);
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Nobody takes what comes from now on; the reader stops at its next question, or is ended by the clock. */
  leave(): void {
    this.#isLeft = true;
    for (const { id } of this.#batches.splice(0)) this.#answer(id, { kind: 'enough' });
  }

  end(how: Outcome | Error): void {
    clearTimeout(this.#clock);
    this.#end = how;
    this.#port.close();
    for (const content of this.#contents) void content.return?.()?.catch(() => {});
    this.#wake();
  }

  async #hear(id: number, question: Question): Promise<void> {
    if (this.#asked++ === 0) this.#stopClock();
    if (question.kind === 'begun') this.#answer(id, { kind: 'goOn' });
    else if (question.kind === 'items') {
      if (this.#isLeft) return this.#answer(id, { kind: 'enough' });
      this.#batches.push({ id, items: question.items });
      this.#wake();
    } else
      try {
        this.#answer(id, await this.#contentFor(question));
      } catch (error) {
        this.#broken ??= { error };
        this.#answer(id, { kind: 'broken' });
      }
  }

  async #contentFor(question: Extract<Question, { kind: 'open' | 'pull' }>): Promise<Answer> {
    if (question.kind === 'open') {
      if (!this.#open) throw new Error('this reading has no content');
      this.#contents.push((await this.#open())[Symbol.asyncIterator]());
      return { kind: 'opened', content: this.#contents.length - 1 };
    }
    const found = await this.#contents[question.content]?.next();
    return { kind: 'piece', bytes: found && !found.done ? found.value : null };
  }

  #answer(id: number, answer: Answer): void {
    if (this.#end) return;
    if (--this.#asked === 0) this.#startClock();
    this.#port.postMessage({ id, answer } satisfies Answered);
  }

  #startClock(): void {
    this.#since = performance.now();
    const time = Math.min(this.#limits.step, this.#left);
    if (time <= 0) this.#ending.abort();
    else this.#clock = setTimeout(() => this.#onLate(), time).unref();
  }

  #stopClock(): void {
    clearTimeout(this.#clock);
    if (this.#since > 0) this.#left -= performance.now() - this.#since;
    this.#since = 0;
  }

  /** A question may already be here, unheard because this thread was the busy one. */
  #onLate(): void {
    setImmediate(() => {
      if (this.#asked === 0) this.#ending.abort();
    });
  }
}

function endOf(error: unknown, task: TaskName): Error {
  const { name, code, message } = error as { name?: string; code?: string; message?: string };
  if (name === 'AbortError') return new ReadingEnded(422, 'LEITURA_DEMOROU', tooSlow(task));
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return new ReadingEnded(422, 'LEITURA_MEMORIA', tooLarge(task));
  if (message === 'Task queue is at limit')
    return new Refusal(
      503,
      'LEITURAS_DEMAIS',
      'Há arquivos demais sendo lidos agora. Tente de novo em alguns segundos.',
    );
  return error instanceof Error ? error : new Error(String(error));
}

const NOUNS: Readonly<Record<TaskName, string>> = {
  mail: 'deste e-mail',
  mailFile: 'deste anexo',
  html: 'deste texto',
  sheet: 'desta planilha',
  shape: 'deste arquivo',
  sheetRows: 'desta planilha',
  objectRows: 'deste arquivo',
  nfe: 'deste XML',
  nfeOrigin: 'deste XML',
  zipCount: 'deste ZIP',
  zipFiles: 'deste ZIP',
};
const tooSlow = (task: TaskName) =>
  `A leitura ${NOUNS[task]} demorou demais e foi interrompida. O conteúdo não é o que se espera: confira-o.`;
const tooLarge = (task: TaskName) =>
  `A leitura ${NOUNS[task]} precisou de memória demais e foi interrompida. Divida o conteúdo em partes menores.`;
