/** Working hours in the demonstration: Monday to Friday, 8 to 18 on the branch's clock. */
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const OPENS = 8;
const CLOSES = 18;

/** The same instant when people work then, otherwise the next one at the same minute past opening. */
export function duringWork(instant: number, hoursBehindUtc: number): number {
  let local = instant - hoursBehindUtc * HOUR;
  for (;;) {
    const date = new Date(local);
    const weekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
    const hour = date.getUTCHours();
    if (!weekend && hour >= OPENS && hour < CLOSES) return local + hoursBehindUtc * HOUR;
    const midnight = local - (local % DAY);
    const nextDay = weekend || hour >= CLOSES;
    // The minutes stay, so that what is moved does not all fall on one moment.
    local = midnight + (nextDay ? DAY : 0) + OPENS * HOUR + (local % HOUR);
  }
}
