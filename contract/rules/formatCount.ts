/**
 * A count with its unit: '1 ticket', '1.284 tickets'; above the cap, where counting stopped, '10.000+ tickets'. Every
 * count of the console is written by it (tests/contract/rules/countTexts.test.ts). A file of its own: the first screens
 * need it, and no other number.
 */
export function formatCount(
  count: number,
  one: string,
  many: string,
  cap = Number.POSITIVE_INFINITY,
): string {
  const shown = Math.trunc(Math.min(count, cap));
  return `${String(shown).replace(/\B(?=(\d{3})+$)/g, '.')}${count > cap ? '+' : ''} ${shown === 1 ? one : many}`;
}
