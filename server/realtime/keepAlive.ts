import type { Socket } from './hub.ts';

const EVERY = 30_000;

/** Keeps proxies from closing what is quiet, and ends a connection whose other end answers no more. */
export function keepAlive(socket: Socket): void {
  let answered = true;
  const timer = setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
  }, EVERY).unref();
  socket.on('pong', () => {
    answered = true;
  });
  socket.on('close', () => clearInterval(timer));
}
