import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEFINITION_KINDS } from '#contract/rules/definitions/definition.ts';
import type { Flow } from '#contract/rules/flows/flow.ts';
import { conditionText } from '#contract/rules/flows/flowExpression.ts';
import { flowProblems } from '#contract/rules/flows/flowProblems.ts';
import { validateContent } from '#server/config/definitions/validate.ts';
import { jsonPlaceAt, keySuggestions, valueSuggestions } from '#src/custom/schemaStudio/code/metaSchemaAt.ts';
import {
  withNewStep,
  withNewTransition,
  withoutStep,
  withStepKey,
  withStepName,
  withTransitionMoved,
} from '#src/custom/schemaStudio/flow/flowEdits.ts';
import { flowGraph, NODE, twoLines } from '#src/custom/schemaStudio/flow/graphLayout.ts';
import { newHistory, pushed, redone, undone } from '#src/custom/schemaStudio/frame/useEditing.ts';
import {
  moved,
  orderedContent,
  pointerOf,
  stepsOf,
  withValueAt,
} from '#src/custom/schemaStudio/jsonPointer.ts';
import { copyOf, fixedKeys, keyFrom, keyProblem, starterOf } from '#src/custom/schemaStudio/newDefinition.ts';
import { renamed } from '#src/custom/schemaStudio/records/typeEdits.ts';
import { lineDiff, withoutSame } from '#src/custom/schemaStudio/versions/CompareDialog.tsx';

const read = (path: string) => JSON.parse(readFileSync(`schemas/${path}`, 'utf8'));
const flows: Flow[] = readdirSync('schemas/flows').map((name) => read(`flows/${name}`));
const returns = flows.find(({ chave }) => chave === 'DEVOLUCAO') as Flow;
const meta = read('meta/flow.schema.json');

describe('undo', () => {
  it('undoes and redoes; a burst of keys is one step, a new change clears the redo list', () => {
    let history = pushed(pushed(pushed(newHistory('a'), 'b', 10_000), 'bc', 10_100), 'd', 20_000);
    expect(history.past).toEqual(['a', 'bc']);
    history = undone(history) ?? history;
    expect(history.present).toBe('bc');
    history = undone(history) ?? history;
    expect([history.present, undone(history)]).toEqual(['a', null]);
    history = redone(history) ?? history;
    expect(history.present).toBe('bc');
    expect(redone(pushed(history, 'x', 30_000))).toBeNull();
  });
});

describe('JSON paths', () => {
  it('set a value without changing the rest, and remove a key', () => {
    const content = { a: [{ b: 1 }, { b: 2 }], c: 'x' };
    const changed = withValueAt(content, ['a', 1, 'b'], 3);
    expect(changed).toEqual({ a: [{ b: 1 }, { b: 3 }], c: 'x' });
    expect(changed.a[0]).toBe(content.a[0]);
    expect(withValueAt(content, ['c'], undefined)).toEqual({ a: content.a });
    expect(withValueAt({}, ['ui', 'x', 'ui:options', 'largo'], true)).toEqual({
      ui: { x: { 'ui:options': { largo: true } } },
    });
  });

  it('round-trip as pointers, and moving keeps the items of a list', () => {
    const steps = fc.array(fc.string({ minLength: 1 }));
    fc.assert(fc.property(steps, (path) => expect(stepsOf(pointerOf(path))).toEqual(path)));
    const list = fc.array(fc.nat(), { minLength: 1 });
    fc.assert(
      fc.property(list, fc.nat(), fc.nat(), (items, one, other) => {
        const [from, to] = [one % items.length, other % items.length];
        const next = moved(items, from, to);
        expect(next[to]).toBe(items[from]);
        expect([...next].sort()).toEqual([...items].sort());
      }),
    );
  });
});

describe('completion in the JSON editor', () => {
  const at = (text: string) => {
    const cursor = text.indexOf('|');
    return jsonPlaceAt(text.replace('|', ''), cursor);
  };

  it('recognises whether a key or a value is typed, of what, and which keys exist', () => {
    expect(at('{ "chave": "X", "|" }')).toMatchObject({ kind: 'key', path: [], keys: ['chave'] });
    expect(at('{ "etapas": [{ "chave": "A" }, { "set|')).toMatchObject({ kind: 'key', path: ['etapas', 1] });
    expect(at('{ "etapas": [{ "inicial": t|')).toMatchObject({
      kind: 'value',
      path: ['etapas', 0, 'inicial'],
    });
    expect(at('{ "a": 1, |\n  "b": { "c": 1 }, "d": 2 }')).toMatchObject({ keys: ['a', 'b', 'd'] });
    expect(at('{ "a": {}, "b": |, "c": 1 }')).toMatchObject({ kind: 'value', path: ['b'] });
    expect(at('|')).toBeNull();
  });

  it('replaces what is being typed, including its quote', () => {
    expect(at('{ "etapas": [], "tra|"')?.from).toBe('{ "etapas": [], '.length);
  });

  it('does not fail for any text and cursor', () => {
    const pieces = fc.array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '"a"', 'tr', ' ', '\n', '\\'));
    fc.assert(
      fc.property(pieces, fc.nat(), (parts, cursor) => {
        const text = parts.join('');
        expect(() => jsonPlaceAt(text, cursor % (text.length + 1))).not.toThrow();
      }),
    );
  });

  it('offers keys with descriptions and enum values, also through references', () => {
    const keys = keySuggestions(meta, ['etapas', 0]);
    expect(keys.map(({ label }) => label)).toContain('prazo_horas_uteis');
    expect(keys.find(({ label }) => label === 'setor')).toMatchObject({
      detail: 'texto',
      info: /Chave do setor.*Obrigatória/,
    });
    expect(valueSuggestions(meta, ['etapas', 0, 'exigencia']).map(({ label }) => label)).toEqual(
      expect.arrayContaining(['null', '"COLETA"']),
    );
    expect(valueSuggestions(meta, ['etapas', 3, 'inicial']).map(({ label }) => label)).toEqual([
      'true',
      'false',
    ]);
    expect(
      keySuggestions(meta, ['transicoes', 0, 'condicao', 'todas', 0]).map(({ label }) => label),
    ).toContain('maior_que');
    expect(keySuggestions(meta, ['nada'])).toEqual([]);
  });

  it('stored content is put back into the key order of the meta-schema', () => {
    const shuffled = Object.fromEntries(Object.entries(returns).reverse()) as unknown as Flow;
    const ordered = orderedContent({ ...shuffled, etapas: [{ terminal: false, chave: 'A' }] }, meta);
    expect(Object.keys(ordered)).toEqual(['$schema', 'chave', 'descricao', 'etapas', 'transicoes']);
    expect(Object.keys(ordered.etapas[0] ?? {})).toEqual(['chave', 'terminal']);
  });
});

describe('diff of texts', () => {
  it('contains both texts completely', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = lineDiff(before, after);
        const side = (leave: string) =>
          diff
            .filter(({ kind }) => kind !== leave)
            .map((line) => line.text)
            .join('\n');
        expect([side('added'), side('removed')]).toEqual([before, after]);
      }),
    );
  });

  it('omits lines far from any difference', () => {
    const lines = Array.from({ length: 20 }, (_, index) => `${index}`);
    const diff = withoutSame(lineDiff(lines.join('\n'), lines.with(10, 'x').join('\n')), 1);
    expect(diff.map((line) => line && `${line.kind[0]}${line.text}`)).toEqual([
      null,
      's9',
      'r10',
      'ax',
      's11',
      null,
    ]);
  });
});

describe('flow editing', () => {
  it.each(flows)('draws $chave without overlapping steps', (flow) => {
    const { nodes, edges, width, height } = flowGraph(flow, false);
    expect(nodes).toHaveLength(flow.etapas.length);
    expect(edges).toHaveLength(flow.transicoes.length);
    for (const one of nodes) {
      expect(one.x).toBeGreaterThan(0);
      expect(one.x).toBeLessThan(width);
      expect(one.y).toBeLessThan(height);
      for (const other of nodes)
        if (one !== other)
          expect(Math.abs(one.x - other.x) >= NODE.width || Math.abs(one.y - other.y) >= NODE.height).toBe(
            true,
          );
    }
  });

  it('omits transitions to nowhere and to themselves when drawing an invalid flow', () => {
    const way = { ...returns.transicoes[0], para: 'NADA' } as Flow['transicoes'][number];
    const graph = flowGraph({ ...returns, transicoes: [way, { ...way, para: way.de }] }, true);
    expect(graph.edges).toEqual([]);
  });

  it('adds a step before the end and transitions after existing ones, valid once connected', () => {
    const { flow, index } = withNewStep(returns, { step: null, transition: null });
    expect(flow.etapas[index]?.chave).toBe('NOVA_ETAPA_1');
    expect(flow.etapas.at(-1)?.terminal).toBe(true);
    const out = withNewTransition(flow, 'NOVA_ETAPA_1');
    expect(out.flow.transicoes[out.index]).toMatchObject({ de: 'NOVA_ETAPA_1', tipo: 'PADRAO' });
    const second = withNewTransition(out.flow, 'NOVA_ETAPA_1');
    expect(second.flow.transicoes[second.index]?.tipo).toBe('CONDICIONAL');
  });

  it('inserts a step after any step or into any transition, keeping the flow as valid', () => {
    for (const flow of flows) {
      const transitions = flow.transicoes.map((_, transition) => ({ step: null, transition }));
      const steps = flow.etapas.flatMap((_, step) =>
        flow.etapas[step]?.terminal ? [] : [{ step, transition: null }],
      );
      for (const place of [...transitions, ...steps]) {
        const { flow: next, index } = withNewStep(flow, place);
        expect(next.etapas).toHaveLength(flow.etapas.length + 1);
        const key = next.etapas[index]?.chave;
        expect(flowProblems(next).filter(({ pointer }) => pointer === `/etapas/${index}`)).toEqual([]);
        expect(next.transicoes.some(({ para }) => para === key)).toBe(true);
        expect(next.transicoes.some(({ de }) => de === key)).toBe(true);
      }
    }
  });

  it('derives the key of a new step from its name, never that of a published one', () => {
    const { flow, index } = withNewStep(returns, { step: 0, transition: null });
    const named = withStepName(flow, index, 'Coleta', false);
    expect(named.etapas[index]?.chave).toBe('COLETA_2');
    expect(flowProblems(named)).toEqual([]);
    expect(withStepName(returns, 1, 'Outra', true).etapas[1]?.chave).toBe('ANALISE_DEVOLUCAO');
  });

  it('renames a key with its transitions, rejects a taken one, removes a step with its own', () => {
    const renamed = withStepKey(returns, 1, 'EXAME');
    expect(flowProblems(renamed)).toEqual([]);
    expect(
      renamed.transicoes.some(({ de, para }) => de === 'ANALISE_DEVOLUCAO' || para === 'ANALISE_DEVOLUCAO'),
    ).toBe(false);
    expect(withStepKey(returns, 1, 'COLETA')).toBe(returns);
    const key = returns.etapas[1]?.chave;
    expect(withoutStep(returns, 1).transicoes.every(({ de, para }) => de !== key && para !== key)).toBe(true);
  });

  it('moves a transition only among those of its step', () => {
    const first = returns.transicoes.findIndex(({ de }) => de === 'ANALISE_DEVOLUCAO');
    expect(withTransitionMoved(returns, first, -1).index).toBe(first);
    const { flow, index } = withTransitionMoved(returns, first, 1);
    expect(flow.transicoes[index]).toBe(returns.transicoes[first]);
  });

  it('describes a condition as a sentence', () => {
    expect(conditionText(null)).toBe('Sempre');
    expect(
      conditionText({
        todas: [
          { fato: 'tem_itens', igual: true },
          { fato: 'linhas_aprovadas', maior_que: 0 },
        ],
      }),
    ).toBe('O ticket tem produtos: sim, e Linhas aprovadas é maior que 0');
  });

  it('breaks a name into two lines', () => {
    expect(twoLines('Conferência da devolução recebida agora', 20)).toEqual([
      'Conferência da',
      'devolução recebida…',
    ]);
  });
});

describe('new definition', () => {
  it('derives keys from titles, rejects bad and taken ones, and starts with a valid flow', () => {
    expect(keyFrom('flows', 'Troca à vista')).toBe('TROCA_A_VISTA');
    expect(keyFrom('reports', 'Devoluções por mês')).toBe('devolucoes-por-mes');
    expect(keyProblem('reports', 'Ção', [])).toMatch(/minúsculas/);
    expect(keyProblem('flows', 'X1', ['X1'])).toMatch(/Já existe/);
    expect(
      flowProblems(starterOf('flows', 'NOVO', { title: 'Novo', plural: 'Novos' }) as unknown as Flow),
    ).toEqual([]);
  });

  it('gives a record type both of its titles, of which the plural follows until it is written by hand', () => {
    const titles = { title: 'Vistoria técnica', plural: 'Vistorias técnicas' };
    const both = { um: 'vistoria técnica', muitos: 'vistorias técnicas' };
    const own = starterOf('records', 'vistorias-tecnicas', titles);
    expect(own.titulo).toEqual(both);
    expect(
      copyOf('records', { ...own, titulo: { um: 'x', muitos: 'xs', genero: 'f' } }, 'v', titles).titulo,
    ).toEqual(both);
    const titulo = { um: 'vistoria', muitos: 'vistorias', genero: 'f' } as const;
    expect(renamed(titulo, 'inspeção')).toEqual({ um: 'inspeção', muitos: 'inspeções', genero: 'f' });
    const written = { ...titulo, muitos: 'vistorias da casa' };
    expect(renamed(written, 'inspeção')).toEqual({ ...written, um: 'inspeção' });
  });

  it.each(DEFINITION_KINDS)('starts %s with nothing to correct by hand', async (kind) => {
    for (const key of fixedKeys(kind) ?? [kind === 'flows' ? 'NOVO' : 'novo']) {
      const problems = await validateContent(
        kind,
        starterOf(kind, key, { title: 'Um nome', plural: 'Uns nomes' }),
        null,
      );
      // Examples of a registration step are what its author knows and no program can.
      expect(problems.filter(({ pointer }) => pointer !== '/testes')).toEqual([]);
    }
  });
});
