import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { commonExamples } from './commonExamples.ts';
import { type RuleFixture, ruleFixture } from './ruleFixture.ts';
import { salesExamples } from './salesExamples.ts';
import { ticketExamples } from './ticketExamples.ts';

let fixture: RuleFixture;
beforeAll(async () => {
  fixture = await ruleFixture();
});
afterAll(() => fixture?.server.close());

describe('rules that service desks and sales teams use', () => {
  it.each(
    [...commonExamples(() => fixture), ...ticketExamples(() => fixture), ...salesExamples(() => fixture)].map(
      (example, at) => [example.name, example, at] as const,
    ),
  )('%s: once', async (_, { rule, happen, effects }, at) => {
    const id = `exemplo-${at}`;
    await fixture.live({ ...(await rule()), id });
    const clock = fixture.deps as { now: () => Date };
    const real = clock.now;
    await fixture.db.execute(
      sql`update company_rules set looked_until = now() - interval '25 hours' where key = ${id} and looked_until is not null`,
    );
    const record = await happen();
    const before = await effects(record);
    clock.now = () => new Date(real().getTime() + 30_000);
    await fixture.turns();
    clock.now = real;
    await fixture.act();
    await fixture.db.execute(sql`update rule_runs set next_attempt_at = now() where rule_key = ${id}`);
    await fixture.act();
    await fixture.turns();
    await fixture.act();
    const states = (await fixture.runs(id)).filter(({ recordId }) => recordId === record);
    await fixture.off(id);
    // A rule that is met by its own effect finds nothing more to do.
    expect([...new Set(states.map(({ state, sentence }) => (state === 'FEITO' ? state : sentence)))]).toEqual(
      ['FEITO'],
    );
    expect(before).toBe(0);
    expect(await effects(record)).toBe(1);
  });
});
