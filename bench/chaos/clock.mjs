/** Loaded before a node: each SIGUSR2 moves its clock by the next of CLOCK_STEPS (ms), as an administrator or NTP may. */
const steps = (process.env.CLOCK_STEPS ?? '').split(',').map(Number);
const Real = Date;
let off = 0;
process.on('SIGUSR2', () => {
  off += steps.shift() ?? 0;
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
