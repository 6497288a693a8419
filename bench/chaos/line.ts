import http from 'node:http';
import net from 'node:net';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * How a network treats a connection: everything passes, nothing passes, every piece is delayed, or the connection is reset.
 */
export type NetworkCondition = 'through' | 'silent' | 'slow' | 'reset';

/** A proxy in front of one or more servers. */
export interface TcpProxy {
  port: number;
  /** Applies to all targets; `reset` also cuts the open connections. */
  weather: (weather: NetworkCondition) => void;
  close: () => void;
}

interface ProxiedConnection {
  target: number;
  dead: boolean;
}

const LATENCY = 2_000;
/** Interval and timeout of the health checks in milliseconds, the same as in deploy/Caddyfile. */
const HEALTH_INTERVAL = 500;
const HEALTH_TIMEOUT = 1_000;
/** After this time, a console that does not accept a connection is skipped, in milliseconds. */
const DIAL = 500;

/**
 * Accepts connections on `port` (0: any) for one of the targets. With `checkHealth` it polls each target's /healthz, connects only
 * to healthy ones, and cuts the connections of an unhealthy one, as a load balancer does.
 */
export async function openProxy(
  port: number,
  targets: readonly number[],
  checkHealth = false,
): Promise<TcpProxy> {
  let weather: NetworkCondition = 'through';
  let turn = 0;
  const well = new Set(targets);
  const open = new Map<net.Socket, ProxiedConnection>();

  const server = net.createServer((near) => {
    near.on('error', () => near.destroy());
    if (weather === 'reset') near.resetAndDestroy();
    else if (weather !== 'silent') dial(near, order());
    // Otherwise it is accepted and never answered, as if packets were lost.
    else hold(near, { target: 0, dead: true });
  });

  /** Healthy targets first, in rotation; if none is healthy, all of them. */
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

  function hold(socket: net.Socket, wire: ProxiedConnection): void {
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

  /** Delayed pieces keep their order, since each has the same delay. */
  function carry(piece: Buffer, to: net.Socket): void {
    if (weather === 'slow') setTimeout(() => to.writable && to.write(piece), LATENCY);
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
  const looking = checkHealth ? setInterval(look, HEALTH_INTERVAL) : undefined;

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as net.AddressInfo).port,
    weather: (next) => {
      if (next === 'reset') cut(() => true);
      // Like a firewall that dropped its state: these connections stay silent even after the condition changes.
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
    const request = http.get({
      host: '127.0.0.1',
      port,
      path: '/healthz',
      timeout: HEALTH_TIMEOUT,
      agent: false,
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
    request.once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
  });

/** Run as a separate process that can be killed: `line.ts <port> <target>…` is a balancer. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [port = 0, ...targets] = process.argv.slice(2).map(Number);
  await openProxy(port, targets, true);
  process.send?.('ready');
  // The parent process has ended.
  process.once('disconnect', () => process.exit());
}
