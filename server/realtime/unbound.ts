import { type Connection, dismiss } from './hub.ts';
import { CODES } from './protocol.ts';

/** A console asks for its channels at once; this is long enough for a database that comes back meanwhile. */
const LONGEST_UNBOUND = 60_000;

/**
 * Ends a connection that never says whose it is: connections of an address that are nobody's are counted, and whoever
 * kept so many of them open would keep everybody behind that address out.
 */
export function endUnbound(connection: Connection): void {
  const timer = setTimeout(() => {
    if (!connection.session) dismiss(connection, CODES.reconnect, 'Nenhum canal foi pedido');
  }, LONGEST_UNBOUND).unref();
  connection.socket.on('close', () => clearTimeout(timer));
}
