import { Readable } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import { Refusal } from '../errors.ts';
import type { Answer, Answered, Asked, Outcome, Question } from './messages.ts';
import { batchOf, type TaskName, tasks } from './tasks.ts';

export interface Job {
  task: TaskName;
  input: unknown;
  port: MessagePort;
}

/** The main function of a thread of the pool: does one reading, and sends what it reads through the port. */
export async function read({ task, input, port }: Job): Promise<Outcome> {
  const line = new Line(port);
  try {
    await line.ask({ kind: 'begun' });
    const run = tasks[task] as (input: unknown, open: () => Promise<Readable>) => AsyncIterable<unknown>;
    let items: unknown[] = [];
    for await (const item of run(input, () => contentOf(line))) {
      items.push(item);
      if (items.length < batchOf(task)) continue;
      const { kind } = await line.ask({ kind: 'items', items });
      items = [];
      if (kind === 'enough') break;
    }
    if (items.length > 0) await line.ask({ kind: 'items', items });
    return { kind: 'read' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, code, message, fields } = error;
    return { kind: 'refused', status, code, message, fields };
  } finally {
    port.close();
  }
}

/** Asks the other thread, possibly several things at once: lines are sent while the next piece is on its way. */
class Line {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #last = 0;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', ({ id, answer }: Answered) => {
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
    });
  }

  ask(question: Question): Promise<Answer> {
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#port.postMessage({ id, question } satisfies Asked);
    });
  }
}

async function contentOf(line: Line): Promise<Readable> {
  const opened = await line.ask({ kind: 'open' });
  if (opened.kind !== 'opened') throw new Error('the content cannot be opened');
  return Readable.from(pieces(line, opened.content), { objectMode: true, highWaterMark: 1 });
}

async function* pieces(line: Line, content: number): AsyncGenerator<Buffer> {
  for (;;) {
    const answer = await line.ask({ kind: 'pull', content });
    if (answer.kind !== 'piece') throw new Error('the content cannot be read');
    if (answer.bytes === null) return;
    yield Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength);
  }
}
