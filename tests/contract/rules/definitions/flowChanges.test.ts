import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { changesBetween, placeText } from '#contract/rules/definitions/changes.ts';
import type { Flow, FlowTransition } from '#contract/rules/flows/flow.ts';
import { flowWords } from '#contract/rules/flows/flowWords.ts';
import { registrationChanges } from '#contract/rules/registration/registrationStep.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { reportChanges } from '#contract/rules/reports/reportWords.ts';

const read = (file: string) => JSON.parse(readFileSync(`schemas/${file}.json`, 'utf8'));
const FLOWS = ['DEVOLUCAO', 'DUVIDA', 'PRORROGACAO', 'RECLAMACAO_GERAL'];
const flows: Flow[] = FLOWS.map((name) => read(`flows/${name}`));
const reported = (before: unknown, after: unknown) =>
  changesBetween(before, after, flowWords).map(({ sentence }) => sentence);

/** A different value of the right kind for a key of a transition. */
const other = (way: FlowTransition, key: keyof FlowTransition, flow: Flow): FlowTransition => {
  const target = flow.etapas.find(({ chave }) => chave !== way.de && chave !== way.para)?.chave ?? '';
  const changed = {
    de: target,
    para: target,
    tipo: way.tipo === 'PADRAO' ? ('CONDICIONAL' as const) : ('PADRAO' as const),
    rotulo: `${way.rotulo} já`,
    condicao: { fato: 'linhas_aprovadas' as const, maior_que: 731 },
    exige_motivo: !way.exige_motivo,
    resultado: way.resultado === 'PARCIAL' ? ('IMPROCEDENTE' as const) : ('PARCIAL' as const),
  };
  return { ...way, [key]: changed[key] };
};
const KEYS = ['de', 'para', 'tipo', 'rotulo', 'condicao', 'exige_motivo', 'resultado'] as const;
const anyFlow = fc.constantFrom(...flows);
const anyWay = anyFlow.chain((flow) =>
  fc.record({ flow: fc.constant(flow), at: fc.nat(flow.transicoes.length - 1) }),
);

describe('changes shown when a flow is published', () => {
  it('name the fields that a step asks for, and never show how they are stored', () => {
    const [flow] = flows as [Flow];
    const asking = (campos?: Flow['etapas'][number]['campos']): Flow => ({
      ...flow,
      etapas: flow.etapas.map((step, at) => (at === 0 && campos ? { ...step, campos } : step)),
    });
    const [one, two] = [{ chave: 'canalPreferido', obrigatorio: true }, { chave: 'rota' }];
    const told = (before: Flow, after: Flow) =>
      reported(before, after).map((text) => text.split('campos ')[1]);
    expect(told(asking(), asking([one]))).toEqual([
      'pedidos para avançar: agora é Canal preferido (obrigatório)',
    ]);
    expect(told(asking([one]), asking([two, one]))).toEqual([
      'pedidos para avançar: de Canal preferido (obrigatório) para Rota, Canal preferido (obrigatório)',
    ]);
    expect(told(asking([one]), asking([]))).toEqual([
      'pedidos para avançar: de Canal preferido (obrigatório) para nenhum',
    ]);
  });

  it('are none for an unchanged flow', () => {
    for (const flow of flows) expect(reported(flow, structuredClone(flow))).toEqual([]);
  });

  it('are none when transitions are reordered only among different steps', () => {
    fc.assert(
      fc.property(
        anyFlow.chain((flow) =>
          fc.record({
            flow: fc.constant(flow),
            steps: fc.shuffledSubarray(
              flow.etapas.map(({ chave }) => chave),
              { minLength: flow.etapas.length },
            ),
          }),
        ),
        ({ flow, steps }) => {
          const transicoes = steps.flatMap((step) => flow.transicoes.filter(({ de }) => de === step));
          expect(reported(flow, { ...flow, transicoes })).toEqual([]);
        },
      ),
    );
  });

  it('are one sentence when the transitions of one step are reordered', () => {
    for (const flow of flows)
      for (const { chave, descricao } of flow.etapas) {
        const own = flow.transicoes.filter(({ de }) => de === chave);
        if (own.length < 2) continue;
        const others = flow.transicoes.filter(({ de }) => de !== chave);
        expect(reported(flow, { ...flow, transicoes: [...own.reverse(), ...others] })).toEqual([
          `A ordem de caminhos de '${descricao}' mudou`,
        ]);
      }
  });

  it('are one sentence for each change of a transition, wherever it is listed', () => {
    fc.assert(
      fc.property(anyWay, fc.constantFrom(...KEYS), fc.boolean(), ({ flow, at }, key, last) => {
        const way = other(flow.transicoes[at] as FlowTransition, key, flow);
        const rest = flow.transicoes.toSpliced(at, 1);
        const alone = rest.every(({ de }) => de !== way.de && de !== flow.transicoes[at]?.de);
        const transicoes = last && alone ? [...rest, way] : flow.transicoes.with(at, way);
        const sentences = reported(flow, { ...flow, transicoes });
        expect(sentences).toHaveLength(1);
        expect(sentences[0]).not.toMatch(/[{}[\]]|saiu|entrou/);
      }),
      { numRuns: 300 },
    );
  });

  it('are one sentence for an added or removed transition or step', () => {
    fc.assert(
      fc.property(anyWay, ({ flow, at }) => {
        const without = { ...flow, transicoes: flow.transicoes.toSpliced(at, 1) };
        expect(reported(flow, without)).toHaveLength(1);
        expect(reported(without, flow)).toHaveLength(1);
      }),
    );
    for (const flow of flows)
      for (const at of flow.etapas.keys())
        expect(reported(flow, { ...flow, etapas: flow.etapas.toSpliced(at, 1) })).toHaveLength(1);
  });

  it('name steps by their titles and write conditions as sentences', () => {
    const flow = flows[0] as Flow;
    const way = flow.transicoes[0] as FlowTransition;
    const [sentence] = reported(flow, {
      ...flow,
      transicoes: flow.transicoes.with(0, { ...way, condicao: { fato: 'tem_itens', igual: true } }),
    });
    expect(sentence).toBe(`'${way.rotulo}' › quando está aberto: de sempre para o ticket tem produtos: sim`);
    expect(placeText(flow, '/etapas/1/prazo_horas_uteis', flowWords)).toBe(
      `Etapas › ${flow.etapas[1]?.descricao} › prazo`,
    );
  });
});

describe('changes shown when a report or registration step is published', () => {
  it('count an added filter and a renamed column as one change each', () => {
    const report: ReportDefinition = read('reports/devolucoes-por-motivo');
    expect(reportChanges(report, structuredClone(report))).toEqual([]);
    const [first, ...rest] = report.colunas;
    const renamed = { ...report, colunas: [{ ...first, titulo: 'Outro nome' }, ...rest] } as ReportDefinition;
    expect(reportChanges(report, renamed)).toHaveLength(1);
    const { schema, ui } = report.parametros;
    const parametros = {
      schema: {
        ...schema,
        properties: { ...(schema.properties as object), lote: { type: 'string', title: 'Lote' } },
      },
      ui: {
        ...ui,
        'ui:order': [...((ui['ui:order'] as string[]) ?? []), 'lote'],
        lote: { 'ui:widget': 'text' },
      },
    };
    expect(reportChanges(report, { ...report, parametros }).map(({ sentence }) => sentence)).toEqual([
      "'Lote' entrou em filtros",
    ]);
  });

  it('count an added field and its requirements as separate changes', () => {
    const step = read('registration/sac-empresa');
    expect(registrationChanges(step, structuredClone(step))).toEqual([]);
    const after = structuredClone(step);
    after.schema.properties.apelido = { type: 'string', title: 'Apelido' };
    after.ui.apelido = { 'ui:widget': 'text' };
    after.ui['ui:order']?.push('apelido');
    const sentences = registrationChanges(step, after).map(({ sentence }) => sentence);
    expect(sentences).toEqual(["'Apelido' entrou em campos"]);
    after.schema.required = [...(after.schema.required ?? []), 'apelido'];
    expect(registrationChanges(step, after).map(({ sentence }) => sentence)).toEqual([
      "'Apelido' entrou em campos",
      "'Apelido' entrou em regras › obrigatórios",
    ]);
  });
});
