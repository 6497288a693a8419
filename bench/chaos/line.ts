import http from 'node:http';
import net from 'node:net';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** What a network does to who speaks through it: all passes, nothing passes, each piece is late, or every word is cut. */
export type Weather = 'through' | 'silent' | 'slow' | 'reset';

/** A wire in front of one server or of several. */
export interface Line {
  port: number;
  /** Of all that are behind it; a line that was reset cuts what is open. */
  weather: (weather: Weather) => void;
  close: () => void;
}

interface Wire {
  target: number;
  dead: boolean;
}

const LATE = 2_000;
/** How often a console is asked whether it is well, and how long it has to say so; deploy/Caddyfile has the same. ms */
const LOOK = 500;
const PATIENCE = 1_000;
/** After which a console that takes no connection is passed by. ms */
const DIAL = 500;

/**
 * Takes connections on `port` (0: any) for one of the targets. With `judge` it asks each target's /healthz, gives
 * connections to those that are well alone, and cuts those of one that is not, as a balancer does.
 */
export async function openLine(port: number, targets: readonly number[], judge = false): Promise<Line> {
  let weather: Weather = 'through';
  let turn = 0;
  const well = new Set(targets);
  const open = new Map<net.Socket, Wire>();

  const server = net.createServer((near) => {
    near.on('error', () => near.destroy());
    if (weather === 'reset') near.resetAndDestroy();
    else if (weather !== 'silent') dial(near, order());
    // Else it is taken and never answered, as where packets are lost.
    else hold(near, { target: 0, dead: true });
  });

  /** Those that are well first, each in its turn; where none is, all. */
  function order(): number[] {
    turn += 1;
    const around = targets.map((_, at) => targets[(at + turn) % targets.length] as number);
    const fit = around.filter((each) => well.has(each));
    return fit.length > 0 ? fit : around;
  }

  function dial(near: net.Socket, [target, ...others]: number[]): void {
    if (target === undefined) {
      near.resetAndDestroy();
      return;
    }
    const far = net.connect(target, '127.0.0.1');
    let joined = false;
    const timer = setTimeout(() => far.destroy(new Error('no answer')), DIAL);
    far.once('connect', () => {
      joined = true;
      clearTimeout(timer);
      join(near, far, target);
    });
    far.on('error', () => {
      clearTimeout(timer);
      far.destroy();
      if (joined) near.destroy();
      else dial(near, others);
    });
  }

  function hold(socket: net.Socket, wire: Wire): void {
    open.set(socket, wire);
    socket.once('close', () => open.delete(socket));
  }

  function join(near: net.Socket, far: net.Socket, target: number): void {
    const wire = { target, dead: false };
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.setNoDelay(true);
      hold(one, wire);
      one.on('data', (piece) => !wire.dead && carry(piece, other));
      one.once('close', () => !wire.dead && other.destroy());
    }
  }

  /** Late pieces come in their order, for each is as late as the one before. */
  function carry(piece: Buffer, to: net.Socket): void {
    if (weather === 'slow') setTimeout(() => to.writable && to.write(piece), LATE);
    else if (to.writable) to.write(piece);
  }

  const cut = (which: (target: number) => boolean) => {
    for (const [socket, { target }] of open) if (which(target)) socket.resetAndDestroy();
  };

  const look = () => {
    for (const target of targets)
      void isWell(target).then((yes) => {
        if (yes) well.add(target);
        else if (well.delete(target)) cut((of) => of === target);
      });
  };
  const looking = judge ? setInterval(look, LOOK) : undefined;

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as net.AddressInfo).port,
    weather: (next) => {
      if (next === 'reset') cut(() => true);
      // As behind a firewall that forgot them: nobody says a word on these any more, whatever the weather.
      if (next === 'silent') for (const wire of open.values()) wire.dead = true;
      weather = next;
    },
    close: () => {
      clearInterval(looking);
      cut(() => true);
      server.close();
    },
  };
}

const isWell = (port: number) =>
  new Promise<boolean>((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/healthz', timeout: PATIENCE, agent: false });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
    request.once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
  });

/** As a process of its own, to be killed: `line.ts <port> <target>…` is a balancer. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [port = 0, ...targets] = process.argv.slice(2).map(Number);
  await openLine(port, targets, true);
  process.send?.('ready');
  // Whoever started it is gone.
  process.once('disconnect', () => process.exit());
}
