import { Worker } from 'node:worker_threads';
import type { RecordFacts } from '#contract/rules/fields/recordFacts.ts';
import type { FormFinding } from '#contract/rules/forms/formMessages.ts';
import { refused } from '../../errors.ts';
import { rulesModule } from './rulesModule.ts';

/** A validator as text: a CommonJS module produced by `standaloneCode`. */
export interface ValidatorCode {
  key: string;
  code: string;
}

/** Time limit of one validation in milliseconds. A form of thirty fields takes well under one. */
const TIMEOUT = 2_000;
/** The thread ends after this long without work, in milliseconds, which frees its memory. */
const IDLE = 30_000;
/** Number of validators that a thread keeps. */
const MAX_VALIDATORS = 300;
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/** Plain JavaScript, so that it runs the same from sources, from a bundle and in tests. */
const BOOTSTRAP = `
const { parentPort, workerData } = require('node:worker_threads');
const own = require('node:module').createRequire(workerData.from);
const load = (code, find) => {
  const module = { exports: {} };
  new Function('require', 'module', 'exports', code)(find, module, module.exports);
  return module.exports;
};
const rules = load(workerData.rules, own);
const find = (name) => (name === 'form-rules' ? rules : own(name));
const validators = new Map();
parentPort.on('message', ({ key, code, name, data, facts, most }) => {
  try {
    if (code !== undefined) validators.set(key, load(code, find));
    if (validators.size > workerData.most) validators.delete(validators.keys().next().value);
    const validate = validators.get(key)[name];
    parentPort.postMessage({ findings: validate.call(facts, data) ? [] : (validate.errors ?? []).slice(0, most) });
  } catch (error) {
    parentPort.postMessage({ failure: String(error) });
  }
});
parentPort.postMessage('ready');
`;

/** More findings than this do not help anyone. */
const MAX_FINDINGS = 2_000;

interface Task extends ValidatorCode {
  name: string;
  data: unknown;
  facts: RecordFacts;
  done: (findings: FormFinding[]) => void;
  fail: (error: unknown) => void;
}

/**
 * Validates form data in a separate thread, one task at a time, so that no schema or data can block the server. A task that
 * takes too long or too much memory is ended with its thread; the following ones run in a new one.
 */
class ValidatorThread {
  readonly #waiting: Task[] = [];
  #current: Task | undefined;
  #worker: Promise<Worker> | undefined;
  #sent = new Set<string>();
  #clock: NodeJS.Timeout | undefined;

  validate(
    validator: ValidatorCode,
    name: string,
    data: unknown,
    facts: RecordFacts,
  ): Promise<FormFinding[]> {
    return new Promise((done, fail) => {
      this.#waiting.push({ ...validator, name, data, facts, done, fail });
      void this.#next();
    });
  }

  async #next(): Promise<void> {
    if (this.#current) return;
    const task = this.#waiting.shift();
    clearTimeout(this.#clock);
    if (!task) {
      this.#clock = setTimeout(() => void this.#end(), IDLE).unref();
      return;
    }
    this.#current = task;
    try {
      this.#worker ??= this.#start();
      const worker = await this.#worker;
      worker.ref();
      const { key, code, name, data, facts } = task;
      worker.postMessage({
        key,
        name,
        data,
        facts,
        most: MAX_FINDINGS,
        ...(!this.#sent.has(key) && { code }),
      });
      this.#remember(key);
      this.#clock = setTimeout(() => this.#onLate(task), TIMEOUT);
    } catch (error) {
      this.#settle(() => task.fail(error), true);
    }
  }

  /** Forgets in the same order as the thread does. */
  #remember(key: string) {
    this.#sent.add(key);
    const [oldest] = this.#sent;
    if (this.#sent.size > MAX_VALIDATORS && oldest !== undefined) this.#sent.delete(oldest);
  }

  /** A result may already be queued, unread because this thread was the busy one. */
  #onLate(task: Task) {
    setImmediate(() => {
      if (this.#current === task) this.#settle(() => task.fail(tooSlow()), true);
    });
  }

  #settle(tell: () => void, broken: boolean) {
    clearTimeout(this.#clock);
    this.#current = undefined;
    if (broken) void this.#end();
    else void this.#worker?.then((worker) => worker.unref());
    tell();
    void this.#next();
  }

  async #end() {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#sent = new Set();
    await worker?.then((one) => one.terminate()).catch(() => {});
  }

  async #start(): Promise<Worker> {
    const { cjs } = await rulesModule();
    const worker = new Worker(BOOTSTRAP, {
      eval: true,
      // The thread gets neither this process's environment nor its startup options.
      env: {},
      execArgv: [],
      workerData: { rules: cjs, from: import.meta.url, most: MAX_VALIDATORS },
      resourceLimits: MEMORY,
    });
    await new Promise<void>((ready, fail) => {
      worker.once('message', () => ready());
      worker.once('error', fail);
    });
    worker.removeAllListeners('error');
    worker.on('message', (answer: { findings?: FormFinding[]; failure?: string }) => {
      const task = this.#current;
      if (!task) return;
      const { findings, failure } = answer;
      this.#settle(() => (findings ? task.done(findings) : task.fail(new Error(failure))), false);
    });
    worker.on('error', () => {
      const task = this.#current;
      if (task) this.#settle(() => task.fail(tooSlow()), true);
      else void this.#end();
    });
    return worker;
  }
}

const tooSlow = () =>
  refused(
    'FORMULARIO_DEMOROU',
    'A conferência destes dados demorou demais e foi interrompida. Envie menos dados, ou avise quem cuida do formulário.',
  );

const thread = new ValidatorThread();

/**
 * Findings of one validator of a module, empty when the data is valid. Throws a refusal if it takes too long.
 * @param facts what is known of the record that the data belongs to, for conditions about it
 */
export const validateData = (
  validator: ValidatorCode,
  name: string,
  data: unknown,
  facts: RecordFacts = {},
): Promise<FormFinding[]> => thread.validate(validator, name, data, facts);
