import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { and, asc, eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { MOST_COPIES } from '#contract/rules/tickets/ticketCopies.ts';
import { ticketCopies, ticketFollowers } from '#server/db/tables/index.ts';
import type { TestAnswer } from '#tests/support/servers/server.ts';
import { afterSets, heldBy, type SetCommand, type SetModel, startSets } from './carriedModel.ts';
import { type MergeFixture, mergeFixture } from './mergeFixture.ts';

jest.setTimeout(240_000);
let fixture: MergeFixture;
let persons: number[];
beforeAll(async () => {
  fixture = await mergeFixture();
  const { SUPERVISOR, GERENTE, OPERADOR } = fixture.people;
  persons = [SUPERVISOR, GERENTE, OPERADOR];
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
const ADDRESSES = ['a@exemplo.com.br', 'b@exemplo.com.br', 'c@exemplo.com.br'];
const open = () => fixture.at('DUVIDA_PRODUTO', ['ABERTURA']);
const merge = (lead: number, ...ids: number[]) =>
  fixture.move(lead, 'juntar', { tickets: ids.map((id) => ({ id })) });
const separate = (lead: number, ...ids: number[]) => fixture.move(lead, 'desfazer-juncao', { tickets: ids });

/** A set as people change and read it. */
interface Door {
  add: (id: number, key: number) => Promise<TestAnswer>;
  remove: (id: number, key: number) => Promise<TestAnswer>;
  /** By ticket, in the order of the tickets. */
  read: (ids: readonly number[]) => Promise<number[][]>;
}

const take = (path: string) =>
  fixture.server.call('DELETE', `/sac/tickets/${path}`, { token: fixture.tokens.SUPERVISOR });
const followers: Door = {
  add: (id, key) => fixture.move(id, 'seguidores', { pessoas: [persons[key]] }),
  remove: (id, key) => take(`${id}/seguidores/${persons[key]}`),
  async read(ids) {
    const rows = await db()
      .select()
      .from(ticketFollowers)
      .where(inArray(ticketFollowers.ticketId, [...ids]));
    return ids.map((id) =>
      rows
        .filter(({ ticketId }) => ticketId === id)
        .map(({ personId }) => persons.indexOf(personId))
        .sort(),
    );
  },
};
const copies: Door = {
  add: (id, key) => fixture.move(id, 'copias', { email: ADDRESSES[key] }),
  async remove(id, key) {
    const [row] = await db()
      .select()
      .from(ticketCopies)
      .where(and(eq(ticketCopies.ticketId, id), eq(ticketCopies.address, ADDRESSES[key] ?? '')));
    return take(`${id}/copias/${row?.id ?? 0}`);
  },
  async read(ids) {
    const rows = await db()
      .select()
      .from(ticketCopies)
      .where(inArray(ticketCopies.ticketId, [...ids]));
    return ids.map((id) =>
      rows
        .filter(({ ticketId }) => ticketId === id)
        .map(({ address }) => ADDRESSES.indexOf(address))
        .sort(),
    );
  },
};

interface World {
  ids: number[];
  door: Door;
}

async function send({ ids, door }: World, command: SetCommand): Promise<TestAnswer> {
  const id = ids[command.ticket] ?? 0;
  if (command.kind === 'merge') return merge(id, ...command.others.map((each) => ids[each] ?? 0));
  if (command.kind === 'undo') return separate(id, ...command.others.map((each) => ids[each] ?? 0));
  if (command.kind === 'unsplit') return fixture.move(id, 'desfazer-divisao');
  if (command.kind !== 'split') return door[command.kind](id, command.key);
  const answer = await fixture.move(id, 'dividir', { mensagens: [await fixture.say(id, '<p>Outra</p>')] });
  if (answer.status === 200) ids.push(answer.body.data.novo);
  return answer;
}

const seen = { merge: 0, undo: 0, split: 0, unsplit: 0, add: 0, remove: 0 };

/** The tickets that a drawn command is about. A merge or an undoing of one ticket is possible if any is; others may be refused. */
function aimed({ tickets }: SetModel, drawn: SetCommand): SetCommand {
  const place = (index: number) => index % tickets.length;
  const ticket = place(drawn.ticket);
  if (!('others' in drawn)) return { ...drawn, ticket };
  const [first = 0] = drawn.others;
  const among = (test: (each: SetModel['tickets'][number], index: number) => boolean) => {
    const found = [...tickets.keys()].filter((index) => {
      const each = tickets[index];
      return each !== undefined && test(each, index);
    });
    return found[first % Math.max(found.length, 1)];
  };
  if (drawn.others.length === 1) {
    const lead = drawn.kind === 'undo' ? among(({ into, back }) => into !== null && !back) : undefined;
    if (lead !== undefined) return { ...drawn, ticket: tickets[lead]?.into ?? 0, others: [lead] };
    const other = among(({ into }, index) => into === null && index !== ticket);
    if (drawn.kind === 'merge' && other !== undefined) return { ...drawn, ticket, others: [other] };
  }
  return { ...drawn, ticket, others: drawn.others.map(place) };
}

/** Sends the commands one after the other and compares what each ticket has after each of them. */
async function compare(door: Door, commands: readonly SetCommand[]): Promise<void> {
  const world: World = { ids: [await open(), await open(), await open()], door };
  let model: SetModel = startSets(world.ids.length);
  for (const drawn of commands) {
    const command = aimed(model, drawn);
    const after = afterSets(model, command);
    const { status, body } = await send(world, command);
    expect([command, status < 400, body.error]).toEqual([
      command,
      after !== null,
      after ? undefined : expect.any(String),
    ]);
    if (after) {
      model = after;
      seen[command.kind] += 1;
    }
    // What a ticket has that went back as a whole is read by nobody.
    const read = (await door.read(world.ids)).map((each, index) => (model.tickets[index]?.back ? [] : each));
    const expected = model.tickets.map(({ back }, index) => (back ? [] : [...heldBy(model, index)].sort()));
    expect([command, read]).toEqual([command, expected]);
  }
}

const ticket = fc.nat({ max: 4 });
const change = (kind: 'add' | 'remove') =>
  fc.record({ ticket, key: fc.nat({ max: 2 }) }).map((given): SetCommand => ({ kind, ...given }));
const several = (kind: 'merge' | 'undo') =>
  fc
    .record({ ticket, others: fc.array(ticket, { minLength: 1, maxLength: 2 }) })
    .map((given): SetCommand => ({ kind, ...given }));
const whole = (kind: 'split' | 'unsplit') =>
  fc.record({ ticket }).map((given): SetCommand => ({ kind, ...given }));
const commands = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: change('add') },
    { weight: 2, arbitrary: change('remove') },
    { weight: 4, arbitrary: several('merge') },
    { weight: 5, arbitrary: several('undo') },
    { weight: 1, arbitrary: whole('split') },
    { weight: 2, arbitrary: whole('unsplit') },
  ),
  { minLength: 20, maxLength: 40 },
);

const sets = { followers, copies };
describe.each(Object.keys(sets) as (keyof typeof sets)[])(
  '%s of tickets that are merged and divided',
  (name) => {
    const door = sets[name];

    it('stay where another merged ticket has them too, until that one goes', async () => {
      await compare(door, [
        { kind: 'add', ticket: 1, key: 0 },
        { kind: 'add', ticket: 2, key: 0 },
        { kind: 'merge', ticket: 0, others: [1, 2] },
        { kind: 'undo', ticket: 0, others: [1] },
        { kind: 'undo', ticket: 0, others: [2] },
      ]);
    });

    it('stay if they were taken out and put there again after the merge', async () => {
      await compare(door, [
        { kind: 'add', ticket: 1, key: 0 },
        { kind: 'merge', ticket: 0, others: [1] },
        { kind: 'remove', ticket: 0, key: 0 },
        { kind: 'add', ticket: 0, key: 0 },
        { kind: 'undo', ticket: 0, others: [1] },
      ]);
    });

    it('come back from a part if they were added there, and not if they were taken out of the whole', async () => {
      await compare(door, [
        { kind: 'add', ticket: 0, key: 0 },
        { kind: 'split', ticket: 0 },
        { kind: 'add', ticket: 3, key: 1 },
        { kind: 'remove', ticket: 0, key: 0 },
        { kind: 'add', ticket: 1, key: 2 },
        { kind: 'merge', ticket: 3, others: [1] },
        { kind: 'unsplit', ticket: 3 },
      ]);
    });

    it('are what each ticket would have, whatever is merged, divided, added, taken out and taken back', async () => {
      const before = { ...seen };
      await fc.assert(
        fc.asyncProperty(commands, (drawn) => compare(door, drawn)),
        { numRuns: 12 },
      );
      for (const kind of ['merge', 'undo', 'add', 'remove'] as const)
        expect([kind, seen[kind] > before[kind] + 3]).toEqual([kind, true]);
    });

    it('are carried on or refused where somebody adds while others merge and take back', async () => {
      for (let round = 0; round < 5; round += 1) {
        const [lead, other] = [await open(), await open()];
        const [added, merged] = await Promise.all([door.add(other, round % 3), merge(lead, other)]);
        expect(merged.status).toBe(200);
        const kept = added.status === 200 ? [round % 3] : [];
        expect([added.status === 200 ? 200 : 422, ...(await door.read([lead, other]))]).toEqual([
          added.status,
          kept,
          kept,
        ]);
        const key = (round + 1) % 3;
        const answers = await Promise.all([door.add(lead, key), separate(lead, other)]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        expect(await door.read([lead, other])).toEqual([[key], kept]);
      }
    });
  },
);

describe('what does not fit into the leading ticket', () => {
  it('comes once there is room, as the merge that made it full is undone', async () => {
    const [lead, first, second] = [await open(), await open(), await open()];
    const addresses = Array.from({ length: MOST_COPIES }, (_each, index) => `z${index}@exemplo.com.br`);
    const at = fixture.server.deps.now();
    await db()
      .insert(ticketCopies)
      .values(addresses.map((address) => ({ ticketId: first, address, personId: persons[0] ?? 0, at })));
    await copies.add(second, 0);
    expect((await merge(lead, first, second)).status).toBe(200);
    const inCopy = async () =>
      (
        await db()
          .select()
          .from(ticketCopies)
          .where(eq(ticketCopies.ticketId, lead))
          .orderBy(asc(ticketCopies.id))
      ).map(({ address }) => address);
    expect(await inCopy()).toEqual(addresses);
    expect((await separate(lead, first)).status).toBe(200);
    expect(await inCopy()).toEqual([ADDRESSES[0]]);
    expect((await separate(lead, second)).status).toBe(200);
    expect(await inCopy()).toEqual([]);
  });

  it('leaves with its own merge, where both are undone at once', async () => {
    const [lead, first, second] = [await open(), await open(), await open()];
    const at = fixture.server.deps.now();
    const fill = (ticketId: number, count: number, name: string) =>
      db()
        .insert(ticketCopies)
        .values(
          Array.from({ length: count }, (_each, index) => ({
            ...{ ticketId, address: `${name}${index}@exemplo.com.br`, personId: persons[0] ?? 0, at },
          })),
        );
    const inCopy = async () =>
      (await db().select().from(ticketCopies).where(eq(ticketCopies.ticketId, lead))).map(
        ({ address }) => address,
      );
    await fill(lead, MOST_COPIES - 1, 'z');
    // The second of the first ticket does not fit; then one goes, and the other ticket takes its place.
    await fill(first, 2, 'a');
    await fill(second, 1, 'b');
    expect((await merge(lead, first)).status).toBe(200);
    await db()
      .delete(ticketCopies)
      .where(and(eq(ticketCopies.ticketId, lead), eq(ticketCopies.address, 'z0@exemplo.com.br')));
    expect((await merge(lead, second)).status).toBe(200);
    expect(await inCopy()).toHaveLength(MOST_COPIES);
    expect((await separate(lead, first, second)).status).toBe(200);
    const left = await inCopy();
    expect(left).toHaveLength(MOST_COPIES - 2);
    expect(left.filter((address) => !address.startsWith('z'))).toEqual([]);
  });
});
