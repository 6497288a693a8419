import { expect } from '@jest/globals';
import { fixture, until } from './liveTickets.ts';

interface Heard {
  event: string;
  data: string;
}

/** A connection without pusher-js: the frames it receives, and the code with which it is closed. */
export async function connected(path: string, headers: Record<string, string> = {}) {
  const frames: Heard[] = [];
  let ended = 0;
  const socket = await fixture.server.app.injectWS(
    path,
    { headers: { host: 'localhost', ...headers } } as never,
    {
      onInit(opening) {
        opening.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())));
        opening.on('close', (code: number) => {
          ended = code;
        });
      },
    },
  );
  return {
    heard: async () => {
      await until(() => frames.length > 0);
      return frames.shift() as Heard;
    },
    ended: async () => {
      await until(() => ended > 0);
      return ended;
    },
    say: (event: string, data: object) => socket.send(JSON.stringify({ event, data })),
    close: () => socket.terminate(),
  };
}

export async function refusalOf(path: string): Promise<number> {
  const connection = await connected(path);
  expect((await connection.heard()).event).toBe('pusher:error');
  return connection.ended();
}

export async function rawSocket() {
  const socket = await connected(`/app/${fixture.key}?protocol=7`);
  return { ...socket, established: JSON.parse((await socket.heard()).data) };
}
