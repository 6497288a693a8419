import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { CustomField } from '#contract/records/customType.ts';
import { demandedTypes, requiredCycle } from '#server/records/custom/requiredCycles.ts';
import { call, folder, setUpFixture, taken } from './customTypesFixture.ts';

setUpFixture();

const reference = (referencia: string, more: Partial<CustomField> = {}): CustomField => ({
  chave: `de${referencia.replace(/-/g, '')}`,
  titulo: `De ${referencia}`,
  tipo: 'REFERENCIA',
  referencia,
  obrigatorio: true,
  ...more,
});
const typeOf = (chave: string, ...fields: CustomField[]) => ({
  formato: 1,
  chave,
  titulo: { um: chave, muitos: `${chave}s`, genero: 'm' },
  descricao: 'Um cadastro.',
  campos: [
    { chave: 'codigo', titulo: 'Código', tipo: 'TEXT', obrigatorio: true },
    { chave: 'nome', titulo: 'Nome', tipo: 'TEXT', obrigatorio: true },
    ...fields,
  ],
  codigo: ['codigo'],
  escopo: ['empresa'],
  nome: 'nome',
});
type Definition = ReturnType<typeof typeOf>;

const versionOf = async (chave: string): Promise<number> =>
  (await call('GET', `/config/definicoes/records/${chave}`)).body.data?.versao ?? 0;
async function publish(conteudo: Definition) {
  const url = `/config/definicoes/records/${conteudo.chave}`;
  await call('PUT', `${url}/rascunho`, { conteudo, versao: await versionOf(conteudo.chave) });
  return call('POST', `${url}/publicar`, { versao: await versionOf(conteudo.chave), nota: 'teste' });
}
/** The errors alone: a rule that existing records do not follow is a warning. */
const problems = async (conteudo: Definition) => {
  const { body } = await call('POST', '/config/definicoes/records/verificar', {
    chave: conteudo.chave,
    conteudo,
  });
  const errors = body.problemas.filter(({ gravidade }: Record<string, string>) => gravidade === 'ERRO');
  return errors.map(({ ponteiro, mensagem }: Record<string, string>) => [ponteiro, mensagem]);
};

describe('types whose records demand each other', () => {
  it('are refused at the field, through however many types and lists', async () => {
    expect((await publish(typeOf('um'))).status).toBe(200);
    expect((await publish(typeOf('dois', reference('um')))).status).toBe(200);
    const list: CustomField = {
      chave: 'partes',
      titulo: 'Partes',
      tipo: 'LISTA',
      obrigatorio: true,
      campos: [reference('dois', { chave: 'parte' })],
      codigo: ['parte'],
    };
    expect((await publish(typeOf('tres', list))).status).toBe(200);

    const closing = typeOf('um', reference('tres'));
    const sentence =
      'Nenhum registro poderia ser criado: este campo exige o cadastro "tress", que exige o cadastro "doiss", que exige o cadastro "ums". Deixe um destes campos opcional.';
    expect(await problems(closing)).toEqual([['/campos/2/obrigatorio', sentence]]);
    const refused = await publish(closing);
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain(JSON.stringify(sentence).slice(1, -1));

    for (const open of [
      reference('tres', { obrigatorio: false }),
      reference('tres', { arquivado: true }),
      { ...list, obrigatorio: false, campos: [reference('tres', { chave: 'parte' })] },
    ])
      expect(await problems(typeOf('um', open))).toEqual([]);
  });

  it('are refused when a type demands itself, until it has a record', async () => {
    expect((await publish(typeOf('so'))).status).toBe(200);
    const own = typeOf('so', reference('so'));
    expect(await problems(own)).toEqual([
      [
        '/campos/2/obrigatorio',
        'Nenhum registro poderia ser criado: para o primeiro já seria preciso haver outro. Deixe este campo opcional.',
      ],
    ]);
    const made = await call('POST', '/config/cadastros/so', { dados: { codigo: '1', nome: 'Primeiro' } });
    expect(made.status).toBe(200);
    expect(await problems(own)).toEqual([]);
    expect((await publish(own)).status).toBe(200);
    const next = { codigo: '2', nome: 'Segundo', deso: '1' };
    expect((await call('POST', '/config/cadastros/so', { dados: next })).status).toBe(200);
  });

  it('are refused as files that arrive together', async () => {
    for (const one of [typeOf('ida', reference('volta')), typeOf('volta', reference('ida'))])
      await writeFile(path.join(folder, 'records', `${one.chave}.json`), JSON.stringify(one));
    const { added, broken } = await taken();
    expect(added).toEqual([]);
    expect(broken.map(({ file }) => file).sort()).toEqual(['records/ida.json', 'records/volta.json']);
    await writeFile(
      path.join(folder, 'records', 'volta.json'),
      JSON.stringify(typeOf('volta', reference('ida', { obrigatorio: false }))),
    );
    expect(await taken()).toMatchObject({ added: ['ida 1', 'volta 1'], broken: [] });
  });
});

it('finds a circle exactly if a type is demanded by what it demands', () => {
  const TYPES = ['a', 'b', 'c', 'd', 'e', 'f'];
  const graph = fc.array(fc.tuple(fc.constantFrom(...TYPES), fc.constantFrom(...TYPES)), { maxLength: 12 });
  fc.assert(
    fc.property(graph, (pairs) => {
      const fieldsOf = (key: string) => pairs.flatMap(([from, to]) => (from === key ? [reference(to)] : []));
      const within = new Set(pairs.map(([from, to]) => `${from}${to}`));
      for (const middle of TYPES)
        for (const from of TYPES)
          for (const to of TYPES)
            if (within.has(`${from}${middle}`) && within.has(`${middle}${to}`)) within.add(`${from}${to}`);
      for (const key of TYPES) {
        const ways = [...demandedTypes(fieldsOf(key)).keys()].map((first) =>
          requiredCycle(key, first, fieldsOf),
        );
        expect(ways.some((way) => way !== null)).toBe(within.has(`${key}${key}`));
        for (const way of ways)
          for (const [at, step] of (way ?? []).entries())
            expect(pairs).toContainEqual([at === 0 ? key : way?.[at - 1], step]);
      }
    }),
  );
});
