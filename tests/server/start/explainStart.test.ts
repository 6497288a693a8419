import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { explainStart } from '#server/failures.ts';

/** A database server that takes connections and never answers, like one on a machine that is too busy. */
let silent: Server;
let url: string;
const sockets = new Set<Socket>();
beforeAll(async () => {
  silent = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  url = `postgres://u:segredo@127.0.0.1:${port}/b`;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
});

const failureOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    (error: unknown) => error,
  );

it.each([
  ['connection', () => new pg.Client({ connectionString: url, connectionTimeoutMillis: 50 }).connect()],
  ['pool', () => new pg.Pool({ connectionString: url, connectionTimeoutMillis: 50 }).connect()],
])('explains a database that does not answer a %s', async (_name, connect) => {
  const failure = await failureOf(connect());
  expect(failure).toBeInstanceOf(Error);
  const sentence =
    'O banco de dados não respondeu a tempo. Se a máquina está ocupada, inicie de novo em um instante.';
  expect(explainStart(failure)).toContain(sentence);
  // drizzle wraps the driver's errors.
  expect(explainStart(new Error('Failed query: select 1', { cause: failure }))).toContain(sentence);
});
