import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import type { CompanyRule } from '#contract/rules/companyRules/companyRule.ts';
import { ruleEntity, ruleEvent } from '#contract/rules/companyRules/ruleEntities.ts';
import { changedField } from '#contract/rules/companyRules/ruleProblems.ts';
import { feedEntries, ruleActions, ruleRuns } from '#server/db/tables/index.ts';
import { isDown } from '#server/failures.ts';
import { commonExamples } from './commonExamples.ts';
import { RULE, type RuleFixture, ruleFixture } from './ruleFixture.ts';
import { salesExamples } from './salesExamples.ts';
import { ticketExamples } from './ticketExamples.ts';

jest.setTimeout(600_000);

let fixture: RuleFixture;
beforeAll(async () => {
  fixture = await ruleFixture();
});
afterAll(() => fixture?.server.close());

/** Where the process ends: at some of the writes of what rules met, and at some between an action and its log. */
interface Ends {
  met: number[];
  done: number[];
}
const ENDS: fc.Arbitrary<Ends> = fc.record({
  met: fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 2, maxLength: 2 }),
  done: fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 3, maxLength: 3 }),
});

/**
 * Ends the connection in the middle of a transaction, as the end of the process does. Sequences count on whatever becomes of the
 * transaction, so that each end comes once.
 */
async function endingAt({ met, done }: Ends): Promise<void> {
  const at = (steps: readonly number[]) => `array[${steps.join(', ')}]`;
  for (const [name, table, when, steps] of [
    ['met', 'rule_runs', 'insert or update', met],
    ['done', 'rule_actions', 'insert', done],
  ] as const) {
    await fixture.db.execute(
      sql.raw(`create sequence steps_${name};
        create function end_${name}() returns trigger language plpgsql as $$ begin
          if nextval('steps_${name}') = any (${at(steps)}) then
            perform pg_terminate_backend(pg_backend_pid());
            perform pg_sleep(5);
          end if;
          return new;
        end $$;
        create trigger end_${name} before ${when} on ${table} for each row execute function end_${name}();`),
    );
  }
}

/** What is written by an action, and which rows of it an action's log may name or count. */
const messages = `select id from ticket_messages where type in ('PRIVADO', 'ENCAMINHAMENTO', 'PUBLICO')
  and id not in (select min(m.id) from ticket_messages m join tickets t on t.id = m.ticket_id
    where t.subject like 'Continuação do %' group by t.id)`;
const NAMED: readonly { actions: string[]; key: string; rows: string }[] = [
  { actions: ['ANOTAR', 'ENCAMINHAR', 'RESPONDER'], key: 'mensagem', rows: messages },
  { actions: ['AGENDA'], key: 'agenda', rows: 'select id from agendas' },
  { actions: ['TICKET'], key: 'ticket', rows: 'select id from tickets' },
  { actions: ['REGISTRO'], key: 'registro', rows: 'select id from records' },
  {
    ...{ actions: ['WEBHOOK'], key: 'entrega' },
    rows: `select id from webhook_deliveries where event = 'tickets.regra'`,
  },
];

const idsOf = async (rows: string): Promise<number[]> =>
  (await fixture.db.execute<{ id: number }>(sql.raw(rows))).rows.map(({ id }) => Number(id));

describe('all rules at once', () => {
  it('do each thing once, though the process ends five times in the middle of it', async () => {
    const examples = [
      ...commonExamples(() => fixture),
      ...ticketExamples(() => fixture),
      ...salesExamples(() => fixture),
    ];
    expect(examples.length).toBeGreaterThanOrEqual(28);
    await fc.assert(
      fc.asyncProperty(ENDS, async (ends) => {
        const rules = new Map<string, CompanyRule>();
        for (const [at, { rule }] of examples.entries()) {
          const content = { ...RULE, ...(await rule()), id: `todas-${at}` };
          rules.set(content.id, content as unknown as CompanyRule);
          await fixture.live(content);
        }
        await fixture.db.execute(
          sql`update company_rules set looked_until = now() - interval '25 hours' where looked_until is not null`,
        );
        await fixture.act();
        const [cursor] = (
          await fixture.db.execute<{ position: string }>(
            sql`select max(position)::text as position from feed_entries`,
          )
        ).rows;
        for (const { happen } of examples) await happen();
        const before = new Map<string, Set<number>>();
        for (const { key, rows } of NAMED) before.set(key, new Set(await idsOf(rows)));
        const letters = await subjects('outbox_emails', 'subject');
        const told = await subjects('notices', 'title');
        await endingAt(ends);

        let ended = 0;
        const survive = async (work: () => Promise<unknown>) => {
          for (;;)
            try {
              await work();
              return;
            } catch (error) {
              if (!isDown(error)) throw error;
              ended += 1;
              expect(ended).toBeLessThanOrEqual(5);
            }
        };
        const clock = fixture.deps as { now: () => Date };
        const real = clock.now;
        clock.now = () => new Date(real().getTime() + 30_000);
        await survive(() => fixture.turns());
        clock.now = real;
        for (let round = 0; round < 3; round += 1) {
          await survive(() => fixture.act());
          await survive(() =>
            fixture.db.execute(
              sql`update rule_runs set next_attempt_at = now() where state in ('NA_FILA', 'ESPERANDO')`,
            ),
          );
          await survive(() => fixture.turns());
        }
        await survive(() => fixture.act());
        expect(ended).toBe(5);

        const runs = await fixture.db.select().from(ruleRuns);
        const actions = await fixture.db.select().from(ruleActions);
        expect(runs.filter(({ state }) => state === 'NA_FILA' || state === 'ESPERANDO')).toEqual([]);
        expect(runs.filter(({ sentence }) => /não foi possível agora/i.test(sentence))).toEqual([]);

        // Every event of every rule was met, and what was met was done to the end of the rule.
        const entries = (await fixture.db.select().from(feedEntries)).filter(
          ({ position }) => Number(position) > Number(cursor?.position ?? 0),
        );
        for (const [key, { entidade, quando, entao }] of rules) {
          const own = runs.filter(({ ruleKey }) => ruleKey === key);
          if (quando.tipo === 'EVENTO') {
            const event = ruleEvent(entidade, quando.evento);
            const field = quando.mudou === undefined ? null : (changedField(entidade, quando.mudou) ?? '');
            const due = entries.filter(
              ({ type, happened, step, changed }) =>
                type === ruleEntity(entidade)?.tipo &&
                (event?.houve === undefined || event.houve === happened) &&
                (!event?.passos || event.passos.includes(step)) &&
                (!event?.mudou || event.mudou.some((one) => changed.includes(one))) &&
                (field === null || changed.includes(field)),
            );
            expect([key, own.map(({ eventKey }) => eventKey).sort()]).toEqual([
              key,
              due.map(({ position, mark }) => `mudanca/${position}/${mark}`).sort(),
            ]);
          } else expect([key, own.length > 0]).toEqual([key, true]);
          for (const { id, state } of own)
            if (state === 'FEITO')
              expect([key, actions.filter(({ runId }) => runId === id).length]).toEqual([key, entao.length]);
        }
        const acted = new Set(runs.filter(({ state }) => state === 'FEITO').map(({ ruleKey }) => ruleKey));
        const idle = examples.flatMap(({ name }, at) => (acted.has(`todas-${at}`) ? [] : [name]));
        // The only person with the skill is the one who is away.
        expect(idle).toEqual(['a type goes to who has its skill']);

        // What was written is what the log names, no more and no less.
        for (const { key, rows, actions: kinds } of NAMED) {
          const logged = actions.flatMap(({ action, result }) =>
            kinds.includes(action) && result[key] !== undefined ? [Number(result[key])] : [],
          );
          const written = (await idsOf(rows)).filter((id) => !before.get(key)?.has(id));
          expect([key, logged.length > 0, [...logged].sort()]).toEqual([key, true, written.sort()]);
        }
        const of = (action: string, sentence: RegExp) =>
          actions.filter((one) => one.action === action && sentence.test(one.sentence));
        const mailed = of('EMAIL', /fila de envio/);
        expect(mailed.length).toBeGreaterThan(0);
        expect(byRules(rules, 'EMAIL', letters, await subjects('outbox_emails', 'subject'))).toBe(
          mailed.length,
        );
        const persons = of('AVISAR', /avisada/).map(({ sentence }) =>
          Number(/^\d+/.exec(sentence)?.[0] ?? 1),
        );
        expect(persons.length).toBeGreaterThan(0);
        expect(byRules(rules, 'AVISAR', told, await subjects('notices', 'title'))).toBe(
          persons.reduce((sum, count) => sum + count, 0),
        );
      }),
      // Another run would find what the first one left.
      { numRuns: 1, endOnFailure: true },
    );
  });
});

async function subjects(table: string, column: string): Promise<string[]> {
  const found = await fixture.db.execute<{ text: string }>(sql.raw(`select ${column} as text from ${table}`));
  return found.rows.map(({ text }) => text);
}

/** How many texts came that rules of an action write. */
function byRules(
  rules: ReadonlyMap<string, CompanyRule>,
  action: string,
  before: readonly string[],
  after: readonly string[],
): number {
  const written = [...rules.values()]
    .flatMap(({ entao }) => entao)
    .flatMap((one) => (one.acao === action && 'assunto' in one ? [String(one.assunto)] : []))
    .map((text) => new RegExp(`^${text.replace(/\{\{\w+\}\}/g, '.*')}$`));
  const count = (texts: readonly string[]) =>
    texts.filter((text) => written.some((pattern) => pattern.test(text))).length;
  return count(after) - count(before);
}
