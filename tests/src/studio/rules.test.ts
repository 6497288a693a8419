import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Flow } from '../../../contract/rules/flows/flow.ts';
import { conditionText } from '../../../contract/rules/flows/flowCondition.ts';
import { flowProblems } from '../../../contract/rules/flows/flowProblems.ts';
import {
  jsonPlaceAt,
  keySuggestions,
  valueSuggestions,
} from '../../../src/custom/schemaStudio/code/metaSchemaAt.ts';
import {
  withNewStep,
  withNewTransition,
  withoutStep,
  withStepKey,
  withStepName,
  withTransitionMoved,
} from '../../../src/custom/schemaStudio/flow/flowEdits.ts';
import { flowGraph, NODE, twoLines } from '../../../src/custom/schemaStudio/flow/graphLayout.ts';
import { newHistory, pushed, redone, undone } from '../../../src/custom/schemaStudio/frame/useEditing.ts';
import {
  moved,
  orderedContent,
  pointerOf,
  stepsOf,
  withValueAt,
} from '../../../src/custom/schemaStudio/jsonPointer.ts';
import { keyFrom, keyProblem, starterOf } from '../../../src/custom/schemaStudio/newDefinition.ts';
import { lineDiff, withoutSame } from '../../../src/custom/schemaStudio/versions/CompareDialog.tsx';

const read = (path: string) => JSON.parse(readFileSync(`schemas/${path}`, 'utf8'));
const flows: Flow[] = readdirSync('schemas/flows').map((name) => read(`flows/${name}`));
const returns = flows.find(({ chave }) => chave === 'DEVOLUCAO') as Flow;
const meta = read('meta/flow.schema.json');

describe('undo', () => {
  it('takes back steps and brings them again; a burst of keys is one step, a new change forgets what was undone', () => {
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

describe('places in JSON', () => {
  it('writes at a place without touching the rest, and takes a key out', () => {
    const content = { a: [{ b: 1 }, { b: 2 }], c: 'x' };
    const changed = withValueAt(content, ['a', 1, 'b'], 3);
    expect(changed).toEqual({ a: [{ b: 1 }, { b: 3 }], c: 'x' });
    expect(changed.a[0]).toBe(content.a[0]);
    expect(withValueAt(content, ['c'], undefined)).toEqual({ a: content.a });
    expect(withValueAt({}, ['ui', 'x', 'ui:options', 'largo'], true)).toEqual({
      ui: { x: { 'ui:options': { largo: true } } },
    });
  });

  it('reads any pointer as it was written, and keeps the items of a list that moves', () => {
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

describe('completion', () => {
  const at = (text: string) => {
    const cursor = text.indexOf('|');
    return jsonPlaceAt(text.replace('|', ''), cursor);
  };

  it('knows whether a key or a value is written, of what, and which keys are there', () => {
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

  it('replaces what is being typed, from its quote on', () => {
    expect(at('{ "etapas": [], "tra|"')?.from).toBe('{ "etapas": [], '.length);
  });

  it('survives any text and place', () => {
    const pieces = fc.array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '"a"', 'tr', ' ', '\n', '\\'));
    fc.assert(
      fc.property(pieces, fc.nat(), (parts, cursor) => {
        const text = parts.join('');
        expect(() => jsonPlaceAt(text, cursor % (text.length + 1))).not.toThrow();
      }),
    );
  });

  it('offers keys with their description and values of enums through references', () => {
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

  it('brings the keys of what is stored back into the order of the meta-schema', () => {
    const shuffled = Object.fromEntries(Object.entries(returns).reverse()) as unknown as Flow;
    const ordered = orderedContent({ ...shuffled, etapas: [{ terminal: false, chave: 'A' }] }, meta);
    expect(Object.keys(ordered)).toEqual(['$schema', 'chave', 'descricao', 'etapas', 'transicoes']);
    expect(Object.keys(ordered.etapas[0] ?? {})).toEqual(['chave', 'terminal']);
  });
});

describe('difference of texts', () => {
  it('keeps both texts whole, whatever they are', () => {
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

  it('leaves out what is far from any difference', () => {
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

describe('flow', () => {
  it.each(flows)('draws $chave with every step apart from the others', (flow) => {
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

  it('draws one that is not sound: ways to nowhere and to itself are left out', () => {
    const way = { ...returns.transicoes[0], para: 'NADA' } as Flow['transicoes'][number];
    const graph = flowGraph({ ...returns, transicoes: [way, { ...way, para: way.de }] }, true);
    expect(graph.edges).toEqual([]);
  });

  it('adds a step before the end, ways after the own ones, and stays sound once joined', () => {
    const { flow, index } = withNewStep(returns, { step: null, transition: null });
    expect(flow.etapas[index]?.chave).toBe('NOVA_ETAPA_1');
    expect(flow.etapas.at(-1)?.terminal).toBe(true);
    const out = withNewTransition(flow, 'NOVA_ETAPA_1');
    expect(out.flow.transicoes[out.index]).toMatchObject({ de: 'NOVA_ETAPA_1', tipo: 'PADRAO' });
    const second = withNewTransition(out.flow, 'NOVA_ETAPA_1');
    expect(second.flow.transicoes[second.index]?.tipo).toBe('CONDICIONAL');
  });

  it('puts a new step behind any step or into any way, and stays as sound as it was', () => {
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

  it('lets the key of a new step follow its name, with the ways to it, and never that of a published one', () => {
    const { flow, index } = withNewStep(returns, { step: 0, transition: null });
    const named = withStepName(flow, index, 'Coleta', false);
    expect(named.etapas[index]?.chave).toBe('COLETA_2');
    expect(flowProblems(named)).toEqual([]);
    expect(withStepName(returns, 1, 'Outra', true).etapas[1]?.chave).toBe('ANALISE_DEVOLUCAO');
  });

  it('lets ways follow a key, refuses one that is taken, and takes ways out with their step', () => {
    const renamed = withStepKey(returns, 1, 'EXAME');
    expect(flowProblems(renamed)).toEqual([]);
    expect(
      renamed.transicoes.some(({ de, para }) => de === 'ANALISE_DEVOLUCAO' || para === 'ANALISE_DEVOLUCAO'),
    ).toBe(false);
    expect(withStepKey(returns, 1, 'COLETA')).toBe(returns);
    const key = returns.etapas[1]?.chave;
    expect(withoutStep(returns, 1).transicoes.every(({ de, para }) => de !== key && para !== key)).toBe(true);
  });

  it('moves a way among those of its step only', () => {
    const first = returns.transicoes.findIndex(({ de }) => de === 'ANALISE_DEVOLUCAO');
    expect(withTransitionMoved(returns, first, -1).index).toBe(first);
    const { flow, index } = withTransitionMoved(returns, first, 1);
    expect(flow.transicoes[index]).toBe(returns.transicoes[first]);
  });

  it('says a condition as a sentence', () => {
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

describe('a new definition', () => {
  it('makes keys of titles, refuses bad and taken ones, and begins with a sound flow', () => {
    expect(keyFrom('flows', 'Troca à vista')).toBe('TROCA_A_VISTA');
    expect(keyFrom('reports', 'Devoluções por mês')).toBe('devolucoes-por-mes');
    expect(keyProblem('reports', 'Ção', [])).toMatch(/minúsculas/);
    expect(keyProblem('flows', 'X1', ['X1'])).toMatch(/Já existe/);
    expect(flowProblems(starterOf('flows', 'NOVO', 'Novo') as unknown as Flow)).toEqual([]);
  });
});
