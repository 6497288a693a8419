import { readFileSync } from 'node:fs';

/** Loaded before a node: each SIGUSR2 sets its clock off by the milliseconds in CLOCK_FILE, as an administrator or NTP may. */
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
