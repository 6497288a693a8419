import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startReceiver } from '../../server/feed/receiver.ts';
import { freePort } from '../servers/freePort.ts';
import { setUp, startConsole } from './company.ts';

/** Longest pause between two changes, so that everything that polls is sometimes idle, in milliseconds. */
const MAX_PAUSE = 1_500;

/** For single changes of a product, the milliseconds from sending each until a receiver has it, in order. */
export async function changeToReceiver(
  url: string,
  { processes, changes }: { processes: number; changes: number },
): Promise<number[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-aviso-'));
  const received = new Map<string, number>();
  const receiver = await startReceiver(({ body, at }) => {
    received.set(JSON.parse(body).data.codigo, at);
    return { status: 204 };
  });
  const port = await freePort();
  const server = await startConsole(url, { port, dataDir: folder, processes });
  try {
    const origin = `http://127.0.0.1:${port}`;
    const { chave } = await setUp(url, origin, receiver.url);
    const took: number[] = [];
    for (let each = 0; each < changes; each += 1) {
      await pause(Math.random() * MAX_PAUSE);
      const codigo = `A${each}`;
      const sent = Date.now();
      const answer = await fetch(`${origin}/dados/v1/produtos`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${chave}`, 'content-type': 'application/json' },
        body: JSON.stringify([{ codigo, descricao: codigo, unidade: 'UN' }]),
      });
      assert.equal(answer.status, 200);
      while (!received.has(codigo)) await pause(5);
      took.push((received.get(codigo) ?? 0) - sent);
    }
    return took.sort((one, other) => one - other);
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
