import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_GRANTS, type Permission, type PersonType } from '#contract/permissions.ts';
import { cnpjCheckDigits } from '#contract/rules/documents.ts';
import { between, type DoublesFixture, doublesFixture } from './doublesFixture.ts';

let fixture: DoublesFixture;
beforeAll(async () => {
  fixture = await doublesFixture();
});
afterAll(() => fixture?.server.close());

const also = (type: PersonType): Permission[] => [...DEFAULT_GRANTS[type], 'CLIENTE', 'CLIENTES_UNIR'];

/** A branch of the company with this root. */
const cnpj = (root: string, branch: number): string => {
  const base = `${root}${String(branch).padStart(4, '0')}`;
  return `${base}${cnpjCheckDigits(base)}`;
};
const LINKED = '?comDocumentos=true';

describe('branches of one company', () => {
  it('are proposed to be linked by the root of their CNPJ, each with one of them', async () => {
    const root = '98ABC345';
    const ids: number[] = [];
    for (const branch of [7, 1, 3]) ids.push(await fixture.registered({ document: cnpj(root, branch) }));
    const [one = 0, two = 0, three = 0] = ids;
    const other = await fixture.registered({ document: cnpj('98ABC346', 1) });
    const pairs = await fixture.proposed('SUPERVISOR', LINKED);
    expect(between(pairs, one, two)).toEqual(['RAIZ']);
    expect(between(pairs, one, three)).toEqual(['RAIZ']);
    expect(between(pairs, two, three)).toBeUndefined();
    expect(between(pairs, one, other)).toBeUndefined();
    // Never to be merged.
    expect(between(await fixture.proposed(), one, two)).toBeUndefined();
    expect((await fixture.call('SUPERVISOR', 'GET', `/callcenter/clientes/${one}/duplicados`)).body).toEqual(
      [],
    );
    // Of a group, whoever is outside is proposed with one who stands in it.
    const linked = await fixture.call('SUPERVISOR', 'POST', `/callcenter/clientes/${three}/grupo/ligar`, {
      outro: two,
      nome: 'Raiz',
    });
    expect(linked.status).toBe(200);
    const left = await fixture.proposed('SUPERVISOR', LINKED);
    expect(between(left, one, two)).toEqual(['RAIZ']);
    expect(between(left, one, three)).toBeUndefined();
    await fixture.call('SUPERVISOR', 'POST', `/callcenter/clientes/${one}/grupo/ligar`, { outro: two });
    const none = (await fixture.proposed('SUPERVISOR', LINKED)).filter(({ cliente }) =>
      ids.includes(cliente.id),
    );
    expect(none).toEqual([]);
  });

  it('are not proposed of two groups, nor of a CPF that begins alike, a simulation or erased data', async () => {
    const root = '45997418';
    const [one, two, three, four] = [
      await fixture.registered({ document: cnpj(root, 2) }),
      await fixture.registered({ document: cnpj(root, 3) }),
      await fixture.registered(),
      await fixture.registered(),
    ];
    const link = (id: number, outro: number, nome: string) =>
      fixture.call('SUPERVISOR', 'POST', `/callcenter/clientes/${id}/grupo/ligar`, { outro, nome });
    await link(one, three, 'Um');
    await link(two, four, 'Dois');
    const person = await fixture.registered({ document: '45997418050' });
    const tried = await fixture.registered({ document: cnpj(root, 4), simulation: true });
    const erased = await fixture.registered({ document: cnpj(root, 5), personalGoneAt: new Date() });
    const pairs = await fixture.proposed('SUPERVISOR', LINKED);
    expect(between(pairs, one, two)).toBeUndefined();
    for (const id of [person, tried, erased])
      expect(pairs.filter(({ cliente, outro }) => [cliente.id, outro.id].includes(id))).toEqual([]);
  });

  it('of another branch of ours, of others’ customers, or of whoever sees masks say nothing', async () => {
    const root = '33000167';
    const representativeId = fixture.representativeId;
    const [near, far, own] = [
      await fixture.registered({ document: cnpj(root, 1) }),
      await fixture.registered({ document: cnpj(root, 2) }, 1),
      await fixture.registered({ document: cnpj(root, 3), representativeId }),
    ];
    const seen = async (who: PersonType) => {
      const pairs = await fixture.proposed(who, LINKED);
      return [between(pairs, near, far), between(pairs, near, own)];
    };
    expect(await seen('SUPERVISOR')).toEqual([['RAIZ'], ['RAIZ']]);
    await fixture.granted('OPERADOR', also('OPERADOR'), async () => {
      expect(await seen('OPERADOR')).toEqual([undefined, ['RAIZ']]);
    });
    await fixture.granted('REPRESENTANTE', also('REPRESENTANTE'), async () => {
      expect(await seen('REPRESENTANTE')).toEqual([undefined, undefined]);
    });
    const unmasked = DEFAULT_GRANTS.SUPERVISOR.filter((each) => each !== 'DADOS_PESSOAIS');
    await fixture.granted('SUPERVISOR', unmasked, async () => {
      expect(await seen('SUPERVISOR')).toEqual([undefined, undefined]);
    });
    await fixture.granted('CONSUMIDOR_FINAL', also('CONSUMIDOR_FINAL'), async () => {
      expect(await fixture.proposed('CONSUMIDOR_FINAL', LINKED)).toEqual([]);
    });
  });
});
