import { beforeAll, expect, it, jest } from '@jest/globals';
import { chaos, type Outcome, problemsOf } from '../../bench/chaos/chaos.ts';
import { FAULTS } from '../../bench/chaos/faults.ts';
import { buildServer } from '../support/servers/serverProcess.ts';

// Real processes: a PostgreSQL, two consoles, a balancer. `npm run chaos` is the long form with every fault.
jest.setTimeout(300_000);

const SHORT = ['node', 'silent', 'postmaster'];
let outcomes: Outcome[];

beforeAll(async () => {
  buildServer();
  outcomes = await chaos({
    faults: FAULTS.filter(({ name }) => SHORT.includes(name)),
    seed: 7,
    writers: 5,
    rest: 100,
    supplied: 40,
    calm: 500,
  });
});

it.each(SHORT)('nothing that was acknowledged is lost or doubled: %s', (name) => {
  const outcome = outcomes.find(({ fault }) => fault.name === name) as Outcome;
  expect(problemsOf(outcome)).toEqual([]);
  // Otherwise nobody wrote during the fault, and nothing is proven.
  expect(outcome.ledger.acknowledged).toBeGreaterThan(5);
  expect(outcome.ledger.refused + outcome.ledger.cut).toBeGreaterThan(0);
});
