import assert from 'node:assert/strict';
import { it } from 'node:test';
import { FIRST_LOAD_BUDGET, firstLoad } from '../support/firstLoad.ts';

it('the scripts up to the list of tickets fit their budget', () => {
  const scripts = firstLoad().toSorted((a, b) => b.kib - a.kib);
  const total = scripts.reduce((sum, { kib }) => sum + kib, 0);
  const lines = scripts.map(({ name, kib }) => `${name} ${kib.toFixed(1)}`).join(', ');
  assert.ok(total <= FIRST_LOAD_BUDGET, `${total.toFixed(1)} KiB of ${FIRST_LOAD_BUDGET}: ${lines}`);
});
