import { readFileSync } from 'node:fs';

/**
 * Loaded before a node starts: each SIGUSR2 shifts its clock by the milliseconds in CLOCK_FILE, as an administrator or NTP
 * might.
 */
const Real = Date;
let off = 0;
process.on('SIGUSR2', () => {
  off = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8'));
});

class Moved extends Real {
  /** @param {any[]} given */
  constructor(...given) {
    if (given.length === 0) super(Real.now() + off);
    // @ts-expect-error as many as the caller gave
    else super(...given);
  }
  static now() {
    return Real.now() + off;
  }
}
globalThis.Date = /** @type {DateConstructor} */ (/** @type {unknown} */ (Moved));
